package vesper.documents;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.VersionPlace;
import vesper.journal.EntryGoneException;

/**
 * Compares two nodes' copies of a replicated collection, a batch of documents at a time, by digests of the versions on
 * their disks. A document's digest covers its newest {@value #MOST_VERSIONS} retained versions, or fewer if they are
 * large: the number, time, action and bytes of each. A document that changes during the comparison is skipped.
 * Thread-safe.
 */
final class CopyDigests {
    private static final int MOST_DOCUMENTS = 300;
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_VERSIONS = 100;
    private static final int MOST_DIFFERENCES = 1000;
    /** Attempts to read a version; each may fail because compaction has just moved the version elsewhere. */
    private static final int MOST_READS = 10;

    private static final int DIGEST_BYTES = 16;
    /** Stands in place of a digest. */
    private static final String UNREADABLE = "unreadable";

    private final VersionIndex<?> index;
    private final DurableStore store;
    private final Function<DocumentId, @Nullable RetainedVersion<?>> heads;
    private final LongSupplier delivered;

    /**
     * @param heads returns the newest version of a document, or null
     * @param delivered returns the last sequence that the copy has received
     */
    CopyDigests(
            VersionIndex<?> index,
            DurableStore store,
            Function<DocumentId, @Nullable RetainedVersion<?>> heads,
            LongSupplier delivered) {
        this.index = index;
        this.store = store;
        this.heads = heads;
        this.delivered = delivered;
    }

    /** The digest of a document, and the number of bytes that it was computed from. */
    private record Digested(CopyPart.Item item, int sizeBytes) {}

    /** Digests the documents after an id. */
    CopyPart part(String log, String after) {
        long since = delivered.getAsLong();
        Optional<DocumentId> behind = after.isEmpty() ? Optional.empty() : Optional.of(new DocumentId(after));
        List<DocumentId> ids = index.ids(behind, MOST_DOCUMENTS);
        List<CopyPart.Item> items = new ArrayList<>();
        int looked = 0;
        for (long bytes = 0; looked < ids.size() && bytes < MOST_BYTES; looked++) {
            DocumentId id = ids.get(looked);
            Optional<Digested> digested = digested(id);
            bytes += digested.map(Digested::sizeBytes).orElse(0);
            digested.ifPresent(it -> items.add(it.item));
        }
        boolean isEnd = looked == ids.size() && ids.size() < MOST_DOCUMENTS;
        String last = isEnd ? "" : ids.get(looked - 1).text();
        return new CopyPart(log, index.retention().versions(), since, delivered.getAsLong(), after, last, items);
    }

    /**
     * Compares this copy with a part of another node's copy.
     *
     * @return the differences in words, by document; empty if the two cannot be compared, because this copy has
     *     received less or retains another number of versions
     */
    Optional<SortedMap<String, String>> differences(CopyPart theirs) {
        boolean isComparable = delivered.getAsLong() >= theirs.upTo()
                && theirs.versions() == index.retention().versions();
        if (!isComparable) return Optional.empty();
        SortedMap<String, String> differences = new TreeMap<>();
        for (CopyPart.Item item : theirs.items()) {
            Optional<String> difference = difference(item);
            difference.ifPresent(what -> differences.put(item.id(), what));
            if (differences.size() == MOST_DIFFERENCES) return Optional.of(differences);
        }
        addMissing(differences, theirs);
        return Optional.of(differences);
    }

    private Optional<String> difference(CopyPart.Item item) {
        var id = new DocumentId(item.id());
        RetainedVersion<?> head = heads.apply(id);
        if (head == null)
            return Optional.of("another node has version " + item.version() + " of it and this one has none");
        if (head.version() < item.version()) {
            return Optional.of("another node has version " + item.version() + " of it and this one " + head.version());
        }
        if (head.version() > item.version()) return Optional.empty();
        return digested(id).map(Digested::item).flatMap(own -> difference(own, item));
    }

    private static Optional<String> difference(CopyPart.Item own, CopyPart.Item theirs) {
        if (own.version() != theirs.version()) return Optional.empty();
        if (own.newest().equals(UNREADABLE)) return Optional.of("it cannot be read here");
        if (theirs.newest().equals(UNREADABLE)) return Optional.of("another node cannot read it");
        if (!own.newest().equals(theirs.newest())) {
            return Optional.of("version " + own.version() + " of it is another one here than on another node");
        }
        // Compare only digests of equally many versions: after a change to retain more, a copy may have more than the
        // log.
        boolean isSame = own.count() != theirs.count() || own.digest().equals(theirs.digest());
        return isSame
                ? Optional.empty()
                : Optional.of("versions of it below " + own.version() + " are others here than on another node");
    }

    /** Adds documents that the other node lacks, although they have not changed since it started. */
    private void addMissing(SortedMap<String, String> differences, CopyPart theirs) {
        Map<String, CopyPart.Item> named =
                theirs.items().stream().collect(Collectors.toMap(CopyPart.Item::id, Function.identity()));
        Optional<DocumentId> after =
                theirs.after().isEmpty() ? Optional.empty() : Optional.of(new DocumentId(theirs.after()));
        while (true) {
            List<DocumentId> ids = index.ids(after, MOST_DOCUMENTS);
            for (DocumentId id : ids) {
                if (!theirs.covers(id.text()) || differences.size() == MOST_DIFFERENCES) return;
                after = Optional.of(id);
                RetainedVersion<?> head = named.containsKey(id.text()) ? null : heads.apply(id);
                if (head == null || head.sequence() > theirs.since()) continue;
                differences.put(
                        id.text(), "this node has version " + head.version() + " of it and another one has none");
            }
            if (ids.size() < MOST_DOCUMENTS) return;
        }
    }

    /** Returns the digest of a document, or empty if the document changes during the read. */
    private Optional<Digested> digested(DocumentId id) {
        List<VersionPlace> places = index.places(id, Long.MAX_VALUE, MOST_VERSIONS);
        if (places.isEmpty()) return Optional.empty();
        long version = places.getFirst().version();
        Optional<Digested> digested;
        try {
            digested = digested(id, places);
        } catch (StorageException _) {
            digested = Optional.of(new Digested(new CopyPart.Item(id.text(), version, UNREADABLE, 0, UNREADABLE), 0));
        }
        RetainedVersion<?> head = heads.apply(id);
        return head == null || head.version() != version ? Optional.empty() : digested;
    }

    private Optional<Digested> digested(DocumentId id, List<VersionPlace> places) {
        MessageDigest all = Sha256.newDigest();
        String newest = "";
        int count = 0;
        int sizeBytes = 0;
        for (VersionPlace place : places) {
            Optional<LogEntry> entry = entry(id, place);
            if (entry.isEmpty()) return Optional.empty();
            add(all, entry.get());
            if (count == 0) newest = text(Sha256.snapshot(all));
            count++;
            sizeBytes += entry.get().body().sizeBytes();
            if (sizeBytes >= MOST_BYTES) break;
        }
        var item = new CopyPart.Item(id.text(), places.getFirst().version(), newest, count, text(all));
        return Optional.of(new Digested(item, sizeBytes));
    }

    private static String text(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    private static void add(MessageDigest digest, LogEntry entry) {
        digest.update(ByteBuffer.allocate(3 * Long.BYTES + Integer.BYTES)
                .putLong(entry.version())
                .putLong(entry.atMillis())
                .putLong(entry.action().code())
                .putInt(entry.body().sizeBytes())
                .flip());
        digest.update(entry.body().utf8());
    }

    /** Reads a version, or returns empty if it is no longer retained. */
    private Optional<LogEntry> entry(DocumentId id, VersionPlace found) {
        VersionPlace place = found;
        for (int read = 0; read < MOST_READS; read++) {
            try {
                return Optional.of(store.entry(place.position(), index.number(), id, place.version()));
            } catch (EntryGoneException _) {
                Optional<VersionPlace> again = index.place(id, found.version());
                if (again.isEmpty()) return Optional.empty();
                place = again.get();
            } catch (IOException failure) {
                throw VersionIndex.unread(failure);
            }
        }
        return Optional.empty();
    }
}
