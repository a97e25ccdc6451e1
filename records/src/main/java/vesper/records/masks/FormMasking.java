package vesper.records.masks;

/**
 * Leaves the values of masked fields out of {@code application/x-www-form-urlencoded} text, queries too. Of a name such
 * as {@code user[password]} or {@code user.password} the last part counts as well. A value that is itself a text with
 * fields, JSON or XML, is hidden as a whole where a masked name may be in it; so is a pair without an equals sign.
 */
final class FormMasking {
    /** A longer name, decoded, is hidden whatever it is. */
    private static final int LONGEST_NAME = 1024;

    private final Copying copying;
    private final byte[] name = new byte[LONGEST_NAME];
    private byte[] source = {};

    FormMasking(Copying copying) {
        this.copying = copying;
    }

    void copy(FieldNames names) {
        source = copying.source;
        int to = copying.to;
        int at = copying.from;
        while (at < to && !copying.isFull()) {
            int end = Swar.indexOf((byte) '&', source, at, to);
            pair(names, at, end);
            at = end + 1;
        }
        copying.finish();
        source = Copying.STARS;
    }

    /** Some servers part fields by semicolons too, so a name may begin behind one; a value goes on up to the end. */
    private void pair(FieldNames names, int from, int end) {
        int at = from;
        while (at < end) {
            int semicolon = Swar.indexOf((byte) ';', source, at, end);
            int equals = Swar.indexOf((byte) '=', source, at, semicolon);
            boolean hasValue = equals < semicolon;
            if (hasValue && (isMasked(names, at, equals) || mayHideFields(names, equals + 1, end))) {
                copying.replace(equals + 1, end, Copying.STARS);
                return;
            }
            if (!hasValue && (names.mayOccur(source, at, semicolon) || isMasked(names, at, semicolon))) {
                copying.replace(at, end, Copying.STARS);
                return;
            }
            at = semicolon + 1;
        }
    }

    private boolean isMasked(FieldNames names, int from, int end) {
        int length = decode(from, end);
        if (length < 0) return true;
        int start = 0;
        while (start < length && name[start] == ' ') start++;
        while (length > start && name[length - 1] == ' ') length--;
        if (names.has(name, start, length)) return true;
        while (length > start && (name[length - 1] == ']' || name[length - 1] == '[')) length--;
        int part = length;
        while (part > start && name[part - 1] != '[' && name[part - 1] != ']' && name[part - 1] != '.') part--;
        return names.has(name, part, length);
    }

    /** How many bytes the name has when decoded; below 0 where there are too many. */
    private int decode(int from, int end) {
        int length = 0;
        for (int at = from; at < end; at++) {
            if (length == LONGEST_NAME) return -1;
            byte b = source[at];
            if (b == '%' && at + 2 < end) {
                int high = Character.digit(source[at + 1], 16);
                int low = Character.digit(source[at + 2], 16);
                if (high >= 0 && low >= 0) {
                    b = (byte) (high << 4 | low);
                    at += 2;
                }
            }
            name[length++] = b == '+' ? (byte) ' ' : b;
        }
        return length;
    }

    private boolean mayHideFields(FieldNames names, int from, int end) {
        if (from >= end) return false;
        boolean isEncoded = source[from] == '%' && from + 2 < end;
        int first = isEncoded
                ? Character.digit(source[from + 1], 16) << 4 | Character.digit(source[from + 2], 16)
                : source[from];
        if (first != '{' && first != '[' && first != '<') return false;
        return names.mayOccur(source, from, end)
                || Swar.indexOf((byte) '\\', source, from, end) < end
                || Swar.indexOf((byte) '%', source, from + 1, end) < end;
    }
}
