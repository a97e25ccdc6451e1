package vesper.documents.queries;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps a generation up to date with its collection, change by change. Several changes of one document between two
 * refreshes become a single update. One thread calls {@link #step}; {@link #visible} is thread-safe.
 */
final class GenerationUpdater {
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_PENDING = 100_000;

    private final Generation generation;
    private final IndexSource source;
    private final IndexPolicy policy;

    /** The newest state of each document that the generation does not have yet, and the bytes of those states. */
    private final Map<String, SearchedDocument> pending = new LinkedHashMap<>();

    private long pendingBytes;
    private long readUpTo;
    private volatile long visible;
    private long committed;
    private boolean isChanged;
    private long refreshedNanos;
    private long committedNanos = System.nanoTime();

    GenerationUpdater(Generation generation, IndexSource source, IndexPolicy policy, long sequence) {
        this.generation = generation;
        this.source = source;
        this.policy = policy;
        this.readUpTo = sequence;
        this.visible = sequence;
        this.committed = generation.committed();
        this.refreshedNanos = System.nanoTime() - policy.refresh().toNanos();
    }

    Generation generation() {
        return generation;
    }

    /** Returns the sequence up to which searches find all changes. */
    long visible() {
        return visible;
    }

    /**
     * Reads changes, waiting at most this long for them, and refreshes and commits the generation when it is time.
     *
     * @return false if the next changes are no longer available
     */
    boolean step(Duration longestWait) throws IOException, InterruptedException {
        switch (source.changes(readUpTo, MOST_CHANGES, wait(longestWait))) {
            case IndexSource.PollResult.Gone() -> {
                return false;
            }
            case IndexSource.PollResult.Changes(var documents, var upTo) -> {
                for (SearchedDocument document : documents) add(document);
                readUpTo = upTo;
            }
        }
        if (pendingBytes > policy.memoryBytes() || pending.size() >= MOST_PENDING) apply();
        if (visible < readUpTo && untilRefreshNanos() <= 0) show();
        if (committed < visible
                && System.nanoTime() - committedNanos >= policy.commit().toNanos()) commit();
        return true;
    }

    /** Commits the visible changes. Later ones are part of the next commit. */
    void commit() throws IOException {
        long sequence = visible;
        generation.commit(sequence);
        committed = sequence;
        committedNanos = System.nanoTime();
    }

    boolean isCommitted() {
        return committed == visible;
    }

    private Duration wait(Duration longestWait) {
        if (visible == readUpTo) return longestWait;
        Duration untilRefresh = Duration.ofNanos(Math.max(0, untilRefreshNanos()));
        return untilRefresh.compareTo(longestWait) < 0 ? untilRefresh : longestWait;
    }

    private long untilRefreshNanos() {
        return refreshedNanos + policy.refresh().toNanos() - System.nanoTime();
    }

    private void add(SearchedDocument document) {
        SearchedDocument before = pending.put(document.id(), document);
        pendingBytes += document.json().length - (before == null ? 0 : before.json().length);
    }

    private void apply() throws IOException {
        if (pending.isEmpty()) return;
        generation.apply(pending.values());
        pending.clear();
        pendingBytes = 0;
        isChanged = true;
    }

    private void show() throws IOException {
        apply();
        if (isChanged) generation.refresh();
        isChanged = false;
        refreshedNanos = System.nanoTime();
        visible = readUpTo;
    }
}
