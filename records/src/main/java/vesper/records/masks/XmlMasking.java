package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Hides the content of masked elements and the values of masked attributes in an XML text. Namespace prefixes are
 * ignored. The attributes of a masked element are hidden too, except namespace declarations. Comments, CDATA sections
 * and processing instructions that contain a masked name are hidden. From the first byte that cannot be parsed, the
 * rest is hidden; also from a DOCTYPE on, because its entities may change the meaning of everything after it.
 */
final class XmlMasking {
    private static final byte[] COMMENT = {'<', '!', '-', '-'};
    private static final byte[] COMMENT_END = {'-', '-', '>'};
    private static final byte[] CDATA = {'<', '!', '[', 'C', 'D', 'A', 'T', 'A', '['};
    private static final byte[] CDATA_END = {']', ']', '>'};
    private static final byte[] INSTRUCTION = {'<', '?'};
    private static final byte[] INSTRUCTION_END = {'?', '>'};
    private static final byte[] XMLNS = {'x', 'm', 'l', 'n', 's'};
    private static final int HIDDEN = -1;

    private final MaskedCopy copying;
    private byte[] source = {};
    private int to;

    XmlMasking(MaskedCopy copying) {
        this.copying = copying;
    }

    void copy(FieldNames names) {
        source = copying.source;
        to = copying.to;
        int at = copying.from;
        while (at >= 0 && at < to && !copying.isFull()) {
            int open = ByteSearch.indexOf('<', source, at, to);
            // Markup that is cut off after its first character contains nothing secret.
            at = open + 1 >= to ? to : markup(names, open);
        }
        if (at >= 0) copying.finish();
        source = MaskedCopy.STARS;
    }

    /** Returns the position after the markup that starts at {@code open}; -1 if the rest is hidden. */
    private int markup(FieldNames names, int open) {
        return switch (source[open + 1]) {
            case '/' -> closing(open);
            case '?' -> enclosed(names, open + INSTRUCTION.length, INSTRUCTION_END);
            case '!' -> declaration(names, open);
            default -> isNameStart(source[open + 1]) ? tag(names, open) : hideRest(open);
        };
    }

    private int declaration(FieldNames names, int open) {
        if (startsWith(COMMENT, open)) return enclosed(names, open + COMMENT.length, COMMENT_END);
        if (startsWith(CDATA, open)) return enclosed(names, open + CDATA.length, CDATA_END);
        return hideRest(open);
    }

    private int enclosed(FieldNames names, int from, byte[] closedBy) {
        int end = indexOf(closedBy, from);
        if (names.mayOccur(source, from, end, Joint.BETWEEN_WORDS)) copying.hide(from, end, MaskedCopy.STARS);
        return Math.min(to, end + closedBy.length);
    }

    private int closing(int open) {
        int end = ByteSearch.indexOf('>', source, open, to);
        int another = ByteSearch.indexOf('<', source, open + 1, end);
        return another < end ? hideRest(another) : Math.min(to, end + 1);
    }

    private int tag(FieldNames names, int open) {
        int nameEnd = endOfName(open + 1);
        boolean masked = names.has(source, localPart(open + 1, nameEnd), nameEnd);
        int at = nameEnd;
        while (true) {
            at = behindBlanks(at);
            if (at >= to) return to;
            byte b = source[at];
            if (b == '>') return masked ? content(open + 1, nameEnd, at + 1) : at + 1;
            if (b == '/') return at + 1 >= to ? to : source[at + 1] == '>' ? at + 2 : hideRest(at);
            at = isNameStart(b) ? attribute(names, at, masked) : hideRest(at);
            if (at == HIDDEN) return HIDDEN;
        }
    }

    private int attribute(FieldNames names, int start, boolean ofMasked) {
        int nameEnd = endOfName(start);
        boolean masked = names.has(source, localPart(start, nameEnd), nameEnd) || (ofMasked && !isNamespace(start));
        int at = behindBlanks(nameEnd);
        if (at >= to) return to;
        if (source[at] != '=') return hideRest(at);
        at = behindBlanks(at + 1);
        if (at >= to) return to;
        byte quote = source[at];
        if (quote != '"' && quote != '\'') return hideRest(at);
        int end = ByteSearch.indexOf(quote, source, at + 1, to);
        // Not allowed in a value, so a quotation mark is missing somewhere.
        if (ByteSearch.indexOf('<', source, at + 1, end) < end) return hideRest(at);
        if (masked) copying.hide(at + 1, end, MaskedCopy.STARS);
        return Math.min(to, end + 1);
    }

    private boolean isNamespace(int start) {
        if (!startsWith(XMLNS, start)) return false;
        int behind = start + XMLNS.length;
        return behind >= to || source[behind] == ':' || !isNameCharacter(source[behind]);
    }

    /** Hides the content of an element up to its end tag; skips nested elements of the same name. */
    private int content(int nameFrom, int nameTo, int from) {
        int at = from;
        int open = 1;
        while (at < to) {
            at = ByteSearch.indexOf('<', source, at, to);
            if (at + 1 >= to) break;
            if (source[at + 1] == '/') {
                if (isSameName(nameFrom, nameTo, at + 2) && --open == 0) {
                    copying.hide(from, at, MaskedCopy.STARS);
                    return at;
                }
                at += 2;
            } else if (isNameStart(source[at + 1])) {
                int end = endOfTag(at);
                boolean isEmpty = end < to && source[end - 1] == '/';
                if (!isEmpty && isSameName(nameFrom, nameTo, at + 1)) open++;
                at = end;
            } else {
                at = behindSpecial(at);
            }
        }
        copying.hide(from, to, MaskedCopy.STARS);
        return to;
    }

    private int behindSpecial(int at) {
        if (startsWith(COMMENT, at)) return indexOf(COMMENT_END, at + COMMENT.length);
        if (startsWith(CDATA, at)) return indexOf(CDATA_END, at + CDATA.length);
        if (startsWith(INSTRUCTION, at)) return indexOf(INSTRUCTION_END, at + INSTRUCTION.length);
        return to;
    }

    /** Returns the position of the tag's end; skips quoted values. */
    private int endOfTag(int open) {
        int at = open;
        while (at < to && source[at] != '>') {
            if (source[at] == '"' || source[at] == '\'') at = ByteSearch.indexOf(source[at], source, at + 1, to);
            at++;
        }
        return Math.min(at, to);
    }

    private boolean isSameName(int nameFrom, int nameTo, int at) {
        int length = nameTo - nameFrom;
        if (at + length >= to || isNameCharacter(source[at + length])) return false;
        for (int i = 0; i < length; i++) {
            if (source[at + i] != source[nameFrom + i]) return false;
        }
        return true;
    }

    private int endOfName(int start) {
        int at = start;
        while (at < to && isNameCharacter(source[at])) at++;
        return at;
    }

    private int localPart(int from, int end) {
        for (int at = end - 1; at >= from; at--) {
            if (source[at] == ':') return at + 1;
        }
        return from;
    }

    private static boolean isNameStart(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b == ':' || b < 0;
    }

    /** Accepts more characters than XML does, but ends names where XML ends them. */
    private static boolean isNameCharacter(byte b) {
        return b < 0 || (b > ' ' && b != '/' && b != '>' && b != '<' && b != '=' && b != '"' && b != '\'');
    }

    private int behindBlanks(int start) {
        int at = start;
        while (at < to && source[at] >= 0 && source[at] <= ' ') at++;
        return at;
    }

    /** Checks for the expected bytes, or the start of them if the text is cut off there. */
    private boolean startsWith(byte[] expected, int at) {
        int length = Math.min(expected.length, to - at);
        for (int i = 0; i < length; i++) {
            if (source[at + i] != expected[i]) return false;
        }
        return true;
    }

    private int indexOf(byte[] wanted, int from) {
        int at = from;
        while (true) {
            at = ByteSearch.indexOf(wanted[0], source, Math.min(at, to), to);
            if (at >= to) return to;
            if (at + wanted.length <= to && startsWith(wanted, at)) return at;
            at++;
        }
    }

    private int hideRest(int at) {
        copying.hide(at, to, MaskedCopy.STARS);
        return HIDDEN;
    }
}
