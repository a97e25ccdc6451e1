package vesper.records.blocks;

import java.security.SecureRandom;
import java.util.Arrays;

/** A growing set of 64-bit hashes that can be cleared and reused without creating garbage. Not thread-safe. */
public final class HashSet64 {
    private static final int FIRST_CAPACITY = 1 << 12;

    /** Random, so that no client can choose hashes that all collide in one slot. */
    private final long factor = new SecureRandom().nextLong() | 1;

    private long[] slots = new long[FIRST_CAPACITY];
    private boolean hasZero;
    private int size;

    /**
     * Adds a hash.
     *
     * @return true if the set did not contain the hash yet
     */
    public boolean add(long hash) {
        if (hash == 0) {
            boolean isNew = !hasZero;
            if (isNew) size++;
            hasZero = true;
            return isNew;
        }
        int mask = slots.length - 1;
        int slot = slot(hash, mask);
        while (slots[slot] != 0) {
            if (slots[slot] == hash) return false;
            slot = (slot + 1) & mask;
        }
        slots[slot] = hash;
        size++;
        if (size > slots.length / 2) grow();
        return true;
    }

    public int size() {
        return size;
    }

    void copyTo(TokenFilter filter) {
        if (hasZero) filter.add(0);
        for (long hash : slots) if (hash != 0) filter.add(hash);
    }

    public void clear() {
        Arrays.fill(slots, 0);
        hasZero = false;
        size = 0;
    }

    private int slot(long hash, int mask) {
        return (int) ((hash * factor) >>> Integer.SIZE) & mask;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        int mask = slots.length - 1;
        for (long hash : old) {
            if (hash == 0) continue;
            int slot = slot(hash, mask);
            while (slots[slot] != 0) slot = (slot + 1) & mask;
            slots[slot] = hash;
        }
    }
}
