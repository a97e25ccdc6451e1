package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A column of 64-bit integers. A record that sets no value repeats the value of the record before. Such records cost
 * nothing until a later value is set.
 *
 * <p>The least value is subtracted from every value, and the differences are stored in as many bytes as the largest one
 * needs. The most significant bytes of all values come first, then the next bytes of all, and so on. Values that change
 * slowly thus become runs of equal bytes, which compress to almost nothing.
 * <pre>
 * numbers := least:u64 width:u8 (byte of each number){width}       the lowest byte of each comes last
 * </pre>
 */
final class NumberColumn {
    private static final int HEADER_BYTES = Long.BYTES + 1;

    private long[] values = new long[256];
    /** Number of values that are filled in; the last of them is the one that was set last. */
    private int count;

    private long least = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;

    /**
     * Sets the value of a record.
     *
     * @param record the record's index; not before the record of the last call
     */
    void put(int record, long value) {
        if (record > count) fill(record);
        if (record == values.length) grow(record + 1);
        values[record] = value;
        count = record + 1;
        if (value < least) least = value;
        if (value > largest) largest = value;
    }

    void clear() {
        count = 0;
        least = Long.MAX_VALUE;
        largest = Long.MIN_VALUE;
    }

    Bounds bounds() {
        return new Bounds(least, largest);
    }

    /** Returns a copy of the values of the first {@code records} records. */
    long[] toArray(int records) {
        fill(records);
        return Arrays.copyOf(values, records);
    }

    /** Returns a copy of the values of the first {@code records} records, each of which must fit an {@code int}. */
    int[] toInts(int records) {
        fill(records);
        int[] ints = new int[records];
        for (int i = 0; i < records; i++) ints[i] = (int) values[i];
        return ints;
    }

    int encodedBytes(int records) {
        return HEADER_BYTES + width() * records;
    }

    /**
     * Encodes the first {@code records} records.
     *
     * @param out a buffer that is backed by an array
     */
    void encode(int records, ByteBuffer out) {
        int width = width();
        if (width > 0) fill(records);
        out.putLong(least).put((byte) width);
        byte[] bytes = out.array();
        int at = out.arrayOffset() + out.position();
        for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE, at += records) {
            for (int i = 0; i < records; i++) bytes[at + i] = (byte) ((values[i] - least) >>> shift);
        }
        out.position(out.position() + width * records);
    }

    static long[] decode(ByteBuffer in, int count) {
        long least = in.getLong();
        int width = checkedWidth(in, count);
        long[] values = new long[count];
        byte[] bytes = rest(in);
        for (int at = 0; at < bytes.length; at += count) {
            for (int i = 0; i < count; i++) values[i] = (values[i] << Byte.SIZE) | (bytes[at + i] & 0xffL);
        }
        if (least != 0 || width == Long.BYTES) for (int i = 0; i < count; i++) values[i] += least;
        return values;
    }

    /** Decodes values and checks that each is at least 0 and less than {@code below}. */
    static int[] decodeInts(ByteBuffer in, int count, int below) {
        long least = in.getLong();
        int width = checkedWidth(in, count);
        if (width > Integer.BYTES || least < 0 || least >= below) {
            throw new IllegalArgumentException("numbers of " + width + " bytes from " + least + ", not below " + below);
        }
        int[] values = new int[count];
        byte[] bytes = rest(in);
        for (int at = 0; at < bytes.length; at += count) {
            for (int i = 0; i < count; i++) values[i] = (values[i] << Byte.SIZE) | (bytes[at + i] & 0xff);
        }
        int first = (int) least;
        int outside = 0;
        for (int i = 0; i < count; i++) {
            int value = values[i] + first;
            values[i] = value;
            outside |= value | (below - 1 - value);
        }
        if (outside < 0) throw new IllegalArgumentException("a number that is not below " + below);
        return values;
    }

    private static int checkedWidth(ByteBuffer in, int count) {
        int width = in.get();
        if (width < 0 || width > Long.BYTES || in.remaining() != width * count) {
            throw new IllegalArgumentException(
                    "numbers of " + width + " bytes, " + count + " of them, in " + in.remaining() + " bytes");
        }
        return width;
    }

    private static byte[] rest(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    private void fill(int records) {
        if (records <= count) return;
        if (count == 0) throw new IllegalStateException("the first record was given no value");
        if (records > values.length) grow(records);
        Arrays.fill(values, count, records, values[count - 1]);
        count = records;
    }

    private void grow(int records) {
        values = Arrays.copyOf(values, Math.max(values.length * 2, records));
    }

    private int width() {
        if (count == 0) return 0;
        // The difference is unsigned, so the width is right even if it needs all 64 bits.
        return (Long.SIZE - Long.numberOfLeadingZeros(largest - least) + Byte.SIZE - 1) / Byte.SIZE;
    }
}
