package vesper.records.masks;

import vesper.records.text.ByteSearch;

/**
 * Leaves the values of masked fields out of a JSON text (RFC 8259), or of several one after the other (JSON lines,
 * RFC 7464). The grammar is followed exactly, by a stack of one bit a level: only who knows where strings begin knows
 * what is a name. From the first byte on that cannot be JSON the rest is hidden.
 */
final class JsonMasking {
    private static final int WORDS = 8;
    /** What is nested deeper is hidden. */
    static final int DEPTH = WORDS * Long.SIZE;

    private enum Next {
        ROOT,
        /** Behind the end of a text. */
        ANOTHER_ROOT,
        VALUE,
        /** Behind an opening bracket. */
        VALUE_OR_END,
        NAME,
        /** Behind an opening brace. */
        NAME_OR_END,
        COLON,
        /** The value of a masked field. */
        HIDDEN,
        COMMA_OR_END
    }

    private final Copying copying;
    /** A bit for each level: set for an object. */
    private final long[] objects = new long[WORDS];

    private int depth;
    private Next next = Next.ROOT;
    private boolean nameIsMasked;

    JsonMasking(Copying copying) {
        this.copying = copying;
    }

    void copy(FieldNames names) {
        depth = 0;
        next = Next.ROOT;
        int at = behindMark(copying.from);
        while (at >= 0 && !copying.isFull()) {
            at = behindBlanks(at);
            if (at >= copying.to) break;
            at = step(names, at);
        }
        if (at >= 0) copying.finish();
    }

    /** Where to go on; below 0 where the rest is hidden. */
    private int step(FieldNames names, int at) {
        byte b = copying.source[at];
        return switch (next) {
            case ROOT, VALUE -> value(at, b);
            case ANOTHER_ROOT -> b == '{' || b == '[' ? value(at, b) : hideRest(at);
            case VALUE_OR_END -> b == ']' ? close(at, false) : value(at, b);
            case NAME -> b == '"' ? name(names, at) : hideRest(at);
            case NAME_OR_END -> b == '}' ? close(at, true) : b == '"' ? name(names, at) : hideRest(at);
            case COLON -> b == ':' ? colon(at) : hideRest(at);
            case HIDDEN -> hide(at, b);
            case COMMA_OR_END -> comma(at, b);
        };
    }

    private int value(int at, byte b) {
        return switch (b) {
            case '{' -> open(at, true);
            case '[' -> open(at, false);
            case '"' -> {
                next = afterValue();
                yield endOfString(at);
            }
            default -> scalar(at);
        };
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
        // A name that is cut has no value.
        int behind = Math.max(inside, end - 1);
        boolean escaped = ByteSearch.indexOf('\\', copying.source, inside, behind) < behind;
        nameIsMasked =
                escaped ? names.hasEscaped(copying.source, inside, behind) : names.has(copying.source, inside, behind);
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
            // Whatever it is: what cannot follow it hides the rest.
            default -> Math.max(at + 1, endOfScalar(at));
        };
        copying.replace(at, end, Copying.QUOTED_STARS);
        next = Next.COMMA_OR_END;
        return end;
    }

    /** Behind the bracket that closes what is opened here; strings may hold brackets. */
    private int endOfNested(int start) {
        byte[] source = copying.source;
        int open = 0;
        int at = start;
        while (at < copying.to) {
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
        return copying.to;
    }

    /** Behind the closing quotation mark, or the end of a text that is cut. */
    private int endOfString(int start) {
        byte[] source = copying.source;
        int to = copying.to;
        for (int at = start + 1; at < to; at++) {
            byte b = source[at];
            if (b == '"') return at + 1;
            if (b == '\\') at++;
        }
        return to;
    }

    private int scalar(int at) {
        int end = endOfScalar(at);
        if (end == at || !(isNumber(at, end) || isLiteral(at, end))) return hideRest(at);
        next = afterValue();
        return end;
    }

    private int endOfScalar(int start) {
        byte[] source = copying.source;
        int at = start;
        while (at < copying.to && !isBlank(source[at]) && !isPunctuation(source[at])) at++;
        return at;
    }

    private boolean isNumber(int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = copying.source[at];
            if ((b < '0' || b > '9') && b != '-' && b != '+' && b != '.' && b != 'e' && b != 'E') return false;
        }
        return true;
    }

    private boolean isLiteral(int from, int to) {
        String literal = switch (copying.source[from]) {
            case 't' -> "true";
            case 'f' -> "false";
            default -> "null";
        };
        boolean isCut = to == copying.to && to - from < literal.length();
        if (to - from != literal.length() && !isCut) return false;
        for (int i = 0; i < to - from; i++) {
            if (copying.source[from + i] != literal.charAt(i)) return false;
        }
        return true;
    }

    private int hideRest(int at) {
        copying.replace(at, copying.to, Copying.QUOTED_STARS);
        return -1;
    }

    private int behindMark(int at) {
        byte[] source = copying.source;
        boolean marked = at + 3 <= copying.to
                && source[at] == (byte) 0xef
                && source[at + 1] == (byte) 0xbb
                && source[at + 2] == (byte) 0xbf;
        return marked ? at + 3 : at;
    }

    private int behindBlanks(int start) {
        int at = start;
        while (at < copying.to && isBlank(copying.source[at])) at++;
        return at;
    }

    /** White space, and the separator that begins each text of a sequence. */
    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == 0x1e;
    }

    private static boolean isPunctuation(byte b) {
        return b == ',' || b == ':' || b == '"' || b == '{' || b == '}' || b == '[' || b == ']';
    }
}
