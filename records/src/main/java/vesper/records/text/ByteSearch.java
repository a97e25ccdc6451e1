package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Byte searches that test eight bytes at a time (H. S. Warren, "Hacker's Delight", chapter 6, finding a zero byte in a
 * word).
 */
public final class ByteSearch {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteSearch() {}

    /** Returns the index of the first occurrence of a byte, or {@code to}. */
    public static int indexOf(int wanted, byte[] bytes, int from, int to) {
        long pattern = each(wanted);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long found = zeros((long) LONGS.get(bytes, at) ^ pattern);
            if (found != 0) return at + first(found);
        }
        while (at < to && bytes[at] != (byte) wanted) at++;
        return at;
    }

    /** Returns the index of the first occurrence of either byte, or {@code to}. */
    public static int indexOf(int wanted, int other, byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, at);
            long found = zeros(eight ^ each(wanted)) | zeros(eight ^ each(other));
            if (found != 0) return at + first(found);
        }
        while (at < to && bytes[at] != (byte) wanted && bytes[at] != (byte) other) at++;
        return at;
    }

    /**
     * Returns the index of the first character that may start an escape (percent, backslash or ampersand), or
     * {@code to}.
     */
    public static int indexOfEscape(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, at);
            long found = zeros(eight ^ each('%')) | zeros(eight ^ each('\\')) | zeros(eight ^ each('&'));
            if (found != 0) return at + first(found);
        }
        while (at < to && bytes[at] != '%' && bytes[at] != '\\' && bytes[at] != '&') at++;
        return at;
    }

    /** Checks whether the range contains this byte or NUL. */
    public static boolean hasNulOr(int wanted, byte[] bytes, int from, int to) {
        return indexOf(wanted, 0, bytes, from, to) < to;
    }

    public static boolean hasNul(byte[] bytes, int from, int to) {
        return indexOf(0, bytes, from, to) < to;
    }

    /** Checks whether the first byte is directly followed by the other one anywhere in the range. */
    public static boolean hasPair(int one, int other, byte[] bytes, int from, int to) {
        for (int at = indexOf(one, bytes, from, to); at + 1 < to; at = indexOf(one, bytes, at + 1, to)) {
            if (bytes[at + 1] == (byte) other) return true;
        }
        return false;
    }

    /** Checks whether the range contains a byte that is not ASCII. */
    public static boolean hasHighBit(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (((long) LONGS.get(bytes, at) & HIGH_BITS) != 0) return true;
        }
        while (at < to && bytes[at] >= 0) at++;
        return at < to;
    }

    private static long each(int wanted) {
        return EACH_BYTE * (wanted & 0xff);
    }

    /** Sets the high bit of each zero byte. Only the lowest mark is exact: a borrow may set marks above it. */
    private static long zeros(long eight) {
        return (eight - EACH_BYTE) & ~eight & HIGH_BITS;
    }

    /**
     * Returns the index of the lowest marked byte. The lowest mark of each pattern is exact, so the lowest mark of
     * several patterns combined is exact too.
     */
    private static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) / Byte.SIZE;
    }
}
