package vesper.records.admin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.RowCopy;

/**
 * The rows of transactions, by their ids, while they are looked for. Where they take more memory than they may, the last
 * ids are given up, so that those in front of them are whole; the first one never is. Used by one thread.
 */
final class GatheredRows {
    /** In the order in which they are wanted. */
    private final SequencedMap<UUID, List<RowCopy>> rows = new LinkedHashMap<>();

    private final long mostBytes;
    private long bytes;

    /** @param ids in the order in which they are wanted */
    GatheredRows(Collection<UUID> ids, long mostBytes) {
        this.mostBytes = mostBytes;
        for (UUID id : ids) rows.put(id, new ArrayList<>());
    }

    /** Those that are not given up. */
    Set<UUID> ids() {
        return new LinkedHashSet<>(rows.keySet());
    }

    /** Whether all of its rows were looked for. */
    boolean has(UUID id) {
        return rows.containsKey(id);
    }

    /** None where there are none, or the id was given up. */
    List<RowCopy> of(UUID id) {
        return List.copyOf(rows.getOrDefault(id, List.of()));
    }

    void add(RowCopy row) {
        List<RowCopy> others;
        try {
            others = rows.get(new UUID(row.number(Columns.ID_HIGH), row.number(Columns.ID_LOW)));
        } catch (DamagedBlockException e) {
            throw new IllegalStateException("a row was found by an id that cannot be read", e);
        }
        if (others == null) return;
        others.add(row);
        bytes += row.sizeBytes();
        while (bytes > mostBytes && rows.size() > 1)
            bytes -= bytesOf(rows.pollLastEntry().getValue());
    }

    /** Those of which there is neither the exchange nor the beginning; what there is of them is forgotten. */
    Set<UUID> takeOutParts() {
        Set<UUID> parts = new LinkedHashSet<>();
        rows.forEach((id, each) -> {
            if (!hasBeginning(each)) parts.add(id);
        });
        for (UUID id : parts) {
            bytes -= bytesOf(of(id));
            rows.replace(id, new ArrayList<>());
        }
        return parts;
    }

    /** The exchange is there, or code began the transaction, which then is in a state from its first row on. */
    private static boolean hasBeginning(List<RowCopy> rows) {
        for (RowCopy row : rows) {
            try {
                if (!row.is(RowFlags.ADDITION) || !row.text(Columns.STATE).isEmpty()) return true;
            } catch (DamagedBlockException e) {
                // It may be another one's.
            }
        }
        return false;
    }

    private static long bytesOf(List<RowCopy> rows) {
        return rows.stream().mapToLong(RowCopy::sizeBytes).sum();
    }
}
