package vesper.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.Changes;
import vesper.documents.positions.CollectionFigures;
import vesper.documents.positions.CurrentVersion;
import vesper.documents.positions.DueRow;
import vesper.documents.positions.KeyOutcome;
import vesper.documents.positions.ListedDocument;
import vesper.documents.positions.Positions;
import vesper.documents.positions.VersionPlace;
import vesper.journal.Position;

/**
 * The places of one durable collection's documents: those of recently written versions in memory, all others in the
 * view. The type of the documents does not matter to it. The collection opened on it adds versions and makes them
 * visible; the thread that maintains the view brings it up to date.
 */
final class VersionIndex<T> {
    /** A mark records the position of every such change, so that a feed finds its place in the journal. */
    private static final long MARK_EVERY = 1024;

    private static final int MOST_DUE = 10_000;
    /** Old runs of a document are removed after this many versions, or earlier if fewer are retained. */
    private static final int TRIM_EVERY = 64;

    private record SequenceMark(long sequence, long position) {}

    /** The state of one document when its rows were made. */
    private record CollectedDocument<T>(RecentDocument<T> recent, VersionPlace newest) {}

    private final int number;
    private final String name;
    private final Positions positions;
    private final ConcurrentHashMap<DocumentId, RecentDocument<T>> recent = new ConcurrentHashMap<>();
    private final Stripes stripes = new Stripes();
    private final Queue<SequenceMark> marks = new ConcurrentLinkedQueue<>();
    private final Queue<KeyOutcome> keys = new ConcurrentLinkedQueue<>();
    private final Queue<String> forgottenKeys = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    /** The sequence of the next change. Guarded by the log's monitor. */
    private long nextSequence;

    private volatile Retention retention;
    /** Changes up to this sequence are not in the journal. */
    private final AtomicLong goneSequence = new AtomicLong();
    /** Number of changes to the view. */
    private final AtomicLong rounds = new AtomicLong();

    /** The figures in the view. Written by the thread that maintains it. */
    private volatile CollectionFigures figures;

    private List<CollectedDocument<T>> collected = List.of();
    private CollectionFigures collectedFigures = CollectionFigures.NONE;
    private int collectedKeys;

    VersionIndex(int number, String name, Retention retention, Positions positions) throws IOException {
        this.number = number;
        this.name = name;
        this.retention = retention;
        this.positions = positions;
        this.figures = positions.figures(number);
        this.nextSequence = figures.newestSequence() + 1;
        this.goneSequence.set(figures.goneSequence());
        this.count.set(figures.count());
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    Stripes stripes() {
        return stripes;
    }

    Retention retention() {
        return retention;
    }

    void setRetention(Retention changed) {
        retention = changed;
    }

    long count() {
        return count.get();
    }

    long liveBytes() {
        return figures.liveBytes();
    }

    long goneSequence() {
        return goneSequence.get();
    }

    /** Returns the next sequence without taking it. The caller holds the log's monitor. */
    long nextSequence() {
        return nextSequence;
    }

    /** Takes the sequence of the next change. The caller holds the log's monitor until the change is appended. */
    long takeSequence() {
        return nextSequence++;
    }

    void returnSequence() {
        nextSequence--;
    }

    /**
     * Takes the sequence of a change that a shared log assigned. Sequences before it that were left out have no change.
     * The caller holds the log's monitor.
     */
    void follow(long sequence) {
        if (sequence > nextSequence) goneSequence.accumulateAndGet(sequence - 1, Math::max);
        nextSequence = sequence + 1;
    }

    /** Records a sequence that was read from the journal at the start. */
    void sawSequence(long sequence) {
        nextSequence = Math.max(nextSequence, sequence + 1);
    }

    long rounds() {
        return rounds.get();
    }

    @Nullable
    RecentDocument<T> recent(DocumentId id) {
        return recent.get(id);
    }

    /** Returns the document's entry in memory, creating it if it is missing. The caller holds its stripe. */
    RecentDocument<T> recentAfter(DocumentId id, @Nullable VersionPlace viewed) {
        RecentDocument<T> there = recent.get(id);
        if (there != null) return there;
        var added = new RecentDocument<T>(id, viewed);
        recent.put(id, added);
        return added;
    }

    Optional<CurrentVersion> viewed(DocumentId id) {
        try {
            return positions.current(number, id.text());
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    static StorageException unread(IOException failure) {
        return new StorageException("a document cannot be read: " + failure.getMessage(), failure);
    }

    /** Makes a version visible. Called in the order of the log. */
    void show(RecentDocument<T> document, DurableVersion<T> next, @Nullable String key) {
        DurableVersion<T> shown = document.shown();
        VersionPlace viewed = document.viewed();
        boolean wasThere = shown != null
                ? shown.isThere()
                : viewed != null && Action.of(viewed.action()).isThere();
        if (wasThere != next.isThere()) count.addAndGet(next.isThere() ? 1 : -1);
        document.show(next, retention.versions());
        if (next.sequence() % MARK_EVERY == 0) marks.add(new SequenceMark(next.sequence(), next.position()));
        if (key != null) {
            keys.add(new KeyOutcome(key, document.id().text(), next.version(), next.atMillis));
        }
    }

    void forgetKey(String key) {
        forgottenKeys.add(key);
    }

    /** Returns the stored outcome of each key once, including those that are in the log and not yet in the view. */
    Collection<KeyOutcome> firsts() throws IOException {
        Map<String, KeyOutcome> byKey = new HashMap<>();
        // Read memory first: entries move from there to the view, and none must be missed in between.
        for (KeyOutcome first : keys) byKey.put(first.key(), first);
        for (KeyOutcome first : positions.firsts(number)) byKey.putIfAbsent(first.key(), first);
        return byKey.values();
    }

    /** Returns the retained versions of a document below this one, newest first, up to the limit. */
    List<VersionPlace> places(DocumentId id, long below, int limit) {
        List<VersionPlace> found = new ArrayList<>();
        RecentDocument<T> document = recent.get(id);
        VersionPlace viewed = null;
        if (document != null) {
            synchronized (document) {
                found.addAll(document.places().reversed());
                viewed = document.viewed();
            }
        } else {
            viewed = viewed(id).map(CurrentVersion::place).orElse(null);
        }
        if (viewed != null) found.add(viewed);
        if (found.isEmpty()) return found;
        long oldest = found.getFirst().version() - retention.versions();
        found.removeIf(place -> place.version() >= below);
        if (viewed != null && found.size() < limit) addOlder(found, id, Math.min(below, viewed.version()), limit);
        found.removeIf(place -> place.version() <= oldest);
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    private void addOlder(List<VersionPlace> found, DocumentId id, long below, int limit) {
        if (below <= 1) return;
        try {
            for (List<VersionPlace> run : positions.runs(number, id.text(), below - 1, limit)) {
                for (VersionPlace place : run.reversed()) {
                    if (place.version() < below) found.add(place);
                }
            }
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /** Adds the visible versions that are not in the view to the changes. Returns the number of documents concerned. */
    int collect(Changes changes) throws IOException {
        List<CollectedDocument<T>> rows = new ArrayList<>();
        long newest = figures.newestSequence();
        long counted = figures.count();
        long liveBytes = figures.liveBytes();
        for (RecentDocument<T> document : recent.values()) {
            List<VersionPlace> places;
            VersionPlace viewed;
            DurableVersion<T> shown;
            synchronized (document) {
                places = document.places();
                viewed = document.viewed();
                shown = document.shown();
            }
            if (places.isEmpty() || shown == null) continue;
            boolean wasThere = viewed != null && Action.of(viewed.action()).isThere();
            counted += (shown.isThere() ? 1 : 0) - (wasThere ? 1 : 0);
            liveBytes += addRows(changes, shown, viewed, places);
            newest = Math.max(newest, shown.sequence());
            rows.add(new CollectedDocument<>(document, places.getLast()));
        }
        collected = rows;
        collectedFigures = new CollectionFigures(newest, counted, liveBytes, goneSequence.get());
        changes.figures(number, collectedFigures);
        for (SequenceMark mark; (mark = marks.poll()) != null; ) changes.mark(number, mark.sequence, mark.position);
        collectedKeys = 0;
        for (KeyOutcome first : keys) {
            changes.first(number, first);
            collectedKeys++;
        }
        for (String key; (key = forgottenKeys.poll()) != null; ) changes.removeFirst(number, key);
        return rows.size();
    }

    /** @return growth of the retained versions, in bytes */
    private long addRows(
            Changes changes, DurableVersion<T> shown, @Nullable VersionPlace viewed, List<VersionPlace> places)
            throws IOException {
        VersionPlace newest = places.getLast();
        String id = shown.id.text();
        long oldest = newest.version() - retention.versions() + 1;
        long more = places.stream().mapToLong(VersionPlace::sizeBytes).sum();
        List<VersionPlace> older = new ArrayList<>();
        if (viewed != null && viewed.version() >= oldest) older.add(viewed);
        if (viewed != null && viewed.version() < oldest) more -= viewed.sizeBytes();
        older.addAll(places.subList(0, places.size() - 1));
        if (!older.isEmpty()) changes.history(number, id, older);
        changes.current(number, id, new CurrentVersion(shown.sequence(), newest));
        retention
                .dueAfter(shown.isThere(), shown.atMillis)
                .ifPresent(at -> addDue(changes, new DueRow(at, id, shown.sequence())));
        long before = viewed == null ? 0 : viewed.version();
        long every = Math.min(TRIM_EVERY, retention.versions());
        if (oldest > 1 && before / every != newest.version() / every) more -= trim(changes, id, oldest);
        return more;
    }

    private void addDue(Changes changes, DueRow due) {
        try {
            changes.due(number, due);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    private long trim(Changes changes, String id, long oldest) throws IOException {
        long bytes = 0;
        for (List<VersionPlace> run : positions.runsFromOldest(number, id, oldest)) {
            VersionPlace last = run.getLast();
            if (last.version() >= oldest) break;
            changes.removeHistory(number, id, last.version());
            bytes += run.stream().mapToLong(VersionPlace::sizeBytes).sum();
        }
        return bytes;
    }

    /**
     * Records that the collected versions are in the view. Returns the newest versions of documents that are now only
     * there.
     */
    Collection<DurableVersion<T>> collected() {
        figures = collectedFigures;
        for (int i = 0; i < collectedKeys; i++) keys.remove();
        rounds.incrementAndGet();
        List<DurableVersion<T>> settled = new ArrayList<>();
        for (CollectedDocument<T> each : collected) {
            RecentDocument<T> document = each.recent;
            synchronized (stripes.of(document.id())) {
                document.view(each.newest);
                DurableVersion<T> shown = document.shown();
                if (shown != null && document.isSettled() && document.isViewed()) settled.add(shown);
            }
        }
        collected = List.of();
        return settled;
    }

    /** Removes a document from memory, unless it was written again. */
    void evict(DurableVersion<T> settled, Runnable cache) {
        synchronized (stripes.of(settled.id)) {
            RecentDocument<T> document = recent.get(settled.id);
            if (document == null || !document.isSettled() || !document.isViewed()) return;
            if (document.shown() != settled) return;
            cache.run();
            recent.remove(settled.id);
        }
    }

    /** Lists ids in order, including those of deleted documents. */
    List<DocumentId> ids(Optional<DocumentId> after, int limit) {
        // Read memory first: an id that moves from memory to the view in between is in one of the two.
        TreeSet<DocumentId> ids = recent.values().stream()
                .filter(document -> document.shown() != null)
                .map(RecentDocument::id)
                .filter(id -> after.isEmpty() || id.compareTo(after.get()) > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        try {
            for (ListedDocument listed : positions.list(number, after.map(DocumentId::text), limit)) {
                ids.add(new DocumentId(listed.id()));
            }
        } catch (IOException failure) {
            throw unread(failure);
        }
        return ids.stream().limit(limit).toList();
    }

    /** Returns what is due by then, as far as the view has it. */
    List<DueRow> due(long nowMillis) {
        try {
            return positions.due(number, nowMillis, MOST_DUE);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /** Removes a due row that no longer applies. Runs on the thread that maintains the view. */
    void removeDue(DueRow due) {
        try (Changes changes = positions.changes()) {
            changes.removeDue(number, due);
            positions.write(changes);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /**
     * Removes a document and its tombstone. Runs on the thread that maintains the view, which holds the document's
     * stripe.
     */
    void forget(DocumentId id, CurrentVersion tombstone) throws IOException {
        try (Changes changes = positions.changes()) {
            long bytes = tombstone.place().sizeBytes();
            for (List<VersionPlace> run : positions.runsFromOldest(number, id.text(), Long.MAX_VALUE)) {
                changes.removeHistory(number, id.text(), run.getLast().version());
                bytes += run.stream().mapToLong(VersionPlace::sizeBytes).sum();
            }
            changes.removeCurrent(number, id.text());
            figures = figures.withLiveBytes(figures.liveBytes() - bytes);
            changes.figures(number, figures);
            positions.write(changes);
        }
        rounds.incrementAndGet();
    }

    /** Returns the current place of a version; empty if it is not retained. */
    Optional<VersionPlace> place(DocumentId id, long version) {
        List<VersionPlace> places = places(id, version + 1, 1);
        return places.isEmpty() || places.getFirst().version() != version
                ? Optional.empty()
                : Optional.of(places.getFirst());
    }

    /** Returns whether a version may be retained. A quick check, which rules out most versions in an old segment. */
    boolean mayBeKept(DocumentId id, long version) {
        RecentDocument<T> document = recent.get(id);
        DurableVersion<T> shown = document == null ? null : document.shown();
        long newest = shown != null
                ? shown.version()
                : viewed(id).map(current -> current.place().version()).orElse(0L);
        return version > newest - retention.versions();
    }

    /** Returns whether a version that has no place should be retained. */
    boolean isKept(DocumentId id, long version) {
        List<VersionPlace> newest = places(id, Long.MAX_VALUE, 1);
        if (newest.isEmpty()) return false;
        long current = newest.getFirst().version();
        return version < current && version > current - retention.versions();
    }

    /** Adds an old version to a view that already has the newer ones. */
    void insert(DocumentId id, VersionPlace place) throws IOException {
        try (Changes changes = positions.changes()) {
            changes.history(number, id.text(), List.of(place));
            figures = figures.withLiveBytes(figures.liveBytes() + place.sizeBytes());
            changes.figures(number, figures);
            positions.write(changes);
        }
    }

    /**
     * Records that compaction has moved a version. Runs on the thread that maintains the view, which holds the
     * document's stripe.
     */
    void move(DocumentId id, long version, long from, long to) throws IOException {
        RecentDocument<T> document = recent.get(id);
        if (document != null) document.move(version, from, to);
        try (Changes changes = positions.changes()) {
            Optional<CurrentVersion> current = positions.current(number, id.text());
            if (current.isPresent() && current.get().place().version() == version) {
                CurrentVersion moved = new CurrentVersion(
                        current.get().sequence(), current.get().place().movedTo(to));
                changes.current(number, id.text(), moved);
            } else {
                for (List<VersionPlace> run : positions.runs(number, id.text(), version, 1)) {
                    changes.history(
                            number,
                            id.text(),
                            run.stream()
                                    .map(place -> place.version() == version ? place.movedTo(to) : place)
                                    .toList());
                }
            }
            positions.write(changes);
        }
        rounds.incrementAndGet();
    }

    /** Records that changes up to this one are no longer in the journal. Runs on the thread that maintains the view. */
    void lose(long sequence) throws IOException {
        if (sequence <= goneSequence.get()) return;
        goneSequence.accumulateAndGet(sequence, Math::max);
        figures = new CollectionFigures(figures.newestSequence(), figures.count(), figures.liveBytes(), sequence);
        try (Changes changes = positions.changes()) {
            changes.figures(number, figures);
            changes.removeMarksBefore(number, sequence);
            positions.write(changes);
        }
    }

    /** Returns the journal position from which to search for the change after this sequence. */
    long searchFrom(long after) {
        try {
            return positions.markBefore(number, after).orElse(Position.START);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }
}
