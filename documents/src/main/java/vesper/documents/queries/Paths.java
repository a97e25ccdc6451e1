package vesper.documents.queries;

/**
 * Where a value stands: names, folded to lower case, joined by full stops. {@code customer.name} in
 * {@code {"customer":{"name":"Smith"}}}; {@code items.name} in each element of an array. Of a path its 64-bit hash is used
 * (FNV-1a over its UTF-16 units, http://www.isthe.com/chongo/tech/comp/fnv/).
 *
 * <p>What stands deeper than {@value #DEEPEST} levels or has a path longer than {@value #LONGEST} characters has none.
 */
final class Paths {
    static final int DEEPEST = 64;
    static final int LONGEST = 512;

    /** Not the hash of a path. */
    static final long NONE = 0;

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** Of what the server knows of a document beside its JSON; a name of the JSON's own that is the same hides behind it. */
    static final long ID = hashOf("_id");

    static final long VERSION = hashOf("_version");
    static final long TIME = hashOf("_time");
    static final long CUT = hashOf("_cut");

    private final long[] hashes = new long[DEEPEST + 1];
    private final int[] lengths = new int[DEEPEST + 1];
    private int level;
    /** Names that were entered beyond what is kept. */
    private int beyond;

    Paths() {
        hashes[0] = BASIS;
    }

    /** The hash of what {@code path} says, names in any case. */
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

    /** The hash of the path there, {@link #NONE} where there is none. */
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
