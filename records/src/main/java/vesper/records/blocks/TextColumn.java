package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import vesper.records.text.WordHash;

/**
 * A column of texts with a dictionary: each distinct text once, then its code for each record. A record that sets no
 * value repeats the value of the record before.
 * <pre>
 * texts := count:u32 (length:u32 UTF-8){count} numbers       of each record, in the order of their first appearance
 * </pre>
 * The dictionary is an open-addressing hash table, so lookups create no garbage.
 */
final class TextColumn {
    private static final int FIRST_CAPACITY = 64;

    /** Random, so that no client can choose texts that all collide in one slot. */
    private final long seed = new SecureRandom().nextLong();

    private final NumberColumn chosen = new NumberColumn();
    private byte[] bytes = new byte[1 << 10];
    /** Hash of each text and its end offset in {@link #bytes}, by code. */
    private long[] hashes = new long[FIRST_CAPACITY / 2];

    private int[] ends = new int[FIRST_CAPACITY / 2];
    private int different;
    /** The code plus 1; 0 marks a free slot. */
    private int[] slots = new int[FIRST_CAPACITY];
    /** Code of the text that was added last. It is compared first, since consecutive requests are often alike. */
    private int last = -1;

    /**
     * Sets the text of a record.
     *
     * @param record the record's index; not before the record of the last call
     * @return how many bytes the dictionary grew by, 0 if it contained the text already
     */
    int put(int record, byte[] utf8, int from, int length) {
        int before = different;
        if (last < 0 || !equals(last, utf8, from, length)) last = codeOf(utf8, from, length);
        chosen.put(record, last);
        return different > before ? length : 0;
    }

    /**
     * Sets the text of a record.
     *
     * @param code the code of a text in the dictionary
     */
    void put(int record, int code) {
        last = code;
        chosen.put(record, code);
    }

    /** Returns the code of the text that was added last. */
    int last() {
        return last;
    }

    void clear() {
        chosen.clear();
        Arrays.fill(slots, 0);
        different = 0;
        last = -1;
    }

    int encodedBytes(int records) {
        return Integer.BYTES + different * Integer.BYTES + textBytes() + chosen.encodedBytes(records);
    }

    /**
     * Encodes the first {@code records} records.
     *
     * @param out a buffer that is backed by an array
     */
    void encode(int records, ByteBuffer out) {
        out.putInt(different);
        for (int code = 0; code < different; code++) {
            int start = start(code);
            int length = ends[code] - start;
            out.putInt(length).put(bytes, start, length);
        }
        chosen.encode(records, out);
    }

    /** Returns a copy of the texts of the first {@code records} records. */
    TextValues values(int records) {
        return new TextValues(
                Arrays.copyOf(bytes, textBytes()), start(0), Arrays.copyOf(ends, different), 0, chosen.toInts(records));
    }

    static TextValues decode(ByteBuffer in, int count) {
        int different = in.getInt();
        if (different < 0 || different > count) throw new IllegalArgumentException(different + " texts for " + count);
        byte[] bytes = new byte[in.remaining()];
        in.get(in.position(), bytes);
        int start = in.position();
        int[] ends = new int[different];
        for (int code = 0; code < different; code++) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) throw new IllegalArgumentException("a text of " + length);
            in.position(in.position() + length);
            ends[code] = in.position() - start;
        }
        return new TextValues(bytes, Integer.BYTES, ends, Integer.BYTES, NumberColumn.decodeInts(in, count, different));
    }

    private int codeOf(byte[] utf8, int from, int length) {
        long hash = WordHash.of(seed, utf8, from, length);
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != 0) {
            int code = slots[slot] - 1;
            if (hashes[code] == hash && equals(code, utf8, from, length)) return code;
            slot = (slot + 1) & mask;
        }
        slots[slot] = different + 1;
        return append(hash, utf8, from, length);
    }

    private int append(long hash, byte[] utf8, int from, int length) {
        int start = textBytes();
        if (start + length > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, start + length));
        System.arraycopy(utf8, from, bytes, start, length);
        int code = different++;
        hashes[code] = hash;
        ends[code] = start + length;
        if (different == ends.length) grow();
        return code;
    }

    private void grow() {
        hashes = Arrays.copyOf(hashes, hashes.length * 2);
        ends = Arrays.copyOf(ends, ends.length * 2);
        slots = new int[slots.length * 2];
        int mask = slots.length - 1;
        for (int code = 0; code < different; code++) {
            int slot = (int) hashes[code] & mask;
            while (slots[slot] != 0) slot = (slot + 1) & mask;
            slots[slot] = code + 1;
        }
    }

    private boolean equals(int code, byte[] utf8, int from, int length) {
        int start = start(code);
        return ends[code] - start == length && Arrays.equals(bytes, start, start + length, utf8, from, from + length);
    }

    private int start(int code) {
        return code == 0 ? 0 : ends[code - 1];
    }

    private int textBytes() {
        return start(different);
    }
}
