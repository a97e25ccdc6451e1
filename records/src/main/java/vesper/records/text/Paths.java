package vesper.records.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Where a value stands: names, folded to lower case, joined by full stops. {@code customer.name} in
 * {@code {"customer":{"name":"Smith"}}}; {@code items.name} in each element of an array; {@code order.customer.name} and
 * also {@code customer.name}, {@code order.customer.id} and also {@code customer.id} in
 * {@code <order><customer id="7"><name>}, without prefixes of namespaces. Of a path its hash is used, the
 * {@link WordHash} of its UTF-8.
 *
 * <p>What stands deeper than {@value #DEEPEST} levels or has a path longer than {@value #LONGEST} bytes has none.
 */
public final class Paths {
    public static final int DEEPEST = 64;
    /** In bytes. */
    public static final int LONGEST = 512;

    /** Not the hash of a path. */
    static final long NONE = 0;

    private final byte[] path = new byte[LONGEST];
    /** How long the path is at each level. */
    private final int[] ends = new int[DEEPEST + 1];

    private int level;
    /** Names that were entered beyond what is kept. */
    private int beyond;

    private long whole;
    private long withoutRoot;
    private boolean isHashed;
    private boolean isHashedWithoutRoot;

    /** The hash of what {@code path} says, names in any case. */
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

    /** The path begins with these, ASCII in lower case. */
    void begin(byte[] prefix) {
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

    /** What comes until this is left has no path. */
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

    /** Leaves until no more than this many names are entered. */
    void leaveTo(int depth) {
        while (depth() > depth) leave();
    }

    /** Whether the name that was entered at this depth, counted from 1, is this one; false where it is not known. */
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

    /** Of the path, {@link #NONE} where there is none. */
    long whole() {
        if (isHashed) return whole;
        isHashed = true;
        whole = isKnown() ? WordHash.of(path, ends[level]) : NONE;
        return whole;
    }

    /** Of the path less its first name, {@link #NONE} where nothing is left. */
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

    /** Puts the folded name there; gives where it ends, -1 where there is no room. */
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
