package vesper.records.masks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import vesper.records.text.ByteSearch;

/**
 * A set of field names, compared without case, with a fast check whether a text can contain one of them at all.
 *
 * <p>The check reads eight bytes at a time and looks up two of the byte pairs in them, so one pair in every four bytes.
 * For each name the table holds four consecutive pairs, one of which therefore falls on a position that is looked up.
 * Of each byte only the low five bits are used, which are equal for both cases of a letter. The table maps a pair to a
 * bit set of the names that contain it. No step depends on the one before, which makes this faster than a search that
 * skips ahead. A second table maps the pairs one letter further on; a hit in both is nearly always a name.
 *
 * <p>A name that contains another name is not searched for itself. For each name, the four pairs that are rarest in
 * texts are used. A name of three or four letters has fewer than four pairs. Pairs of its first or last letter with any
 * other letter fill the gap.
 */
final class FieldNames {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int[][] NONE = {};
    private static final int BITS = 5;
    private static final int LOW = (1 << BITS) - 1;
    private static final int PAIRS = 1 << (2 * BITS);
    /** Distance between the pairs that are looked up, in bytes. */
    private static final int STRIDE = 4;
    /** Shortest name length that the tables support. If any name is shorter, each name is compared at each byte. */
    private static final int SHORTEST = 3;
    /**
     * Letters by their frequency in English texts, most frequent first. Other characters are assumed to be rare in
     * names.
     */
    private static final String FREQUENT = "etaoinsrhldcumfpgwybvkxjqz";

    /** Folded code points of each name. */
    private final int[][] names;
    /** The names by their number of code points. */
    private final int[][][] byLength;
    /** Names that contain no other name. If none of them occurs in a text, no name does. */
    private final int[][] searched;
    /** The names that contain each searched name, and at which offset. */
    private final ContainingName[][] holding;
    /** Index of each searched name's first pair that is in the table. */
    private final int[] firstPairs;

    private final boolean beyondAscii;
    private final boolean hasBlank;
    private final boolean escapedOtherwise;
    private final int shortest;
    /** By pair, a bit set of the searched names that contain it; name n has the bit n modulo 64. */
    private final long[] owners = new long[PAIRS];
    /** The same for the pairs that start one letter later. */
    private final long[] followers = new long[PAIRS];

    FieldNames(Collection<String> given) {
        names = given.stream()
                .map(name -> name.codePoints().map(FieldNames::fold).toArray())
                .toArray(int[][]::new);
        int least = Byte.MAX_VALUE;
        int most = 0;
        boolean beyond = false;
        boolean blank = false;
        boolean otherwise = false;
        for (int[] name : names) {
            least = Math.min(least, name.length);
            most = Math.max(most, name.length);
            for (int codePoint : name) {
                beyond |= codePoint >= 0x80;
                blank |= codePoint == ' ';
                otherwise |= codePoint < ' ' || codePoint == '"' || codePoint == '/' || codePoint == '\\';
            }
        }
        byLength = byLength(names, most);
        searched = Arrays.stream(names).filter(this::holdsNoOther).toArray(int[][]::new);
        holding = Arrays.stream(searched).map(this::holding).toArray(ContainingName[][]::new);
        firstPairs = new int[searched.length];
        beyondAscii = beyond;
        hasBlank = blank;
        escapedOtherwise = otherwise;
        shortest = least;
        if (shortest >= SHORTEST) fillOwners();
    }

    private void fillOwners() {
        for (int n = 0; n < searched.length; n++) {
            int[] name = searched[n];
            firstPairs[n] = name.length > STRIDE ? rarest(name) : -1;
            for (int i = firstPairs[n]; i < firstPairs[n] + STRIDE; i++) {
                own(owners, n, name, i);
                own(followers, n, name, i + 1);
            }
        }
    }

    /** Sets the name's bit for a pair. A position outside of the name stands for any letter. */
    private static void own(long[] table, int n, int[] name, int first) {
        for (int any = 0; any < PAIRS; any++) {
            int one = first < 0 || first >= name.length ? any & LOW : name[first];
            int other = first + 1 < name.length ? name[first + 1] : any >>> BITS;
            table[pair(one, other)] |= 1L << n;
        }
    }

    /** Returns the start of the consecutive pairs, one stride long, that are least frequent. */
    private int rarest(int[] name) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int first = 0; first + STRIDE < name.length; first++) {
            long frequency = 0;
            for (int i = first; i < first + STRIDE; i++) frequency += frequency(name[i]) * frequency(name[i + 1]);
            if (frequency >= least) continue;
            least = frequency;
            best = first;
        }
        return best;
    }

    private static long frequency(int letter) {
        int rank = FREQUENT.indexOf(letter);
        return rank < 0 ? 1 : FREQUENT.length() - rank;
    }

    private static int[][][] byLength(int[][] names, int most) {
        int[][][] byLength = new int[most + 1][][];
        for (int length = 0; length <= most; length++) {
            int wanted = length;
            byLength[length] =
                    Arrays.stream(names).filter(name -> name.length == wanted).toArray(int[][]::new);
        }
        return byLength;
    }

    private boolean holdsNoOther(int[] name) {
        return Arrays.stream(names).noneMatch(other -> other.length < name.length && holds(name, other));
    }

    private ContainingName[] holding(int[] part) {
        List<ContainingName> holding = new ArrayList<>();
        for (int[] name : names) {
            for (int at = 0; at + part.length <= name.length; at++)
                if (isIn(name, part, at)) holding.add(new ContainingName(name, at));
        }
        return holding.toArray(ContainingName[]::new);
    }

    private static boolean holds(int[] name, int[] part) {
        for (int at = 0; at + part.length <= name.length; at++) if (isIn(name, part, at)) return true;
        return false;
    }

    private static boolean isIn(int[] name, int[] part, int at) {
        return Arrays.equals(name, at, at + part.length, part, 0, part.length);
    }

    private static int pair(int first, int second) {
        return (first & LOW) | ((second & LOW) << BITS);
    }

    /** Returns the pair in the two lowest bytes. */
    private static int pair(long bytes) {
        return (int) ((bytes & LOW) | ((bytes >>> (Byte.SIZE - BITS)) & (LOW << BITS)));
    }

    boolean isEmpty() {
        return names.length == 0;
    }

    /** Checks whether a name contains a blank, which forms write as a plus sign. */
    boolean hasBlank() {
        return hasBlank;
    }

    /** Checks whether a name contains a character that JSON escapes in another way than by its number. */
    boolean isEscapedOtherwise() {
        return escapedOtherwise;
    }

    /** Checks whether a name may occur in the text unescaped, also within a word. False positives are possible. */
    boolean mayOccur(byte[] text, int from, int to) {
        return mayOccur(text, from, to, Joint.ANYWHERE);
    }

    /** Checks whether a name may occur between two boundaries. The ends of the text count as boundaries. */
    boolean mayOccur(byte[] text, int from, int to, Joint joint) {
        if (to - from < shortest) return false;
        if (beyondAscii && ByteSearch.hasHighBit(text, from, to)) return true;
        if (shortest < SHORTEST || to - from < Long.BYTES) return isAnywhere(text, from, to, joint);
        return occursByFour(text, from, to, joint);
    }

    private boolean occursByFour(byte[] text, int from, int to, Joint joint) {
        int last = to - Long.BYTES;
        int at = from;
        while (true) {
            long eight = (long) LONGS.get(text, at);
            long one = owners[pair(eight)];
            long other = owners[pair(eight >>> 32)];
            if ((one | other) != 0) {
                long owner = (one & followers[pair(eight >>> 8)]) | (other & followers[pair(eight >>> 40)]);
                if (owner != 0 && isAnyIn(owner, text, from, to, at - 3, at + 4, joint)) return true;
            }
            if (at == last) return false;
            // The last step may overlap the one before.
            at = Math.min(at + Long.BYTES, last);
        }
    }

    private boolean isAnywhere(byte[] text, int from, int to, Joint joint) {
        for (int n = 0; n < searched.length; n++) if (isNameIn(n, text, from, to, from, to, joint)) return true;
        return false;
    }

    /** Checks for the names in a bit set, with their first pair in the table at {@code first} to {@code last}. */
    private boolean isAnyIn(long owner, byte[] text, int from, int to, int first, int last, Joint joint) {
        for (long left = owner; left != 0; left &= left - 1) {
            for (int n = Long.numberOfTrailingZeros(left); n < searched.length; n += Long.SIZE) {
                int before = firstPairs[n];
                if (isNameIn(n, text, from, to, first - before, last - before, joint)) return true;
            }
        }
        return false;
    }

    /** Checks for a name that starts at {@code first} to {@code last}, alone or within a longer name. */
    private boolean isNameIn(int n, byte[] text, int from, int to, int first, int last, Joint joint) {
        int[] name = searched[n];
        int end = Math.min(last, to - name.length);
        for (int at = Math.max(first, from); at <= end; at++) {
            if (isNameAt(name, text, at) && isWhole(n, text, from, to, at, joint)) return true;
        }
        return false;
    }

    private boolean isWhole(int n, byte[] text, int from, int to, int at, Joint joint) {
        for (ContainingName whole : holding[n]) {
            int start = at - whole.at;
            int end = start + whole.name.length;
            if (start < from || end > to) continue;
            boolean between = (start == from || joint.is(text, start - 1)) && (end == to || joint.is(text, end));
            if (between && isNameAt(whole.name, text, start)) return true;
        }
        return false;
    }

    private static boolean isNameAt(int[] name, byte[] text, int at) {
        for (int i = 0; i < name.length; i++) {
            if (name[i] != fold(text[at + i])) return false;
        }
        return true;
    }

    /** Checks whether these bytes of UTF-8 are one of the names. */
    boolean has(byte[] text, int from, int to) {
        for (int[] name : beyondAscii ? names : ofLength(to - from)) {
            if (isName(name, text, from, to)) return true;
        }
        return false;
    }

    /** Checks whether a string is one of the names. */
    boolean hasText(String text) {
        int length = text.length();
        for (int[] name : ofLength(length)) {
            int i = 0;
            while (i < length && name[i] == fold(text.charAt(i))) i++;
            if (i == length) return true;
        }
        return false;
    }

    private int[][] ofLength(int length) {
        return length < byLength.length ? byLength[length] : NONE;
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

    /** Checks whether the inside of a JSON string is one of the names once unescaped; true if an escape is invalid. */
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

    /** Folds case. A non-ASCII character is never folded to an ASCII letter. */
    static int fold(int codePoint) {
        if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint | 0x20 : codePoint;
        int folded = Character.toLowerCase(Character.toUpperCase(codePoint));
        return folded < 0x80 ? codePoint : folded;
    }

    /** A name that contains a searched name, and the offset of the latter in it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record ContainingName(int[] name, int at) {}
}
