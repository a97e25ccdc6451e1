package vesper.records.blocks;

import java.nio.ByteBuffer;

/**
 * A Bloom filter over the word hashes of a block (Bloom, "Space/time trade-offs in hash coding with allowable errors",
 * CACM 13(7), 1970). With ten bits and seven probes for each hash, about one in 120 absent hashes passes.
 * <pre>
 * filter := bits:u64*       bit n is bit n mod 64 of word n / 64, big-endian
 * </pre>
 */
final class TokenFilter {
    private static final int BITS_PER_HASH = 10;
    private static final int PROBES = 7;

    private final ByteBuffer bits;
    private final long bitCount;

    private TokenFilter(ByteBuffer bits) {
        this.bits = bits;
        this.bitCount = (long) bits.capacity() * Byte.SIZE;
    }

    static TokenFilter of(HashSet64 hashes) {
        long words = Math.max(1, ((long) hashes.size() * BITS_PER_HASH + Long.SIZE - 1) / Long.SIZE);
        var filter = new TokenFilter(ByteBuffer.allocate(Math.toIntExact(words * Long.BYTES)));
        hashes.copyTo(filter);
        return filter;
    }

    /**
     * Wraps an existing filter.
     *
     * @param bits the bytes of a filter, as {@link #bytes} returned them
     */
    static TokenFilter reading(ByteBuffer bits) {
        return new TokenFilter(bits.slice());
    }

    void add(long hash) {
        long probe = hash;
        long step = step(hash);
        for (int i = 0; i < PROBES; i++, probe += step) {
            int bit = bit(probe);
            int at = bit / Long.SIZE * Long.BYTES;
            bits.putLong(at, bits.getLong(at) | (1L << bit));
        }
    }

    boolean mayContain(long hash) {
        long probe = hash;
        long step = step(hash);
        for (int i = 0; i < PROBES; i++, probe += step) {
            int bit = bit(probe);
            if ((bits.getLong(bit / Long.SIZE * Long.BYTES) & (1L << bit)) == 0) return false;
        }
        return true;
    }

    ByteBuffer bytes() {
        return bits.asReadOnlyBuffer().rewind();
    }

    /** Maps a 64-bit probe evenly to a bit of the filter. */
    private int bit(long probe) {
        return (int) Math.unsignedMultiplyHigh(probe, bitCount);
    }

    /** Returns an odd step, so that the probes differ. */
    private static long step(long hash) {
        return Long.rotateLeft(hash * 0x9e3779b97f4a7c15L, 32) | 1;
    }
}
