package vesper.documents.queries;

/**
 * The path of a value: names, folded to lower case and joined by full stops. It is {@code customer.name} in
 * {@code {"customer":{"name":"Smith"}}}, and {@code items.name} in each element of an array. A path is represented by
 * its 64-bit hash (FNV-1a over its UTF-16 units, http://www.isthe.com/chongo/tech/comp/fnv/).
 *
 * <p>A value deeper than {@value #DEEPEST} levels, or with a path longer than {@value #LONGEST} characters, has no
 * path.
 */
final class Paths {
    static final int DEEPEST = 64;
    static final int LONGEST = 512;

    /** Stands for no path; never the hash of one. */
    static final long NONE = 0;

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** Paths of the server's own values of a document. A name in the JSON that equals one of them has no path. */
    static final long ID = hashOf("_id");

    static final long VERSION = hashOf("_version");
    static final long TIME = hashOf("_time");
    static final long CUT = hashOf("_cut");

    private final long[] hashes = new long[DEEPEST + 1];
    private final int[] lengths = new int[DEEPEST + 1];
    private int level;
    /** Number of entered names beyond the bounds. */
    private int beyond;

    Paths() {
        hashes[0] = BASIS;
    }

    /** Returns the hash of a path, whose names may be in any case. */
    static long hashOf(String path) {
        return known(folded(BASIS, path));
    }

    void clear() {
        level = 0;
        beyond = 0;
    }

    void enter(String name) {
        int length = lengths[level] + (level == 0 ? 0 : 1) + name.length();
        if (beyond > 0 || level == DEEPEST || length > LONGEST) {
            beyond++;
            return;
        }
        long parent = level == 0 ? BASIS : next(hashes[level], '.');
        level++;
        hashes[level] = folded(parent, name);
        lengths[level] = length;
    }

    void leave() {
        if (beyond > 0) beyond--;
        else level--;
    }

    /** Returns the hash of the current path; {@link #NONE} if the value has no path. */
    long hashOfValue() {
        if (level == 0 || beyond > 0) return NONE;
        long hash = known(hashes[level]);
        boolean isTaken = hash == ID || hash == VERSION || hash == TIME || hash == CUT;
        return isTaken ? NONE : hash;
    }

    private static long folded(long start, String name) {
        long hash = start;
        for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
            int folded = Words.fold(name.codePointAt(i));
            if (Character.isBmpCodePoint(folded)) {
                hash = next(hash, folded);
            } else {
                hash = next(next(hash, Character.highSurrogate(folded)), Character.lowSurrogate(folded));
            }
        }
        return hash;
    }

    private static long next(long hash, int unit) {
        return (hash ^ unit) * PRIME;
    }

    private static long known(long hash) {
        return hash == NONE ? 1 : hash;
    }
}
