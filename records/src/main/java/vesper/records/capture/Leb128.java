package vesper.records.capture;

import java.nio.ByteBuffer;

/**
 * LEB128 encoding of unsigned numbers: seven bits to a byte, the lowest first; all but the last byte have the highest
 * bit set.
 */
final class Leb128 {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private Leb128() {}

    /**
     * Writes a number.
     *
     * @return the index after the number
     */
    static int write(long value, byte[] into, int at) {
        int next = at;
        long rest = value;
        while ((rest & -MORE) != 0) {
            into[next++] = (byte) (rest | MORE);
            rest >>>= BITS;
        }
        into[next] = (byte) rest;
        return next + 1;
    }

    /**
     * Reads a number at the buffer's position.
     *
     * @throws IllegalArgumentException if the number has more than 64 bits
     */
    static long read(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            byte next = in.get();
            value |= (long) (next & MORE - 1) << shift;
            if (next >= 0) return value;
        }
        throw new IllegalArgumentException("a number of more than 64 bits");
    }
}
