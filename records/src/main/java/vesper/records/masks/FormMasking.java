package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Hides the values of masked fields in {@code application/x-www-form-urlencoded} text, including queries. A field is
 * masked if any part of its name is, as in {@code user[password][0]} or {@code password.value}. A value that is JSON or
 * a URL is hidden as a whole if it may contain a masked name. So is a pair without an equals sign, and a pair whose
 * name is not a plain path.
 */
final class FormMasking {
    private static final int NOTHING = -1;

    private final MaskedCopy copying;
    private final EscapedNameSearch unescaping;
    private byte[] source = {};

    FormMasking(MaskedCopy copying, EscapedNameSearch unescaping) {
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
        source = MaskedCopy.STARS;
    }

    /**
     * Masks one pair. Some servers also separate fields by semicolons, so a name may follow one. A hidden value extends
     * to the end of the pair. Each byte is examined only once, because clients choose the number of parts.
     */
    private void pair(FieldNames names, int from, int end) {
        int at = from;
        while (at < end) {
            int semicolon = ByteSearch.indexOf(';', source, at, end);
            int hidden = hiddenFrom(names, at, semicolon);
            if (hidden != NOTHING) {
                copying.hide(hidden, end, MaskedCopy.STARS);
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
        if (length == EscapedNameSearch.TOO_LONG) return FieldPath.Naming.STRANGE;
        return FieldPath.naming(names, unescaping.resolved(), 0, length);
    }

    private boolean isWrittenPlainly(int from, int end) {
        return end - from <= EscapedNameSearch.LONGEST_NAME
                && EscapedNameSearch.nextEscape(source, from, end) == end
                && ByteSearch.indexOf('+', source, from, end) == end;
    }
}
