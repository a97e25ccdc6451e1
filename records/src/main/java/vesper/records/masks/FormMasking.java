package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Leaves the values of masked fields out of {@code application/x-www-form-urlencoded} text, queries too. A field is
 * masked where any part of its name is, as in {@code user[password][0]} or {@code password.value}. A value that is itself
 * a text with fields, JSON or a URL, is hidden as a whole where a masked name may be in it; so is a pair without an
 * equals sign, and one whose name is no plain path of parts.
 */
final class FormMasking {
    private static final int NOTHING = -1;

    private final Copying copying;
    private final Unescaping unescaping;
    private byte[] source = {};

    FormMasking(Copying copying, Unescaping unescaping) {
        this.copying = copying;
        this.unescaping = unescaping;
    }

    void copy(FieldNames names) {
        source = copying.source;
        int to = copying.to;
        int at = copying.from;
        while (at < to && !copying.isFull()) {
            int end = ByteSearch.indexOf('&', source, at, to);
            pair(names, at, end);
            at = end + 1;
        }
        copying.finish();
        source = Copying.STARS;
    }

    /**
     * Some servers part fields by semicolons too, so a name may begin behind one; a hidden value goes on up to the end.
     * Each byte is looked at in one part alone, however many there are: a stranger says where they end.
     */
    private void pair(FieldNames names, int from, int end) {
        int at = from;
        while (at < end) {
            int semicolon = ByteSearch.indexOf(';', source, at, end);
            int hidden = hiddenFrom(names, at, semicolon);
            if (hidden != NOTHING) {
                copying.hide(hidden, end, Copying.STARS);
                return;
            }
            at = semicolon + 1;
        }
    }

    private int hiddenFrom(FieldNames names, int from, int end) {
        int equals = ByteSearch.indexOf('=', source, from, end);
        if (equals == end) return unescaping.mayName(names, source, from, end) ? from : NOTHING;
        return switch (naming(names, from, equals)) {
            case STRANGE -> from;
            case MASKED -> equals + 1;
            case SHOWN -> unescaping.mayGive(names, source, equals + 1, end) ? equals + 1 : NOTHING;
        };
    }

    private FieldPath.Naming naming(FieldNames names, int from, int end) {
        if (isWrittenPlainly(from, end)) return FieldPath.naming(names, source, from, end);
        int length = unescaping.resolve(source, from, end);
        if (length == Unescaping.TOO_LONG) return FieldPath.Naming.STRANGE;
        return FieldPath.naming(names, unescaping.resolved(), 0, length);
    }

    private boolean isWrittenPlainly(int from, int end) {
        return end - from <= Unescaping.LONGEST_NAME
                && Unescaping.nextEscape(source, from, end) == end
                && ByteSearch.indexOf('+', source, from, end) == end;
    }
}
