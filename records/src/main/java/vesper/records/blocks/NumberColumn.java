package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Numbers less the least of them, in as many bytes as the largest needs, the first bytes of all before the second bytes
 * of all: what changes slowly is then a run of equal bytes, which compresses to nothing.
 * <pre>
 * numbers := least:u64 width:u8 (byte of each number){width}       the lowest byte of each comes last
 * </pre>
 */
final class NumberColumn {
    private static final int HEADER_BYTES = Long.BYTES + 1;

    private long[] values = new long[256];
    private int count;

    void add(long value) {
        if (count == values.length) values = Arrays.copyOf(values, count * 2);
        values[count++] = value;
    }

    void clear() {
        count = 0;
    }

    long least() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) least = Math.min(least, values[i]);
        return least;
    }

    long largest() {
        long largest = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) largest = Math.max(largest, values[i]);
        return largest;
    }

    int encodedBytes() {
        return HEADER_BYTES + width(least(), largest()) * count;
    }

    void encode(ByteBuffer out) {
        long least = least();
        int width = width(least, largest());
        out.putLong(least).put((byte) width);
        for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            for (int i = 0; i < count; i++) out.put((byte) ((values[i] - least) >>> shift));
        }
    }

    static long[] decode(ByteBuffer in, int count) {
        long least = in.getLong();
        int width = in.get();
        if (width < 0 || width > Long.BYTES || in.remaining() != width * count) {
            throw new IllegalArgumentException(
                    "numbers of " + width + " bytes, " + count + " of them, in " + in.remaining() + " bytes");
        }
        long[] values = new long[count];
        for (int plane = 0; plane < width; plane++) {
            for (int i = 0; i < count; i++) values[i] = (values[i] << Byte.SIZE) | (in.get() & 0xffL);
        }
        for (int i = 0; i < count; i++) values[i] += least;
        return values;
    }

    private static int width(long least, long largest) {
        // Unsigned, so that it is right also where the difference has 64 bits.
        return (Long.SIZE - Long.numberOfLeadingZeros(largest - least) + Byte.SIZE - 1) / Byte.SIZE;
    }
}
