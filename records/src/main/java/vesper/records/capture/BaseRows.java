package vesper.records.capture;

import org.jspecify.annotations.Nullable;

/** The base rows that new rows may be written against, at most one for each kind of request. Not thread-safe. */
final class BaseRows {
    private static final int SLOTS = 64;

    private final BaseRow[] rows = new BaseRow[SLOTS];
    private final boolean[] isUsed = new boolean[SLOTS];

    BaseRows() {
        for (int slot = 0; slot < SLOTS; slot++) rows[slot] = new BaseRow();
    }

    /**
     * Returns the slot for a kind of request: requests with the same route and the same number of header fields share
     * one. Different kinds may collide.
     */
    static int slot(String route, int fields) {
        int hash = route.hashCode() * 31 + fields;
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }

    @Nullable
    BaseRow in(int slot) {
        return isUsed[slot] ? rows[slot] : null;
    }

    /**
     * Makes the row that was just written the base of its slot, unless it is too long.
     *
     * @return the base, which the caller must complete with the row's inputs; null if the row was too long
     */
    @Nullable
    BaseRow put(int slot, RowBuffer row, long position) {
        isUsed[slot] = row.copyTo(rows[slot], position);
        return in(slot);
    }

    void remove(int slot) {
        isUsed[slot] = false;
    }
}
