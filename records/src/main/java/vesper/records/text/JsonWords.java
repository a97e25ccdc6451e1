package vesper.records.text;

/** The words of JSON (RFC 8259), or of what was meant to be some. */
final class JsonWords {
    private static final int MOST_CONTAINERS = 128;

    private final ValueWords values;
    private final Paths paths;

    /** Of each object and array that is open: how deep the path was before it, and which of the two it is. */
    private final int[] depths = new int[MOST_CONTAINERS];

    private final boolean[] isObject = new boolean[MOST_CONTAINERS];
    private int open;
    /** Those that were opened beyond {@link #MOST_CONTAINERS}. */
    private int beyond;
    /** Whether the next string is the name of a field. */
    private boolean isName;

    JsonWords(ValueWords values) {
        this.values = values;
        this.paths = values.paths();
    }

    void scan(byte[] json, int from, int to) {
        open = 0;
        beyond = 0;
        isName = false;
        int at = from;
        while (at < to) {
            switch (json[at]) {
                case '"' -> at = string(json, at + 1, to);
                case '{' -> {
                    open(true);
                    at++;
                }
                case '[' -> {
                    open(false);
                    at++;
                }
                case '}', ']' -> {
                    close();
                    at++;
                }
                case ',' -> {
                    isName = isInObject();
                    at++;
                }
                case ':' -> {
                    isName = false;
                    at++;
                }
                case ' ', '\t', '\n', '\r' -> at++;
                default -> at = scalar(json, at, to);
            }
        }
    }

    private void open(boolean object) {
        isName = object;
        if (open == MOST_CONTAINERS) {
            beyond++;
            paths.enterNameless();
            return;
        }
        depths[open] = paths.depth();
        isObject[open] = object;
        open++;
    }

    private void close() {
        isName = false;
        if (beyond > 0) {
            beyond--;
            paths.leave();
        } else if (open > 0) {
            paths.leaveTo(depths[--open]);
        }
    }

    private boolean isInObject() {
        return beyond == 0 && open > 0 && isObject[open - 1];
    }

    /** @return behind the string, which begins here without its quotation mark */
    private int string(byte[] json, int from, int to) {
        int end = ByteSearch.indexOf('"', '\\', json, from, to);
        if (end == to || json[end] == '"') {
            found(json, from, end);
            return end + 1;
        }
        return escaped(json, from, end, to);
    }

    private int escaped(byte[] json, int from, int firstEscape, int to) {
        byte[] decoded = values.room(to - from);
        System.arraycopy(json, from, decoded, 0, firstEscape - from);
        int put = firstEscape - from;
        int at = firstEscape;
        while (at < to && json[at] != '"') {
            if (json[at] != '\\') {
                decoded[put++] = json[at++];
                continue;
            }
            int escape = at + 1 < to ? json[at + 1] : ' ';
            if (escape == 'u') {
                int codePoint = codePoint(json, at, to);
                // What stands for no character separates words; six bytes become at most three, twelve four.
                put = Utf8.encode(codePoint < 0 ? ' ' : codePoint, decoded, put);
                at += bytesOfEscape(codePoint, json, at, to);
            } else {
                decoded[put++] = unescaped(escape);
                at += 2;
            }
        }
        found(decoded, 0, put);
        return at + 1;
    }

    private static int bytesOfEscape(int codePoint, byte[] json, int at, int to) {
        if (codePoint > Character.MAX_VALUE) return 12;
        // Half a pair is an escape as well, of nothing.
        return codePoint >= 0 || unit(json, at, to) >= 0 ? 6 : 2;
    }

    private static byte unescaped(int escape) {
        return switch (escape) {
            case 'n', 'r', 't', 'b', 'f' -> ' ';
            default -> (byte) escape;
        };
    }

    /** Of the escape there and of the one behind it where both are one character; -1 where there is none. */
    private static int codePoint(byte[] json, int at, int to) {
        int unit = unit(json, at, to);
        if (unit < 0 || Character.isLowSurrogate((char) unit)) return -1;
        if (!Character.isHighSurrogate((char) unit)) return unit;
        int low = unit(json, at + 6, to);
        return low >= 0 && Character.isLowSurrogate((char) low) ? Character.toCodePoint((char) unit, (char) low) : -1;
    }

    private static int unit(byte[] json, int at, int to) {
        if (at + 6 > to || json[at] != '\\' || json[at + 1] != 'u') return -1;
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(json[i], 16);
            if (digit < 0) return -1;
            unit = unit << 4 | digit;
        }
        return unit;
    }

    private void found(byte[] utf8, int from, int to) {
        if (!isName) {
            values.value(utf8, from, to);
            return;
        }
        isName = false;
        values.words(utf8, from, to);
        paths.leaveTo(depths[open - 1]);
        paths.enter(utf8, from, to);
    }

    /** A number, true, false, null, or what is none of them. */
    private int scalar(byte[] json, int from, int to) {
        int at = from + 1;
        while (at < to && !isEnd(json[at])) at++;
        values.value(json, from, at);
        return at;
    }

    private static boolean isEnd(byte there) {
        return switch (there) {
            case ',', ':', '"', '{', '}', '[', ']', ' ', '\t', '\n', '\r' -> true;
            default -> false;
        };
    }
}
