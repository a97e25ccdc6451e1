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
import vesper.documents.positions.Current;
import vesper.documents.positions.Due;
import vesper.documents.positions.FirstStored;
import vesper.documents.positions.Listed;
import vesper.documents.positions.Place;
import vesper.documents.positions.Positions;
import vesper.journal.Position;

/**
 * Where the documents of one durable collection are, whatever their type: versions that were written not long ago in
 * memory, all others in the view. The collection that was opened on it writes and shows; the thread that keeps the view
 * brings it up to date.
 */
final class Shelf<T> {
    /** Every so many changes it is noted where they are, so that a feed finds its place. */
    private static final long MARK_EVERY = 1024;

    private static final int MOST_DUE = 10_000;
    /** Old runs of a document are looked for once in so many versions, more often where fewer are kept. */
    private static final int TRIM_EVERY = 64;

    private record Mark(long sequence, long position) {}

    /** What one document had when its rows were made. */
    private record Taken<T>(Recent<T> recent, Place newest) {}

    private final int number;
    private final String name;
    private final Positions positions;
    private final ConcurrentHashMap<DocumentId, Recent<T>> recent = new ConcurrentHashMap<>();
    private final Stripes stripes = new Stripes();
    private final Queue<Mark> marks = new ConcurrentLinkedQueue<>();
    private final Queue<FirstStored> keys = new ConcurrentLinkedQueue<>();
    private final Queue<String> forgottenKeys = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    /** Of the next change; the log's monitor is held. */
    private long nextSequence;

    private volatile Keeping keeping;
    /** Changes up to this sequence are not in the journal. */
    private final AtomicLong goneSequence = new AtomicLong();
    /** How often the view has changed. */
    private final AtomicLong rounds = new AtomicLong();

    /** As the view has it; written by the thread that keeps the view. */
    private volatile CollectionFigures figures;

    private List<Taken<T>> taken = List.of();
    private CollectionFigures takenFigures = CollectionFigures.NONE;
    private int takenKeys;

    Shelf(int number, String name, Keeping keeping, Positions positions) throws IOException {
        this.number = number;
        this.name = name;
        this.keeping = keeping;
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

    Keeping keeping() {
        return keeping;
    }

    void keep(Keeping changed) {
        keeping = changed;
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

    /** The log's monitor is held. */
    long nextSequence() {
        return nextSequence;
    }

    /** Of the next change; the log's monitor is held until it is appended. */
    long takeSequence() {
        return nextSequence++;
    }

    void giveSequenceBack() {
        nextSequence--;
    }

    /** Of a change that has its sequence from elsewhere; what is left out before it is not there. The log's monitor is held. */
    void follow(long sequence) {
        if (sequence > nextSequence) goneSequence.accumulateAndGet(sequence - 1, Math::max);
        nextSequence = sequence + 1;
    }

    /** At the start, of a change that was read from the journal. */
    void sawSequence(long sequence) {
        nextSequence = Math.max(nextSequence, sequence + 1);
    }

    long rounds() {
        return rounds.get();
    }

    @Nullable
    Recent<T> recent(DocumentId id) {
        return recent.get(id);
    }

    /** Its stripe is held. */
    Recent<T> recentAfter(DocumentId id, @Nullable Place viewed) {
        Recent<T> there = recent.get(id);
        if (there != null) return there;
        var added = new Recent<T>(id, viewed);
        recent.put(id, added);
        return added;
    }

    Optional<Current> viewed(DocumentId id) {
        try {
            return positions.current(number, id.text());
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    static StorageException unread(IOException failure) {
        return new StorageException("a document cannot be read: " + failure.getMessage(), failure);
    }

    /** Called in the order of the log. */
    void show(Recent<T> document, Logged<T> next, @Nullable String key) {
        Logged<T> shown = document.shown();
        Place viewed = document.viewed();
        boolean wasThere = shown != null
                ? shown.isThere()
                : viewed != null && Action.of(viewed.action()).isThere();
        if (wasThere != next.isThere()) count.addAndGet(next.isThere() ? 1 : -1);
        document.show(next, keeping.versions());
        if (next.sequence() % MARK_EVERY == 0) marks.add(new Mark(next.sequence(), next.position()));
        if (key != null) {
            keys.add(new FirstStored(key, document.id().text(), next.version(), next.atMillis));
        }
    }

    void forgetKey(String key) {
        forgottenKeys.add(key);
    }

    /** Each once, also those that are in the log and not yet in the view. */
    Collection<FirstStored> firsts() throws IOException {
        Map<String, FirstStored> byKey = new HashMap<>();
        // They go from here to there, and must not be missed between the two.
        for (FirstStored first : keys) byKey.put(first.key(), first);
        for (FirstStored first : positions.firsts(number)) byKey.putIfAbsent(first.key(), first);
        return byKey.values();
    }

    /** Of a document that can be seen, the kept versions below this one, newest first, at most so many. */
    List<Place> places(DocumentId id, long below, int limit) {
        List<Place> found = new ArrayList<>();
        Recent<T> document = recent.get(id);
        Place viewed = null;
        if (document != null) {
            synchronized (document) {
                found.addAll(document.places().reversed());
                viewed = document.viewed();
            }
        } else {
            viewed = viewed(id).map(Current::place).orElse(null);
        }
        if (viewed != null) found.add(viewed);
        if (found.isEmpty()) return found;
        long oldest = found.getFirst().version() - keeping.versions();
        found.removeIf(place -> place.version() >= below);
        if (viewed != null && found.size() < limit) addOlder(found, id, Math.min(below, viewed.version()), limit);
        found.removeIf(place -> place.version() <= oldest);
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    private void addOlder(List<Place> found, DocumentId id, long below, int limit) {
        if (below <= 1) return;
        try {
            for (List<Place> run : positions.runs(number, id.text(), below - 1, limit)) {
                for (Place place : run.reversed()) {
                    if (place.version() < below) found.add(place);
                }
            }
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /** Adds to the view what can be seen and is not in it. @return how many documents that concerns */
    int collect(Changes changes) throws IOException {
        List<Taken<T>> rows = new ArrayList<>();
        long newest = figures.newestSequence();
        long counted = figures.count();
        long liveBytes = figures.liveBytes();
        for (Recent<T> document : recent.values()) {
            List<Place> places;
            Place viewed;
            Logged<T> shown;
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
            rows.add(new Taken<>(document, places.getLast()));
        }
        taken = rows;
        takenFigures = new CollectionFigures(newest, counted, liveBytes, goneSequence.get());
        changes.figures(number, takenFigures);
        for (Mark mark; (mark = marks.poll()) != null; ) changes.mark(number, mark.sequence, mark.position);
        takenKeys = 0;
        for (FirstStored first : keys) {
            changes.first(number, first);
            takenKeys++;
        }
        for (String key; (key = forgottenKeys.poll()) != null; ) changes.removeFirst(number, key);
        return rows.size();
    }

    /** @return by how many bytes the kept versions have become more */
    private long addRows(Changes changes, Logged<T> shown, @Nullable Place viewed, List<Place> places)
            throws IOException {
        Place newest = places.getLast();
        String id = shown.id.text();
        long oldest = newest.version() - keeping.versions() + 1;
        long more = places.stream().mapToLong(Place::sizeBytes).sum();
        List<Place> older = new ArrayList<>();
        if (viewed != null && viewed.version() >= oldest) older.add(viewed);
        if (viewed != null && viewed.version() < oldest) more -= viewed.sizeBytes();
        older.addAll(places.subList(0, places.size() - 1));
        if (!older.isEmpty()) changes.history(number, id, older);
        changes.current(number, id, new Current(shown.sequence(), newest));
        keeping.dueAfter(shown.isThere(), shown.atMillis)
                .ifPresent(at -> addDue(changes, new Due(at, id, shown.sequence())));
        long before = viewed == null ? 0 : viewed.version();
        long every = Math.min(TRIM_EVERY, keeping.versions());
        if (oldest > 1 && before / every != newest.version() / every) more -= trim(changes, id, oldest);
        return more;
    }

    private void addDue(Changes changes, Due due) {
        try {
            changes.due(number, due);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    private long trim(Changes changes, String id, long oldest) throws IOException {
        long bytes = 0;
        for (List<Place> run : positions.runsFromOldest(number, id, oldest)) {
            Place last = run.getLast();
            if (last.version() >= oldest) break;
            changes.removeHistory(number, id, last.version());
            bytes += run.stream().mapToLong(Place::sizeBytes).sum();
        }
        return bytes;
    }

    /** What was collected is in the view. @return the documents that are only there now, with what they are */
    Collection<Logged<T>> collected() {
        figures = takenFigures;
        for (int i = 0; i < takenKeys; i++) keys.remove();
        rounds.incrementAndGet();
        List<Logged<T>> settled = new ArrayList<>();
        for (Taken<T> each : taken) {
            Recent<T> document = each.recent;
            synchronized (stripes.of(document.id())) {
                document.view(each.newest);
                Logged<T> shown = document.shown();
                if (shown != null && document.isSettled() && document.isViewed()) settled.add(shown);
            }
        }
        taken = List.of();
        return settled;
    }

    /** Nobody needs it in memory any more, unless it was written again. */
    void leaveToView(Logged<T> settled, Runnable cache) {
        synchronized (stripes.of(settled.id)) {
            Recent<T> document = recent.get(settled.id);
            if (document == null || !document.isSettled() || !document.isViewed()) return;
            if (document.shown() != settled) return;
            cache.run();
            recent.remove(settled.id);
        }
    }

    /** Ids in their order, of documents that were deleted too. */
    List<DocumentId> ids(Optional<DocumentId> after, int limit) {
        // In this order: what goes from memory to the view meanwhile is in one of them.
        TreeSet<DocumentId> ids = recent.values().stream()
                .filter(document -> document.shown() != null)
                .map(Recent::id)
                .filter(id -> after.isEmpty() || id.compareTo(after.get()) > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        try {
            for (Listed listed : positions.list(number, after.map(DocumentId::text), limit)) {
                ids.add(new DocumentId(listed.id()));
            }
        } catch (IOException failure) {
            throw unread(failure);
        }
        return ids.stream().limit(limit).toList();
    }

    /** What is due by then, and seen in the view. */
    List<Due> due(long nowMillis) {
        try {
            return positions.due(number, nowMillis, MOST_DUE);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /** Something else has become of the document since. Of the thread that keeps the view. */
    void removeDue(Due due) {
        try (Changes changes = positions.changes()) {
            changes.removeDue(number, due);
            positions.write(changes);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }

    /** Nothing is known of the document any more. Its stripe is held, by the thread that keeps the view. */
    void forget(DocumentId id, Current tombstone) throws IOException {
        try (Changes changes = positions.changes()) {
            long bytes = tombstone.place().sizeBytes();
            for (List<Place> run : positions.runsFromOldest(number, id.text(), Long.MAX_VALUE)) {
                changes.removeHistory(number, id.text(), run.getLast().version());
                bytes += run.stream().mapToLong(Place::sizeBytes).sum();
            }
            changes.removeCurrent(number, id.text());
            figures = figures.withLiveBytes(figures.liveBytes() - bytes);
            changes.figures(number, figures);
            positions.write(changes);
        }
        rounds.incrementAndGet();
    }

    /** Where a version that is kept is now; empty where it is not kept. */
    Optional<Place> place(DocumentId id, long version) {
        List<Place> places = places(id, version + 1, 1);
        return places.isEmpty() || places.getFirst().version() != version
                ? Optional.empty()
                : Optional.of(places.getFirst());
    }

    /** A quick look, which most versions in an old segment do not pass. */
    boolean mayBeKept(DocumentId id, long version) {
        Recent<T> document = recent.get(id);
        Logged<T> shown = document == null ? null : document.shown();
        long newest = shown != null
                ? shown.version()
                : viewed(id).map(current -> current.place().version()).orElse(0L);
        return version > newest - keeping.versions();
    }

    /** Whether a version that cannot be found is one of those that are kept. */
    boolean isKept(DocumentId id, long version) {
        List<Place> newest = places(id, Long.MAX_VALUE, 1);
        if (newest.isEmpty()) return false;
        long current = newest.getFirst().version();
        return version < current && version > current - keeping.versions();
    }

    /** Adds an old version to the view, which has the newer ones. */
    void insert(DocumentId id, Place place) throws IOException {
        try (Changes changes = positions.changes()) {
            changes.history(number, id.text(), List.of(place));
            figures = figures.withLiveBytes(figures.liveBytes() + place.sizeBytes());
            changes.figures(number, figures);
            positions.write(changes);
        }
    }

    /** A version was copied forward. Its stripe is held, by the thread that keeps the view. */
    void move(DocumentId id, long version, long from, long to) throws IOException {
        Recent<T> document = recent.get(id);
        if (document != null) document.move(version, from, to);
        try (Changes changes = positions.changes()) {
            Optional<Current> current = positions.current(number, id.text());
            if (current.isPresent() && current.get().place().version() == version) {
                Current moved = new Current(
                        current.get().sequence(), current.get().place().movedTo(to));
                changes.current(number, id.text(), moved);
            } else {
                for (List<Place> run : positions.runs(number, id.text(), version, 1)) {
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

    /** Changes up to this one are not in the journal any more. Of the thread that keeps the view. */
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

    /** From where in the journal the change behind this sequence can be searched. */
    long searchFrom(long after) {
        try {
            return positions.markBefore(number, after).orElse(Position.BEGINNING);
        } catch (IOException failure) {
            throw unread(failure);
        }
    }
}
