package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds ASCII characters in bytes, eight at a time (Mycroft's test for a zero byte in a word). */
final class ByteSearch {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteSearch() {}

    /** Where the character is first, or {@code to}. */
    static int indexOf(char wanted, byte[] bytes, int from, int to) {
        return indexOf(wanted, wanted, bytes, from, to);
    }

    /** Where one of two characters is first, or {@code to}. */
    static int indexOf(char wanted, char other, byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, at);
            long found = zeroes(eight ^ (EACH_BYTE * wanted)) | zeroes(eight ^ (EACH_BYTE * other));
            if (found != 0) return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
        }
        while (at < to && bytes[at] != wanted && bytes[at] != other) at++;
        return at;
    }

    /** The lowest bit that is set is in the first byte that is zero. */
    private static long zeroes(long eight) {
        return (eight - EACH_BYTE) & ~eight & HIGH_BITS;
    }
}
