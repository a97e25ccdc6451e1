package vesper.documents;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import vesper.documents.positions.KeyOutcome;

/**
 * Copies the documents of a durable collection into the cluster, with all retained versions, their times and
 * idempotency keys. Versions that the cluster already has are skipped, so a failed import can be resumed.
 */
final class Import {
    private static final int PAGE = 1000;
    private static final int MOST_UNDER_WAY = 1000;
    private static final int MOST_NAMED = 20;
    private static final long PAUSE_NANOS = 50_000_000;

    private record VersionKey(DocumentId id, long version) {}

    private record PendingWrite(VersionKey version, CompletableFuture<Write> outcome) {}

    private final DurableCollection<JsonText> from;
    private final ReplicatedCollection<JsonText> to;
    private final Map<VersionKey, IdempotencyKey> keys = new HashMap<>();
    private final LongConsumer progress;

    private final Deque<PendingWrite> underWay = new ArrayDeque<>();
    private final List<DocumentId> different = new ArrayList<>();
    private long documents;
    private long versions;
    private long differing;

    /** @param progress receives the number of documents processed so far */
    Import(
            DurableCollection<JsonText> from,
            ReplicatedCollection<JsonText> to,
            Iterable<KeyOutcome> firsts,
            LongConsumer progress) {
        this.from = from;
        this.to = to;
        this.progress = progress;
        for (KeyOutcome first : firsts) {
            keys.put(new VersionKey(new DocumentId(first.id()), first.version()), IdempotencyKey.ofKept(first.key()));
        }
    }

    /**
     * @throws StorageException if the cluster does not report the outcome of a version; another attempt resumes from
     *     there
     */
    ImportResult run() {
        awaitCurrent();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<DocumentId, DocumentId> page = from.ids(after, PAGE);
            for (DocumentId id : page.items()) {
                importDocument(id);
                progress.accept(documents + differing);
            }
            after = page.next();
        } while (after.isPresent());
        while (!underWay.isEmpty()) awaitFirst();
        return new ImportResult(documents, versions, different, differing);
    }

    /**
     * Waits until the target is current: otherwise documents that exist would seem to be missing. A new log needs a
     * moment.
     */
    private void awaitCurrent() {
        long until = System.nanoTime() + to.longestUpdateWait.toNanos();
        while (true) {
            try {
                to.current().join();
                return;
            } catch (CompletionException failure) {
                if (System.nanoTime() >= until) {
                    throw new StorageException(
                            "the cluster did not report its state of collection " + to.name(),
                            new SilentLogException(String.valueOf(failure.getMessage())));
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void importDocument(DocumentId id) {
        long there = to.version(id).number();
        // Compare the newest version that both have: one of them may have had writes since.
        long inBoth = Math.min(there, from.version(id).number());
        if (there > 0 && !isSame(id, new Version(inBoth))) {
            differing++;
            if (different.size() < MOST_NAMED) different.add(id);
            return;
        }
        long before = there;
        for (VersionInfo info : oldestFirst(id)) {
            long version = info.version().number();
            if (version <= there) continue;
            send(entry(id, info), before);
            before = version;
        }
        documents++;
    }

    private boolean isSame(DocumentId id, Version version) {
        return from.get(id, version).equals(to.get(id, version))
                && info(from, id, version).equals(info(to, id, version));
    }

    private static Optional<VersionInfo> info(StoredCollection<?, ?> of, DocumentId id, Version version) {
        return of.versions(id, Optional.of(new Version(version.number() + 1)), 1).items().stream()
                .filter(info -> info.version().equals(version))
                .findFirst();
    }

    private List<VersionInfo> oldestFirst(DocumentId id) {
        List<VersionInfo> all = new ArrayList<>();
        Optional<Version> before = Optional.empty();
        do {
            Page<VersionInfo, Version> page = from.versions(id, before, PAGE);
            all.addAll(page.items());
            before = page.next();
        } while (before.isPresent());
        return all.reversed();
    }

    private SharedLog.Entry entry(DocumentId id, VersionInfo info) {
        long version = info.version().number();
        JsonText body = from.get(id, info.version()).map(Document::value).orElse(Publication.NOTHING);
        return new SharedLog.Entry(
                id,
                version,
                info.action(),
                info.at().toEpochMilli(),
                Optional.ofNullable(keys.get(new VersionKey(id, version))),
                body);
    }

    private void send(SharedLog.Entry entry, long before) {
        if (underWay.size() >= MOST_UNDER_WAY) awaitFirst();
        underWay.add(new PendingWrite(new VersionKey(entry.id(), entry.version()), to.take(entry, before)));
    }

    private void awaitFirst() {
        PendingWrite first = underWay.remove();
        Write write = first.outcome.join();
        if (!(write instanceof Write.Stored)) {
            throw new StorageException(
                    "collection " + to.name() + " was imported only in part",
                    new IOException(failureReason(first.version, write)));
        }
        versions++;
    }

    private static String failureReason(VersionKey what, Write write) {
        String which = "version " + what.version + " of document " + what.id;
        return write instanceof Write.TooLarge(long size, long limit)
                ? which + " has " + size + " bytes, and the cluster takes at most " + limit + " (max_payload of NATS)"
                : "of " + which + " it is not known whether it was stored: " + write;
    }
}
