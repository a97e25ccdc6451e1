package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * 64-bit hashes of words, or of words at a path, such as {@code smith} at {@code body.customer.name}. Each step
 * multiplies eight bytes to 128 bits and folds the two halves together, as in wyhash (Wang Yi, public domain). Hashes
 * are stored on disk, so the function must never change. It does not resist deliberate collisions: these cost time but
 * never cause a wrong answer.
 */
public final class WordHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SEED = 0x9e3779b97f4a7c15L;
    private static final long STEP = 0xa0761d6478bd642fL;
    private static final long LAST = 0xe7037ed1a0b428dbL;

    private WordHash() {}

    public static long of(byte[] word, int length) {
        return of(SEED, word, 0, length);
    }

    public static long of(byte[] bytes, int from, int length) {
        return of(SEED, bytes, from, length);
    }

    /**
     * Returns the hash of bytes, combined with a seed.
     *
     * @param seed the hash that this one extends, for example that of a path
     */
    public static long of(long seed, byte[] bytes, int from, int length) {
        long hash = seed ^ length;
        int at = from;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) hash = mix(hash ^ (long) LONGS.get(bytes, at), STEP);
        long rest = 0;
        if (at < end && at + Long.BYTES <= bytes.length) {
            rest = (long) LONGS.get(bytes, at) & ((1L << ((end - at) * Byte.SIZE)) - 1);
            return mix(mix(hash ^ rest, STEP), LAST);
        }
        for (int shift = 0; at < end; at++, shift += Byte.SIZE) rest |= (bytes[at] & 0xffL) << shift;
        return mix(mix(hash ^ rest, STEP), LAST);
    }

    /** Hashes sixteen bytes, given as two big-endian halves. */
    public static long of(long seed, long high, long low) {
        long hash = mix(seed ^ (2 * Long.BYTES) ^ Long.reverseBytes(high), STEP);
        return mix(mix(mix(hash ^ Long.reverseBytes(low), STEP), STEP), LAST);
    }

    private static long mix(long a, long b) {
        return (a * b) ^ Math.multiplyHigh(a, b);
    }
}
