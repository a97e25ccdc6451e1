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
 * The first hits in some order, each id once. Keeps one more than are wanted, to know whether another page follows. Used
 * by one thread.
 */
final class Page {
    private static final int MOST_READ = 8;

    private final Sort sort;
    private final HitsWhile hits;
    private final Damages damages;
    private final Comparator<Position> order;
    private final @Nullable Position after;

    /** In the order in which they are handed over. */
    private final TreeSet<Hit> kept;
    /** By id, those that were handed over too. */
    private final Map<UUID, Hit> known = new HashMap<>();

    /** The batches that hits were read from last. */
    private final Deque<BatchView> read = new ArrayDeque<>();

    /** How many are wanted; fewer once whoever takes them has enough. */
    private int limit;

    private int handedOver;
    /** Of those that were handed over. */
    private int unreadable;

    private @Nullable Hit last;
    private boolean hasMore;

    /** @param damages takes what stands in the way of hits, which keep their place and are left out */
    Page(Sort sort, int limit, @Nullable Position after, HitsWhile hits, Damages damages) {
        this.sort = sort;
        this.limit = limit;
        this.hits = hits;
        this.damages = damages;
        this.order = Position.order(sort);
        this.kept = new TreeSet<>(Comparator.comparing(Hit::position, order));
        this.after = after;
    }

    void add(BatchView batch, BitSet rows) throws DamagedBlockException {
        if (limit == 0) return;
        long[] highs = batch.numbers(Columns.ID_HIGH);
        long[] lows = batch.numbers(Columns.ID_LOW);
        if (sort.isByText()) {
            TextValues texts = batch.texts(sort.column());
            for (int row = rows.length() - 1; row >= 0; row = rows.previousSetBit(row - 1)) {
                add(new Hit(Position.of(texts.of(row), highs[row], lows[row]), batch, row));
            }
            return;
        }
        long[] numbers = sort.isByTime() ? times(batch) : batch.numbers(sort.column());
        for (int row = rows.length() - 1; row >= 0; row = rows.previousSetBit(row - 1)) {
            if (!isBehindCursor(numbers[row]) || !isAmongFirst(numbers[row])) continue;
            add(new Hit(Position.of(numbers[row], highs[row], lows[row]), batch, row));
        }
    }

    /** Whether a number from the least to the largest could be among the first ones, and behind the cursor. */
    boolean hasRoomFor(Bounds numbers) {
        long first = sort.isDescending() ? numbers.largest() : numbers.least();
        long last = sort.isDescending() ? numbers.least() : numbers.largest();
        return isBehindCursor(last) && isAmongFirst(first);
    }

    private boolean isBehindCursor(long number) {
        Position cursor = after;
        return cursor == null || !isBefore(number, cursor.number());
    }

    private boolean isAmongFirst(long number) {
        return handedOver + kept.size() <= limit
                || !isBefore(kept.last().position().number(), number);
    }

    /** Hands over what nothing can come before any more. */
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

    /** How many were handed over and could be read. */
    long taken() {
        return (long) handedOver - unreadable;
    }

    Optional<String> next() {
        return hasMore && last != null ? Optional.of(last.position().encoded()) : Optional.empty();
    }

    /** When each began; what was added to a transaction counts as of the transaction's id, so that all of it is one. */
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

    private void add(Hit hit) {
        if (after != null && order.compare(hit.position(), after) <= 0) return;
        UUID id = id(hit);
        Hit other = known.get(id);
        if (other != null) {
            // Of two rows of one id the one that comes first stands for both, unless it has been handed over.
            if (!kept.contains(other) || order.compare(other.position(), hit.position()) <= 0) return;
            kept.remove(other);
        }
        known.put(id, hit);
        kept.add(hit);
        if (handedOver + kept.size() <= limit + 1) return;
        Hit outside = kept.removeLast();
        known.remove(id(outside));
    }

    /** Neighbours come from few batches, and what is read of those need not be read again for each hit. */
    private void keepRead(BatchView batch) {
        if (read.contains(batch)) return;
        read.addLast(batch);
        if (read.size() > MOST_READ) read.removeFirst().release();
    }

    private static UUID id(Hit hit) {
        return new UUID(hit.position().high(), hit.position().low());
    }

    private boolean isBefore(long number, long other) {
        return sort.isDescending() ? number > other : number < other;
    }

    private void handOver() {
        Hit first = kept.removeFirst();
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
