package vesper.records.masks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import vesper.records.text.ByteSearch;

/**
 * Hides the values of masked fields in a JSON text (RFC 8259), or in a sequence of them (JSON lines, RFC 7464). It
 * parses the exact grammar, because only a parser that knows where strings start can tell names from values. The stack
 * takes one bit for each level. From the first byte that is not valid JSON, the rest is hidden.
 */
final class JsonMasking {
    private static final int WORDS = 8;
    /** Limit of nesting; deeper values are hidden. */
    static final int DEPTH = WORDS * Long.SIZE;
    /** Limit of JSON texts nested in strings. Deeper ones are hidden if they may contain a masked name. */
    static final int STRINGS = 3;

    private static final byte MARK = (byte) 0xef;

    private enum Next {
        ROOT,
        /** After the end of a text. */
        ANOTHER_ROOT,
        VALUE,
        /** After an opening bracket. */
        VALUE_OR_END,
        NAME,
        /** After an opening brace. */
        NAME_OR_END,
        COLON,
        /** The value of a masked field. */
        HIDDEN,
        COMMA_OR_END
    }

    private final SecretSink hiding;
    private final EscapedNameSearch unescaping;
    private final JsonInString inString;
    /** Replacement for a value. Its quotation marks are escaped as often as this text is. */
    private final byte[] hiddenValue;
    /** Replacement for the rest of a text that is not valid JSON. */
    private final byte[] hiddenRest;
    /** One bit for each level, set for an object. */
    private final long[] objects = new long[WORDS];

    private byte[] source = {};
    private int to;
    private int depth;
    private Next next = Next.ROOT;
    private boolean nameIsMasked;

    JsonMasking(SecretSink hiding, EscapedNameSearch unescaping) {
        this(hiding, unescaping, 0);
    }

    /**
     * Creates a parser.
     *
     * @param within number of strings around the text
     */
    JsonMasking(SecretSink hiding, EscapedNameSearch unescaping, int within) {
        this.hiding = hiding;
        this.unescaping = unescaping;
        this.inString = new JsonInString(hiding, unescaping, within + 1);
        // Each string around the text doubles the backslashes and adds one.
        String quote = "\\".repeat((1 << within) - 1) + '"';
        this.hiddenValue = (quote + Mask.HIDDEN + quote).getBytes(US_ASCII);
        this.hiddenRest = within == 0 ? hiddenValue : MaskedCopy.STARS;
    }

    void hide(FieldNames names, byte[] text, int from, int end) {
        source = text;
        to = end;
        depth = 0;
        next = Next.ROOT;
        int at = behindMark(text, from, end);
        while (at >= 0 && !hiding.isFull()) {
            at = behindBlanks(at);
            if (at >= to) break;
            at = step(names, at);
        }
        source = MaskedCopy.STARS;
    }

    /** Consumes one token; returns the next position, or -1 if the rest is hidden. */
    private int step(FieldNames names, int at) {
        byte b = source[at];
        return switch (next) {
            case ROOT, VALUE -> value(names, at, b);
            case ANOTHER_ROOT -> b == '{' || b == '[' ? value(names, at, b) : hideRest(at);
            case VALUE_OR_END -> b == ']' ? close(at, false) : value(names, at, b);
            case NAME -> b == '"' ? name(names, at) : hideRest(at);
            case NAME_OR_END -> b == '}' ? close(at, true) : b == '"' ? name(names, at) : hideRest(at);
            case COLON -> b == ':' ? colon(at) : hideRest(at);
            case HIDDEN -> hide(at, b);
            case COMMA_OR_END -> comma(at, b);
        };
    }

    private int value(FieldNames names, int at, byte b) {
        return switch (b) {
            case '{' -> open(at, true);
            case '[' -> open(at, false);
            case '"' -> {
                next = afterValue();
                yield string(names, at);
            }
            default -> scalar(at);
        };
    }

    private int string(FieldNames names, int at) {
        int end = endOfString(at);
        // The first character of nearly all strings rules out JSON.
        if (at + 1 < end && mayBegin(source[at + 1])) textInString(names, at, end);
        return end;
    }

    private void textInString(FieldNames names, int at, int end) {
        boolean isClosed = isClosed(at, end);
        int behind = isClosed ? end - 1 : end;
        boolean mayName = names.isEscapedOtherwise() || unescaping.mayName(names, source, at + 1, behind);
        if (!mayName || inString.hide(names, source, at + 1, behind, isClosed)) return;
        hiding.hide(at, end, hiddenValue);
    }

    /** Checks for a bracket, a byte order mark, or a byte that may precede or encode a bracket. */
    private static boolean mayBegin(byte b) {
        return b == '{' || b == '[' || b == '\\' || b == MARK || (b >= 0 && b <= ' ');
    }

    /** Checks for the closing quotation mark, which must not be escaped. */
    private boolean isClosed(int start, int end) {
        if (end - start < 2 || source[end - 1] != '"') return false;
        int backslashes = 0;
        while (source[end - 2 - backslashes] == '\\') backslashes++;
        return backslashes % 2 == 0;
    }

    private int open(int at, boolean object) {
        if (depth == DEPTH) return hideRest(at);
        long bit = 1L << depth;
        int word = depth >>> 6;
        objects[word] = object ? objects[word] | bit : objects[word] & ~bit;
        depth++;
        next = object ? Next.NAME_OR_END : Next.VALUE_OR_END;
        return at + 1;
    }

    private int close(int at, boolean object) {
        if (isInObject() != object) return hideRest(at);
        depth--;
        next = afterValue();
        return at + 1;
    }

    private boolean isInObject() {
        return (objects[(depth - 1) >>> 6] >>> (depth - 1) & 1) != 0;
    }

    private Next afterValue() {
        return depth == 0 ? Next.ANOTHER_ROOT : Next.COMMA_OR_END;
    }

    private int comma(int at, byte b) {
        return switch (b) {
            case ',' -> {
                next = isInObject() ? Next.NAME : Next.VALUE;
                yield at + 1;
            }
            case '}' -> close(at, true);
            case ']' -> close(at, false);
            default -> hideRest(at);
        };
    }

    private int name(FieldNames names, int at) {
        int end = endOfString(at);
        next = Next.COLON;
        int inside = at + 1;
        // A name that is cut off has no value.
        int behind = Math.max(inside, end - 1);
        boolean escaped = ByteSearch.indexOf('\\', source, inside, behind) < behind;
        nameIsMasked = escaped ? names.hasEscaped(source, inside, behind) : names.has(source, inside, behind);
        return end;
    }

    private int colon(int at) {
        next = nameIsMasked ? Next.HIDDEN : Next.VALUE;
        return at + 1;
    }

    private int hide(int at, byte b) {
        int end = switch (b) {
            case '"' -> endOfString(at);
            case '{', '[' -> endOfNested(at);
            // Any scalar; if something invalid follows it, the rest is hidden.
            default -> Math.max(at + 1, endOfScalar(at));
        };
        hiding.hide(at, end, hiddenValue);
        next = Next.COMMA_OR_END;
        return end;
    }

    /** Returns the position after the bracket that closes the one at {@code start}; skips brackets in strings. */
    private int endOfNested(int start) {
        int open = 0;
        int at = start;
        while (at < to) {
            switch (source[at]) {
                case '"' -> {
                    at = endOfString(at);
                    continue;
                }
                case '{', '[' -> open++;
                case '}', ']' -> open--;
                default -> {}
            }
            at++;
            if (open == 0) return at;
        }
        return to;
    }

    /** Returns the position after the closing quotation mark, or the end of a text that is cut off. */
    private int endOfString(int start) {
        byte[] text = source;
        int end = to;
        for (int at = start + 1; at < end; at++) {
            byte b = text[at];
            if (b == '"') return at + 1;
            if (b == '\\') at++;
        }
        return end;
    }

    private int scalar(int at) {
        int end = endOfScalar(at);
        if (end == at || !(isNumber(at, end) || isLiteral(at, end))) return hideRest(at);
        next = afterValue();
        return end;
    }

    private int endOfScalar(int start) {
        byte[] text = source;
        int end = to;
        int at = start;
        while (at < end && !isBlank(text[at]) && !isPunctuation(text[at])) at++;
        return at;
    }

    private boolean isNumber(int from, int end) {
        for (int at = from; at < end; at++) {
            byte b = source[at];
            if ((b < '0' || b > '9') && b != '-' && b != '+' && b != '.' && b != 'e' && b != 'E') return false;
        }
        return true;
    }

    private boolean isLiteral(int from, int end) {
        String literal = switch (source[from]) {
            case 't' -> "true";
            case 'f' -> "false";
            default -> "null";
        };
        boolean isCut = end == to && end - from < literal.length();
        if (end - from != literal.length() && !isCut) return false;
        for (int i = 0; i < end - from; i++) {
            if (source[from + i] != literal.charAt(i)) return false;
        }
        return true;
    }

    private int hideRest(int at) {
        hiding.hide(at, to, hiddenRest);
        return -1;
    }

    /** Skips a UTF-8 byte order mark. */
    static int behindMark(byte[] text, int at, int end) {
        boolean marked =
                at + 3 <= end && text[at] == MARK && text[at + 1] == (byte) 0xbb && text[at + 2] == (byte) 0xbf;
        return marked ? at + 3 : at;
    }

    private int behindBlanks(int start) {
        int at = start;
        while (at < to && isBlank(source[at])) at++;
        return at;
    }

    /** Checks for white space, or for the separator before each text of a sequence (RFC 7464). */
    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == 0x1e;
    }

    private static boolean isPunctuation(byte b) {
        return b == ',' || b == ':' || b == '"' || b == '{' || b == '}' || b == '[' || b == ']';
    }
}
