package vesper.records.masks;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.records.text.ByteSearch;
import vesper.records.text.Utf8;

/**
 * JSON inside of a JSON string. The string is unescaped, and secret ranges of the result are mapped back to the string,
 * whose other bytes stay the same. Nothing is hidden unless the string holds an object, an array, or a string that
 * holds one of these.
 */
final class JsonInString implements SecretSink {
    /** Limit of the unescaped text in bytes. Longer texts are not parsed. */
    static final int LONGEST = 64 * 1024;

    private final SecretSink string;
    /** Null if this text is nested in too many strings to be parsed. */
    private final @Nullable JsonMasking json;

    private byte[] resolved = {};
    private int length;

    private byte[] source = {};
    private int to;
    /** A position in the source, and the matching one in the unescaped text. */
    private int at;

    private int resolvedAt;

    /**
     * Creates a parser.
     *
     * @param string receives the ranges in the string
     * @param within number of strings around the text
     */
    JsonInString(SecretSink string, EscapedNameSearch unescaping, int within) {
        this.string = string;
        this.json = within > JsonMasking.STRINGS ? null : new JsonMasking(this, unescaping, within);
    }

    /**
     * Hides the secrets in a string.
     *
     * @param from position after the opening quotation mark
     * @param isWhole true if the string ends at {@code end}; false if the text is cut there
     * @return false if the string could not be parsed, so that all of it has to be hidden
     */
    boolean hide(FieldNames names, byte[] text, int from, int end, boolean isWhole) {
        source = text;
        to = end;
        at = from;
        resolvedAt = 0;
        boolean isHidden = resolve(isWhole) && (!isText() || masked(names));
        source = MaskedCopy.STARS;
        return isHidden;
    }

    private boolean masked(FieldNames names) {
        if (json == null) return false;
        json.hide(names, resolved, 0, length);
        return true;
    }

    private boolean resolve(boolean isWhole) {
        length = 0;
        int from = at;
        while (from < to) {
            int escape = ByteSearch.indexOf('\\', source, from, to);
            if (!hasRoom(escape - from + Integer.BYTES)) return false;
            System.arraycopy(source, from, resolved, length, escape - from);
            length += escape - from;
            if (escape == to) return true;
            long character = JsonEscape.at(source, escape, to);
            if (character == JsonEscape.MALFORMED) return !isWhole && JsonEscape.mayBeCut(source, escape, to);
            put(JsonEscape.codePoint(character));
            from = escape + JsonEscape.length(character);
        }
        return true;
    }

    private boolean hasRoom(int bytes) {
        int needed = length + bytes;
        if (needed > LONGEST) return false;
        if (needed > resolved.length) resolved = Arrays.copyOf(resolved, Math.min(LONGEST, 2 * needed));
        return true;
    }

    private void put(int codePoint) {
        length = Utf8.encode(codePoint, resolved, length);
    }

    /** Checks for the start of an object or an array, or of a string that may contain one. */
    private boolean isText() {
        int first = behindBlanks(JsonMasking.behindMark(resolved, 0, length));
        if (first == length) return false;
        if (resolved[first] != '"') return isBracket(resolved[first]);
        int inside = behindBlanks(first + 1);
        return inside < length && (isBracket(resolved[inside]) || resolved[inside] == '\\');
    }

    private int behindBlanks(int from) {
        int first = from;
        while (first < length && resolved[first] >= 0 && resolved[first] <= ' ') first++;
        return first;
    }

    private static boolean isBracket(byte b) {
        return b == '{' || b == '[';
    }

    /** Maps a range to the string. Ranges start and end between characters and arrive in order. */
    @Override
    public void hide(int start, int end, byte[] by) {
        int first = placeOf(start);
        string.hide(first, end == length ? to : placeOf(end), by);
    }

    private int placeOf(int wanted) {
        while (resolvedAt < wanted) {
            int escape = ByteSearch.indexOf('\\', source, at, Math.min(to, at + wanted - resolvedAt));
            resolvedAt += escape - at;
            at = escape;
            if (resolvedAt >= wanted) break;
            long character = JsonEscape.at(source, at, to);
            resolvedAt += CodePoints.length(JsonEscape.codePoint(character));
            at += JsonEscape.length(character);
        }
        return at;
    }

    @Override
    public boolean isFull() {
        return string.isFull();
    }
}
