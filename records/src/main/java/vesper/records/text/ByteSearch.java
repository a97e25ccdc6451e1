package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for bytes eight at a time (H. S. Warren, "Hacker's Delight", chapter 6: a word with a byte of zero). */
public final class ByteSearch {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteSearch() {}

    /** Where a byte comes first, or {@code to}. */
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

    /** Where one of two bytes comes first, or {@code to}. */
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

    /** Where the first character comes that may begin an escape: percent, backslash or ampersand; or {@code to}. */
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

    /** Whether one of the bytes is this one or NUL. */
    public static boolean hasNulOr(int wanted, byte[] bytes, int from, int to) {
        return indexOf(wanted, 0, bytes, from, to) < to;
    }

    public static boolean hasNul(byte[] bytes, int from, int to) {
        return indexOf(0, bytes, from, to) < to;
    }

    /** Whether the one byte stands before the other somewhere. */
    public static boolean hasPair(int one, int other, byte[] bytes, int from, int to) {
        for (int at = indexOf(one, bytes, from, to); at + 1 < to; at = indexOf(one, bytes, at + 1, to)) {
            if (bytes[at + 1] == (byte) other) return true;
        }
        return false;
    }

    /** Whether one of the bytes is not ASCII. */
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

    /** Marks the bytes that are zero. The lowest mark is exact; those above it may come of a borrow. */
    private static long zeros(long eight) {
        return (eight - EACH_BYTE) & ~eight & HIGH_BITS;
    }

    /** Which byte has the lowest mark: for each of several patterns it is exact, and so for the first of all. */
    private static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) / Byte.SIZE;
    }
}
