package vesper.records.search;

import java.nio.ByteBuffer;
import java.util.BitSet;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.HashSet64;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.text.WordHash;

/**
 * Removes additions to transactions that were counted before. Remembers at most {@value #MOST_KNOWN} transactions;
 * beyond that, each row is counted.
 */
final class SeenTransactions {
    private static final int MOST_KNOWN = 1 << 20;

    private final HashSet64 ids = new HashSet64();
    private final byte[] id = new byte[2 * Long.BYTES];

    BitSet withoutSeen(BatchView batch, BitSet rows) throws DamagedBlockException {
        if (!mayHaveAdditions(batch)) return rows;
        long[] flags = batch.numbers(Columns.FLAGS);
        long[] highs = batch.numbers(Columns.ID_HIGH);
        long[] lows = batch.numbers(Columns.ID_LOW);
        var left = (BitSet) rows.clone();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if ((flags[row] & RowFlags.ADDITION) != 0 && !isNew(highs[row], lows[row])) left.clear(row);
        }
        return left;
    }

    static boolean mayHaveAdditions(BatchView batch) throws DamagedBlockException {
        return batch.bounds(Columns.FLAGS).largest() >= RowFlags.ADDITION;
    }

    private boolean isNew(long high, long low) {
        ByteBuffer.wrap(id).putLong(high).putLong(low);
        return ids.size() >= MOST_KNOWN || ids.add(WordHash.of(id, id.length));
    }
}
