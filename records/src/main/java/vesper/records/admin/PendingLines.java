package vesper.records.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;
import vesper.records.search.Batches;

/**
 * Hits waiting to be written as lines, in order. A hit that is part of a transaction is looked up together with those
 * that follow it. The first is looked up at once, and the batch size then doubles each time; a time limit bounds the
 * delay. Not thread-safe.
 *
 * @param <T> type of the items sent
 */
final class PendingLines<T> {
    private static final int MOST_HITS = 256;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Writes hits in order. */
    interface LineWriter<T> {
        void write(List<HitItem<T>> hits) throws IOException;
    }

    private final LineWriter<T> writing;
    private final List<HitItem<T>> hits = new ArrayList<>();
    private int parts;
    private int together = 1;
    private long firstAtNanos;

    PendingLines(LineWriter<T> writing) {
        this.writing = writing;
    }

    void add(HitItem<T> hit) throws IOException {
        if (hits.isEmpty()) firstAtNanos = System.nanoTime();
        hits.add(hit);
        if (hit.partOf() != null) parts++;
        if (parts == 0 || parts >= together || hits.size() >= MOST_HITS) write();
    }

    void write() throws IOException {
        if (parts >= together) together = Math.min(MOST_HITS, 2 * together);
        List<HitItem<T>> written = List.copyOf(hits);
        hits.clear();
        parts = 0;
        if (!written.isEmpty()) writing.write(written);
    }

    /** Wraps batches so that hits which have waited long enough are written between two of them. */
    Batches between(Batches batches) {
        return new Batches() {
            @Override
            public @Nullable Batch next() throws IOException {
                if (!hits.isEmpty() && System.nanoTime() - firstAtNanos >= LONGEST_NANOS) write();
                return batches.next();
            }

            @Override
            public long latestLeft() {
                return batches.latestLeft();
            }
        };
    }
}
