package vesper.records.search;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;

/**
 * Collects the first hits in the sort order, each id once. Keeps one more than the limit, to know whether another page
 * follows. Not thread-safe.
 */
final class SortedHits {
    private static final int MOST_READ = 8;

    private final Sort sort;
    private final HitsWhile hits;
    private final Damages damages;
    private final Comparator<HitPosition> order;
    private final @Nullable HitPosition after;

    /** The hits in the order of delivery. */
    private final TreeSet<RowHit> kept;
    /** The hits by id, including those delivered already. */
    private final Map<UUID, RowHit> known = new HashMap<>();

    /** The batches that hits were read from last. */
    private final Deque<BatchView> read = new ArrayDeque<>();

    /** The number of hits wanted; lowered once the receiver has enough. */
    private int limit;

    private int handedOver;
    /** Number of delivered hits that could not be read. */
    private int unreadable;

    private @Nullable RowHit last;
    private boolean hasMore;

    /**
     * @param damages receives the errors of hits that cannot be read; such hits are left out but count against the
     *     limit
     */
    SortedHits(Sort sort, int limit, @Nullable HitPosition after, HitsWhile hits, Damages damages) {
        this.sort = sort;
        this.limit = limit;
        this.hits = hits;
        this.damages = damages;
        this.order = HitPosition.order(sort);
        this.kept = new TreeSet<>(Comparator.comparing(RowHit::position, order));
        this.after = after;
    }

    void add(BatchView batch, BitSet rows) throws DamagedBlockException {
        if (limit == 0) return;
        long[] highs = batch.numbers(Columns.ID_HIGH);
        long[] lows = batch.numbers(Columns.ID_LOW);
        if (sort.isByText()) {
            TextValues texts = batch.texts(sort.column());
            for (int row = rows.length() - 1; row >= 0; row = rows.previousSetBit(row - 1)) {
                add(new RowHit(HitPosition.of(texts.of(row), highs[row], lows[row]), batch, row));
            }
            return;
        }
        long[] numbers = sort.isByTime() ? times(batch) : batch.numbers(sort.column());
        for (int row = rows.length() - 1; row >= 0; row = rows.previousSetBit(row - 1)) {
            if (!isBehindCursor(numbers[row]) || !isAmongFirst(numbers[row])) continue;
            add(new RowHit(HitPosition.of(numbers[row], highs[row], lows[row]), batch, row));
        }
    }

    /** Checks whether any number between these bounds could belong to the page. */
    boolean hasRoomFor(Bounds numbers) {
        long first = sort.isDescending() ? numbers.largest() : numbers.least();
        long last = sort.isDescending() ? numbers.least() : numbers.largest();
        return isBehindCursor(last) && isAmongFirst(first);
    }

    private boolean isBehindCursor(long number) {
        HitPosition cursor = after;
        return cursor == null || !isBefore(number, cursor.number());
    }

    private boolean isAmongFirst(long number) {
        return handedOver + kept.size() <= limit
                || !isBefore(kept.last().position().number(), number);
    }

    /** Delivers the hits that no later batch can precede. */
    void handOverNewerThan(long time) {
        while (!kept.isEmpty() && handedOver < limit && kept.first().position().number() > time) handOver();
    }

    boolean isFullOfNewerThan(long time) {
        return handedOver + kept.size() > limit && kept.last().position().number() > time;
    }

    void finish() {
        while (!kept.isEmpty() && handedOver < limit) handOver();
        hasMore = !kept.isEmpty();
    }

    /** Returns the number of hits that were delivered and could be read. */
    long taken() {
        return (long) handedOver - unreadable;
    }

    Optional<String> next() {
        return hasMore && last != null ? Optional.of(last.position().encoded()) : Optional.empty();
    }

    /**
     * Returns the times to sort by. An addition has the time of its transaction's id, so that all rows of a transaction
     * sort as one.
     */
    private static long[] times(BatchView batch) throws DamagedBlockException {
        long[] times = batch.numbers(Columns.TIME);
        if (!SeenTransactions.mayHaveAdditions(batch)) return times;
        long[] flags = batch.numbers(Columns.FLAGS);
        long[] highs = batch.numbers(Columns.ID_HIGH);
        long[] begun = times.clone();
        for (int row = 0; row < begun.length; row++) {
            if ((flags[row] & RowFlags.ADDITION) != 0) begun[row] = highs[row] >>> 16;
        }
        return begun;
    }

    private void add(RowHit hit) {
        if (after != null && order.compare(hit.position(), after) <= 0) return;
        UUID id = id(hit);
        RowHit other = known.get(id);
        if (other != null) {
            // If two rows have the same id, the first one in order represents both, unless the other was delivered
            // already.
            if (!kept.contains(other) || order.compare(other.position(), hit.position()) <= 0) return;
            kept.remove(other);
        }
        known.put(id, hit);
        kept.add(hit);
        if (handedOver + kept.size() <= limit + 1) return;
        RowHit outside = kept.removeLast();
        known.remove(id(outside));
    }

    /** Keeps the decoded columns of the last few batches, because adjacent hits come from few batches. */
    private void keepRead(BatchView batch) {
        if (read.contains(batch)) return;
        read.addLast(batch);
        if (read.size() > MOST_READ) read.removeFirst().release();
    }

    private static UUID id(RowHit hit) {
        return new UUID(hit.position().high(), hit.position().low());
    }

    private boolean isBefore(long number, long other) {
        return sort.isDescending() ? number > other : number < other;
    }

    private void handOver() {
        RowHit first = kept.removeFirst();
        last = first;
        keepRead(first.batch());
        handedOver++;
        try {
            if (!hits.take(new Row(first.batch(), first.row(), first.position()))) limit = handedOver;
        } catch (IOException damaged) {
            unreadable++;
            damages.add(damaged);
        } catch (InternalError late) {
            unreadable++;
            damages.add(late);
        }
    }
}
