package vesper.records.masks;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.records.text.ByteSearch;
import vesper.records.text.Utf8;

/**
 * JSON that is the value of a string of JSON: its escapes are resolved, and what is to be hidden of it is hidden where it
 * stands in the string, so that the rest of the string stays byte for byte. Of what is neither an object nor a list, nor a
 * string that is, nothing is hidden.
 */
final class JsonInString implements Hiding {
    /** Bytes, resolved; a longer one is not read. */
    static final int LONGEST = 64 * 1024;

    private final Hiding string;
    /** Null where it is not read any more. */
    private final @Nullable JsonMasking json;

    private byte[] resolved = {};
    private int length;

    private byte[] source = {};
    private int to;
    /** A place in the source, and the one that it was resolved to. */
    private int at;

    private int resolvedAt;

    /**
     * @param string is told of the places in the string
     * @param within how many strings the text is
     */
    JsonInString(Hiding string, Unescaping unescaping, int within) {
        this.string = string;
        this.json = within > JsonMasking.STRINGS ? null : new JsonMasking(this, unescaping, within);
    }

    /**
     * @param from behind the quotation mark
     * @param isWhole whether the string ends at {@code end}; otherwise the text is cut there
     * @return whether no more of it is to be hidden
     */
    boolean hide(FieldNames names, byte[] text, int from, int end, boolean isWhole) {
        source = text;
        to = end;
        at = from;
        resolvedAt = 0;
        boolean isHidden = resolve(isWhole) && (!isText() || masked(names));
        source = Copying.STARS;
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

    /** Whether it begins as an object or a list does, or as a string that may be one. */
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

    /** What is hidden begins and ends between characters, and comes in their order. */
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
