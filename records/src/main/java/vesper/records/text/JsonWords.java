package vesper.records.text;

/** Extracts the words of JSON (RFC 8259). Tolerates malformed input. */
final class JsonWords {
    private static final int MOST_CONTAINERS = 128;

    private final ValueWords values;
    private final Paths paths;

    /** Depth of the path outside each open object or array, and whether it is an object. */
    private final int[] depths = new int[MOST_CONTAINERS];

    private final boolean[] isObject = new boolean[MOST_CONTAINERS];
    private int open;
    /** Number of open containers beyond {@link #MOST_CONTAINERS}. */
    private int beyond;
    /** True if the next string is a field name. */
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

    /**
     * Reads a string.
     *
     * @param from index after the opening quotation mark
     * @return the index after the string
     */
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
                // A lone surrogate becomes a separator. The output fits: an escape of 6 bytes yields at most 3, a pair
                // of 12 bytes yields 4.
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
        // A lone surrogate still takes the six bytes of its escape.
        return codePoint >= 0 || unit(json, at, to) >= 0 ? 6 : 2;
    }

    private static byte unescaped(int escape) {
        return switch (escape) {
            case 'n', 'r', 't', 'b', 'f' -> ' ';
            default -> (byte) escape;
        };
    }

    /**
     * Returns the code point of an escape, or of a surrogate pair that two escapes form; -1 if there is no valid one.
     */
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

    /** Reads a number, {@code true}, {@code false}, {@code null} or an invalid token. */
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
