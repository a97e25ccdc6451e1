package vesper.records.masks;

import java.util.Arrays;
import java.util.Collection;

/**
 * Names of fields, compared without case, and a fast answer to whether a text can hold one of them at all.
 *
 * <p>The search looks at two bytes at a time and jumps as far as no name can begin (Wu and Manber, "A fast algorithm
 * for multi-pattern searching", 1994); of a byte it takes five bits, which are the same for a letter in both cases.
 */
final class FieldNames {
    private static final int BITS = 5;
    private static final int LOW = (1 << BITS) - 1;

    /** Folded code points of each name. */
    private final int[][] names;
    /** Bit n is set where a name has n code points, modulo 64. */
    private final long lengths;

    private final boolean beyondAscii;
    private final boolean hasBlank;
    private final boolean escapedOtherwise;
    private final int shortest;
    /** How far to go on from two bytes; 0 where a name may end its first {@link #shortest} bytes with them. */
    private final byte[] shifts = new byte[1 << (2 * BITS)];

    FieldNames(Collection<String> given) {
        names = given.stream()
                .map(name -> name.codePoints().map(FieldNames::fold).toArray())
                .toArray(int[][]::new);
        long lengthBits = 0;
        int least = Byte.MAX_VALUE;
        boolean beyond = false;
        boolean blank = false;
        boolean otherwise = false;
        for (int[] name : names) {
            lengthBits |= 1L << name.length;
            least = Math.min(least, name.length);
            for (int codePoint : name) {
                beyond |= codePoint >= 0x80;
                blank |= codePoint == ' ';
                otherwise |= codePoint < ' ' || codePoint == '"' || codePoint == '/' || codePoint == '\\';
            }
        }
        lengths = lengthBits;
        beyondAscii = beyond;
        hasBlank = blank;
        escapedOtherwise = otherwise;
        shortest = least;
        if (shortest >= 2) fillShifts();
    }

    private void fillShifts() {
        Arrays.fill(shifts, (byte) (shortest - 1));
        for (int[] name : names) {
            for (int i = 1; i < shortest; i++) {
                int pair = pair(name[i - 1], name[i]);
                shifts[pair] = (byte) Math.min(shifts[pair], shortest - 1 - i);
            }
        }
    }

    private static int pair(int first, int second) {
        return (first & LOW) << BITS | (second & LOW);
    }

    boolean isEmpty() {
        return names.length == 0;
    }

    /** Whether a name has a blank in it, which forms write as a plus sign. */
    boolean hasBlank() {
        return hasBlank;
    }

    /** Whether a name has a character in it that JSON escapes by itself, without its number. */
    boolean isEscapedOtherwise() {
        return escapedOtherwise;
    }

    /** Whether a name may stand in this text as it is; true too often rather than too seldom. */
    boolean mayOccur(byte[] text, int from, int to) {
        if (beyondAscii && Swar.hasHighBit(text, from, to)) return true;
        if (shortest < 2) return names.length > 0 && from < to;
        int at = from + shortest - 1;
        while (at < to) {
            int shift = shifts[(text[at - 1] & LOW) << BITS | (text[at] & LOW)];
            if (shift == 0) {
                if (isNameAt(text, at - shortest + 1, to)) return true;
                shift = 1;
            }
            at += shift;
        }
        return false;
    }

    private boolean isNameAt(byte[] text, int at, int to) {
        for (int[] name : names) {
            if (to - at < name.length) continue;
            int i = 0;
            while (i < name.length && name[i] == fold(text[at + i])) i++;
            if (i == name.length) return true;
        }
        return false;
    }

    /** Whether these bytes of UTF-8 are one of the names. */
    boolean has(byte[] text, int from, int to) {
        if (!beyondAscii && (lengths >>> (to - from) & 1) == 0) return false;
        for (int[] name : names) {
            if (isName(name, text, from, to)) return true;
        }
        return false;
    }

    /** The same for a name that is a text. */
    boolean hasText(String text) {
        int length = text.length();
        for (int[] name : names) {
            if (name.length != length) continue;
            int i = 0;
            while (i < length && name[i] == fold(text.charAt(i))) i++;
            if (i == length) return true;
        }
        return false;
    }

    private static boolean isName(int[] name, byte[] text, int from, int to) {
        int at = from;
        for (int expected : name) {
            if (at >= to) return false;
            int codePoint = CodePoints.at(text, at, to);
            if (fold(codePoint) != expected) return false;
            at += CodePoints.length(codePoint);
        }
        return at == to;
    }

    /**
     * Whether the inside of a JSON string is one of the names, its escapes resolved; true where they cannot be.
     */
    boolean hasEscaped(byte[] text, int from, int to) {
        for (int[] name : names) {
            if (isEscapedName(name, text, from, to)) return true;
        }
        return false;
    }

    private static boolean isEscapedName(int[] name, byte[] text, int from, int to) {
        int at = from;
        for (int expected : name) {
            if (at >= to) return false;
            long escape = JsonEscape.at(text, at, to);
            if (escape == JsonEscape.MALFORMED) return true;
            if (fold(JsonEscape.codePoint(escape)) != expected) return false;
            at += JsonEscape.length(escape);
        }
        return at == to;
    }

    /** Letters of ASCII are never the same as others, whatever those fold to. */
    static int fold(int codePoint) {
        if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint | 0x20 : codePoint;
        int folded = Character.toLowerCase(Character.toUpperCase(codePoint));
        return folded < 0x80 ? codePoint : folded;
    }
}
