package vesper.records.masks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for bytes eight at a time (H. S. Warren, "Hacker's Delight", chapter 6: a word with a byte of zero). */
final class Swar {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Swar() {}

    /** Whether one of the bytes is this one or NUL. */
    static boolean hasNulOr(byte wanted, byte[] text, int from, int to) {
        long pattern = ONES * (wanted & 0xff);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONGS.get(text, at);
            if ((zeros(eight) | zeros(eight ^ pattern)) != 0) return true;
        }
        for (; at < to; at++) {
            if (text[at] == wanted || text[at] == 0) return true;
        }
        return false;
    }

    static boolean hasNul(byte[] text, int from, int to) {
        return hasNulOr((byte) 0, text, from, to);
    }

    /** Whether the one byte stands before the other somewhere. */
    static boolean hasPair(byte first, byte second, byte[] text, int from, int to) {
        for (int at = indexOf(first, text, from, to); at + 1 < to; at = indexOf(first, text, at + 1, to)) {
            if (text[at + 1] == second) return true;
        }
        return false;
    }

    /** Whether one of the bytes is not ASCII. */
    static boolean hasHighBit(byte[] text, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (((long) LONGS.get(text, at) & HIGH_BITS) != 0) return true;
        }
        for (; at < to; at++) {
            if (text[at] < 0) return true;
        }
        return false;
    }

    /** Where a byte comes first, or {@code to}. */
    static int indexOf(byte wanted, byte[] text, int from, int to) {
        long pattern = ONES * (wanted & 0xff);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long found = zeros((long) LONGS.get(text, at) ^ pattern);
            // The lowest mark is exact; those above it may come of a borrow.
            if (found != 0) return at + (Long.numberOfTrailingZeros(found) >>> 3);
        }
        while (at < to && text[at] != wanted) at++;
        return at;
    }

    /** Where the first character comes that may begin an escape: percent, backslash or ampersand; or {@code to}. */
    static int indexOfEscape(byte[] text, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) LONGS.get(text, at);
            long found = zeros(eight ^ ONES * '%') | zeros(eight ^ ONES * '\\') | zeros(eight ^ ONES * '&');
            // As above, for each of them and so for the first of all.
            if (found != 0) return at + (Long.numberOfTrailingZeros(found) >>> 3);
        }
        while (at < to && text[at] != '%' && text[at] != '\\' && text[at] != '&') at++;
        return at;
    }

    private static long zeros(long eight) {
        return (eight - ONES) & ~eight & HIGH_BITS;
    }
}
