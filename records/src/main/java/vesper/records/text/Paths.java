package vesper.records.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The path of a value within a payload: its enclosing names, folded to lower case and joined by full stops. The value
 * in {@code {"customer":{"name":"Smith"}}} has the path {@code customer.name}. Arrays add nothing: in each element of
 * {@code items} a name has the path {@code items.name}.
 *
 * <p>In XML, namespace prefixes are dropped and each value also has the path without the root element. The name in
 * {@code <order><customer id="7"><name>} thus has the paths {@code order.customer.name} and {@code customer.name}, its
 * attribute {@code order.customer.id} and {@code customer.id}. A path is represented by its hash, the {@link WordHash}
 * of its UTF-8.
 *
 * <p>Values nested more than {@value #DEEPEST} levels deep, or with a path longer than {@value #LONGEST} bytes, have no
 * path.
 */
public final class Paths {
    public static final int DEEPEST = 64;
    /** Maximum length of a path in bytes. */
    public static final int LONGEST = 512;

    /** The value that means "no path". */
    static final long NONE = 0;

    private final byte[] path = new byte[LONGEST];
    /** Length of the path at each level. */
    private final int[] ends = new int[DEEPEST + 1];

    private int level;
    /** Number of names that were entered but do not fit the limits. */
    private int beyond;

    private long whole;
    private long withoutRoot;
    private boolean isHashed;
    private boolean isHashedWithoutRoot;

    /** Returns the hash of a path given as text. Case is ignored. */
    public static long hashOf(String path) {
        var folded = new byte[path.length() * 4];
        int length = 0;
        for (int i = 0; i < path.length(); i += Character.charCount(path.codePointAt(i))) {
            length = Utf8.encode(Words.fold(path.codePointAt(i)), folded, length);
        }
        return WordHash.of(folded, length);
    }

    void clear() {
        level = 0;
        beyond = 0;
        changed();
    }

    /** Starts a path with a prefix, which must be lower-case ASCII. */
    void start(byte[] prefix) {
        clear();
        enter(prefix, 0, prefix.length);
    }

    void enter(byte[] name, int from, int to) {
        changed();
        if (beyond > 0 || level == DEEPEST) {
            beyond++;
            return;
        }
        int start = ends[level];
        int end = append(name, from, to, start == 0 ? 0 : start + 1);
        if (end < 0) {
            beyond++;
            return;
        }
        if (start > 0) path[start] = '.';
        ends[++level] = end;
    }

    /** Enters a level without a name. Values have no path until it is left. */
    void enterNameless() {
        changed();
        beyond++;
    }

    void leave() {
        changed();
        if (beyond > 0) beyond--;
        else if (level > 0) level--;
    }

    int depth() {
        return level + beyond;
    }

    /** Leaves levels until the depth is at most this. */
    void leaveTo(int depth) {
        while (depth() > depth) leave();
    }

    /**
     * Checks whether the name entered at this depth, counted from 1, equals the given one. Returns false for names
     * beyond the limits.
     */
    boolean isNamed(int depth, byte[] name, int from, int to) {
        if (depth > level) return false;
        int start = depth == 1 ? 0 : ends[depth - 1] + 1;
        int end = ends[depth];
        if (to - from != end - start) return false;
        for (int i = 0; i < to - from; i++) {
            int given = name[from + i];
            if ((given >= 0 ? Words.fold(given) : given) != path[start + i]) return false;
        }
        return true;
    }

    /** Returns the hash of the path, or {@link #NONE}. */
    long whole() {
        if (isHashed) return whole;
        isHashed = true;
        whole = isKnown() ? WordHash.of(path, ends[level]) : NONE;
        return whole;
    }

    /** Returns the hash of the path without its first name, or {@link #NONE} if that leaves nothing. */
    long withoutRoot() {
        if (isHashedWithoutRoot) return withoutRoot;
        isHashedWithoutRoot = true;
        int start = ends[1] + 1;
        withoutRoot = isKnown() && level > 1 ? WordHash.of(path, start, ends[level] - start) : NONE;
        return withoutRoot;
    }

    private boolean isKnown() {
        return beyond == 0 && level > 0 && ends[level] > 0;
    }

    private void changed() {
        isHashed = false;
        isHashedWithoutRoot = false;
    }

    /** Appends the folded name and returns its end, or -1 if it does not fit. */
    private int append(byte[] name, int from, int to, int start) {
        if (start + to - from > LONGEST) return -1;
        int put = start;
        for (int at = from; at < to; at++) {
            int ascii = name[at];
            if (ascii < 0) return appendFolded(name, from, to, start);
            path[put++] = (byte) Words.fold(ascii);
        }
        return put;
    }

    private int appendFolded(byte[] name, int from, int to, int start) {
        String folded = new String(Arrays.copyOfRange(name, from, to), UTF_8);
        int put = start;
        for (int i = 0; i < folded.length(); i += Character.charCount(folded.codePointAt(i))) {
            if (put + 4 > LONGEST) return -1;
            put = Utf8.encode(Words.fold(folded.codePointAt(i)), path, put);
        }
        return put;
    }
}
