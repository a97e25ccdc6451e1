package vesper.records.capture;

import org.jspecify.annotations.Nullable;

/** The rows that others may be like, at most one for each kind of request. Used by one thread. */
final class BaseRows {
    private static final int SLOTS = 64;

    private final BaseRow[] rows = new BaseRow[SLOTS];
    private final boolean[] isUsed = new boolean[SLOTS];

    BaseRows() {
        for (int slot = 0; slot < SLOTS; slot++) rows[slot] = new BaseRow();
    }

    /** Where the row is that one of such a request may be like: of the same route, with as many fields. */
    static int slot(String route, int fields) {
        int hash = route.hashCode() * 31 + fields;
        return (hash ^ (hash >>> 16)) & (SLOTS - 1);
    }

    @Nullable
    BaseRow in(int slot) {
        return isUsed[slot] ? rows[slot] : null;
    }

    /**
     * Takes the row that was just written, unless it is too long to be one.
     *
     * @return what is to be told of what it was made of; null where it was not taken
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
