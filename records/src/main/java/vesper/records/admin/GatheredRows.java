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
 * Collects the rows of several transactions by their ids. If the rows exceed the memory limit, the last ids are dropped
 * with their rows, so that the ones before them stay complete. The first id is never dropped. Not thread-safe.
 */
final class GatheredRows {
    /** Rows by id, most wanted id first. */
    private final SequencedMap<UUID, List<RowCopy>> rows = new LinkedHashMap<>();

    private final long mostBytes;
    private long bytes;

    /**
     * Creates an instance that collects rows of these ids.
     *
     * @param ids most wanted first
     */
    GatheredRows(Collection<UUID> ids, long mostBytes) {
        this.mostBytes = mostBytes;
        for (UUID id : ids) rows.put(id, new ArrayList<>());
    }

    /** Returns the ids that have not been dropped. */
    Set<UUID> ids() {
        return new LinkedHashSet<>(rows.keySet());
    }

    /** Checks whether the id has not been dropped. */
    boolean has(UUID id) {
        return rows.containsKey(id);
    }

    /** Returns the rows of an id, or an empty list, also if the id was dropped. */
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

    /**
     * Returns the ids for which neither the exchange nor the start of the transaction was found, and discards their
     * rows.
     */
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

    /**
     * Checks for the exchange, or for the start of a transaction that code began; such a transaction has a state in
     * each row.
     */
    private static boolean hasBeginning(List<RowCopy> rows) {
        for (RowCopy row : rows) {
            try {
                if (!row.is(RowFlags.ADDITION) || !row.text(Columns.STATE).isEmpty()) return true;
            } catch (DamagedBlockException e) {
                // Unreadable, so another row may have to be the beginning.
            }
        }
        return false;
    }

    private static long bytesOf(List<RowCopy> rows) {
        return rows.stream().mapToLong(RowCopy::sizeBytes).sum();
    }
}
