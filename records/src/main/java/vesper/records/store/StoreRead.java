package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.records.blocks.Batch;
import vesper.records.blocks.BlockWriter;
import vesper.records.rows.Columns;
import vesper.records.search.Batches;

/**
 * A consistent read of all rows in a time range as of one moment, each row once. Rows that are in no block come first,
 * then the blocks in descending order of their latest row. Not thread-safe.
 */
public final class StoreRead implements Batches, AutoCloseable {
    private static final int ROWS_PER_BATCH = 4096;
    private static final int BYTES_PER_BATCH = 256 << 10;

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final BlockWriter writer = new BlockWriter(Columns.ALL, 1);
    private final RowTaker rows = RowTaker.forReading(writer);
    /** Losses that are still to be reported. */
    private final Deque<String> lost;

    private final Deque<JournalReader> tails = new ArrayDeque<>();
    private final Iterator<BlockRef> blocks;
    private final Snapshot snapshot;
    private final Consumer<StoreRead> whenClosed;
    private @Nullable BlockRef next;
    /** Damage that ended the tail of the last batch and is still to be reported. */
    private @Nullable DamagedSegmentException damage;

    /** @param from earliest time of a row to include, in milliseconds since 1970 */
    StoreRead(Snapshot snapshot, long from, long to, Consumer<StoreRead> whenClosed) {
        this.whenClosed = whenClosed;
        this.snapshot = snapshot;
        this.lost = new ArrayDeque<>(snapshot.lost());
        for (Tail tail : snapshot.tails()) {
            tails.add(tail.journal().read(tail.from()));
        }
        blocks = chosen(snapshot.blocks(), from, to).iterator();
        next = blocks.hasNext() ? blocks.next() : null;
    }

    private static List<BlockRef> chosen(BlockList all, long from, long to) {
        return IntStream.range(0, all.count())
                .mapToObj(all::get)
                .filter(ref -> ref.latest() >= from && ref.earliest() <= to)
                .sorted(Comparator.comparingLong(BlockRef::latest).reversed())
                .toList();
    }

    /**
     * Returns the next batch, or null at the end.
     *
     * @throws IOException if a block or journal is damaged or blocks are lost; the next call continues after that
     */
    @Override
    public @Nullable Batch next() throws IOException {
        if (!lost.isEmpty()) throw new IOException(lost.remove());
        while (!tails.isEmpty()) {
            Batch batch = fromNextTail();
            if (batch != null) return batch;
        }
        BlockRef block = next;
        if (block == null) return null;
        next = blocks.hasNext() ? blocks.next() : null;
        return block.open(zstd);
    }

    @Override
    public long latestLeft() {
        if (!lost.isEmpty() || !tails.isEmpty()) return Long.MAX_VALUE;
        return next == null ? Long.MIN_VALUE : next.latest();
    }

    private @Nullable Batch fromNextTail() throws IOException {
        Batch batch = null;
        try {
            batch = fromTail(tails.element());
            return batch;
        } finally {
            // Nothing after a damage can be read either.
            if (batch == null) tails.remove().close();
        }
    }

    private @Nullable Batch fromTail(JournalReader tail) throws IOException {
        DamagedSegmentException before = damage;
        damage = null;
        if (before != null) throw before;
        writer.clear();
        rows.startBlock();
        try {
            while (writer.records() < ROWS_PER_BATCH && writer.gatheredBytes() < BYTES_PER_BATCH && tail.next())
                take(tail);
        } catch (DamagedSegmentException e) {
            if (writer.records() == 0) throw e;
            // Returns the rows before the damage; the next call reports it.
            damage = e;
        }
        return writer.records() == 0 ? null : writer.unsealed();
    }

    private void take(JournalReader tail) throws DamagedSegmentException {
        try {
            rows.take(tail);
        } catch (IllegalArgumentException _) {
            // The sealer logs invalid rows.
        }
    }

    /** Returns the position before which this read needs nothing of the journal. */
    long from(Journal journal) {
        for (Tail tail : snapshot.tails()) if (tail.journal().equals(journal)) return tail.from();
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {
        whenClosed.accept(this);
        tails.forEach(JournalReader::close);
        writer.close();
        zstd.close();
    }
}
