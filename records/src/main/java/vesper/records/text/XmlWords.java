package vesper.records.text;

/**
 * Extracts the words of XML or HTML. Tolerates malformed input: an end tag without a matching start tag is ignored, and
 * an end tag of an outer element closes the elements inside it. Declarations and processing instructions have no words.
 */
final class XmlWords {
    private static final byte[] COMMENT = {'!', '-', '-'};
    private static final byte[] COMMENT_END = {'-', '-', '>'};
    private static final byte[] CDATA = {'!', '[', 'C', 'D', 'A', 'T', 'A', '['};
    private static final byte[] CDATA_END = {']', ']', '>'};

    private static final byte STARTS = 2;
    /** The ASCII characters that may start or continue a name. */
    private static final byte[] NAME = new byte[128];

    static {
        for (int c = 0; c < NAME.length; c++) {
            if (Character.isLetter(c) || c == '_' || c == ':') NAME[c] = STARTS;
            else if (Character.isDigit(c) || c == '-' || c == '.') NAME[c] = 1;
        }
    }

    private final ValueWords values;
    private final Paths paths;

    XmlWords(ValueWords values) {
        this.values = values;
        this.paths = values.paths();
    }

    void scan(byte[] xml, int from, int to) {
        int at = from;
        while (at < to) {
            if (xml[at] == '<') {
                at = markup(xml, at + 1, to);
            } else {
                int end = ByteSearch.indexOf('<', xml, at, to);
                value(xml, at, end);
                at = end;
            }
        }
    }

    /** Handles markup after its {@code <} and returns the index after it. */
    private int markup(byte[] xml, int from, int to) {
        if (from == to) return to;
        if (starts(COMMENT, xml, from, to)) {
            int end = indexOf(COMMENT_END, xml, from + COMMENT.length, to);
            values.words(xml, from + COMMENT.length, end);
            return Math.min(to, end + COMMENT_END.length);
        }
        if (starts(CDATA, xml, from, to)) {
            int end = indexOf(CDATA_END, xml, from + CDATA.length, to);
            values.valueInRoot(xml, from + CDATA.length, end);
            return Math.min(to, end + CDATA_END.length);
        }
        return switch (xml[from]) {
            case '!', '?' -> Math.min(to, ByteSearch.indexOf('>', xml, from, to) + 1);
            case '/' -> closing(xml, from + 1, to);
            default -> isNameStart(xml[from]) ? opening(xml, from, to) : from;
        };
    }

    private int closing(byte[] xml, int from, int to) {
        int nameEnd = nameEnd(xml, from, to);
        int start = localStart(xml, from, nameEnd);
        int depth = paths.depth();
        while (depth > 0 && !paths.isNamed(depth, xml, start, nameEnd)) depth--;
        if (depth > 0) paths.leaveTo(depth - 1);
        return Math.min(to, ByteSearch.indexOf('>', xml, nameEnd, to) + 1);
    }

    private int opening(byte[] xml, int from, int to) {
        int nameEnd = nameEnd(xml, from, to);
        int start = localStart(xml, from, nameEnd);
        values.words(xml, start, nameEnd);
        paths.enter(xml, start, nameEnd);
        int at = nameEnd;
        while (at < to) {
            switch (xml[at]) {
                case '>' -> {
                    return at + 1;
                }
                // The tag is not terminated.
                case '<' -> {
                    return at;
                }
                case '/' -> {
                    at++;
                    if (at < to && xml[at] == '>') {
                        paths.leave();
                        return at + 1;
                    }
                }
                default -> at = isNameStart(xml[at]) ? attribute(xml, at, to) : at + 1;
            }
        }
        return to;
    }

    private int attribute(byte[] xml, int from, int to) {
        int nameEnd = nameEnd(xml, from, to);
        int start = localStart(xml, from, nameEnd);
        values.words(xml, start, nameEnd);
        int at = behindBlanks(xml, nameEnd, to);
        if (at == to || xml[at] != '=') return at;
        at = behindBlanks(xml, at + 1, to);
        if (at == to) return to;

        boolean isQuoted = xml[at] == '"' || xml[at] == '\'';
        int valueStart = isQuoted ? at + 1 : at;
        int valueEnd =
                isQuoted ? ByteSearch.indexOf((char) xml[at], xml, valueStart, to) : unquotedEnd(xml, valueStart, to);
        paths.enter(xml, start, nameEnd);
        value(xml, valueStart, valueEnd);
        paths.leave();
        return isQuoted ? Math.min(to, valueEnd + 1) : valueEnd;
    }

    private void value(byte[] xml, int from, int to) {
        int start = behindBlanks(xml, from, to);
        if (start == to) return;
        int entity = ByteSearch.indexOf('&', xml, start, to);
        if (entity == to) {
            values.valueInRoot(xml, start, to);
            return;
        }
        byte[] decoded = values.room(to - start);
        System.arraycopy(xml, start, decoded, 0, entity - start);
        int put = entity - start;
        for (int at = entity; at < to; ) {
            int end = xml[at] == '&' ? ByteSearch.indexOf(';', xml, at, Math.min(to, at + XmlEntity.LONGEST)) : at;
            int codePoint = end < to && xml[end] == ';' && end > at ? XmlEntity.codePoint(xml, at + 1, end) : -1;
            if (codePoint < 0) {
                decoded[put++] = xml[at++];
            } else {
                // This fits: the shortest entity for a character of n bytes is longer than n bytes.
                put = Utf8.encode(codePoint, decoded, put);
                at = end + 1;
            }
        }
        values.valueInRoot(decoded, 0, put);
    }

    private static int nameEnd(byte[] xml, int from, int to) {
        int at = from;
        while (at < to && isInName(xml[at])) at++;
        return at;
    }

    /** Returns the start of the local name, after any namespace prefix. */
    private static int localStart(byte[] xml, int from, int to) {
        int colon = ByteSearch.indexOf(':', xml, from, to);
        return colon + 1 < to ? colon + 1 : from;
    }

    private static boolean isNameStart(byte there) {
        return there < 0 || NAME[there] == STARTS;
    }

    private static boolean isInName(byte there) {
        return there < 0 || NAME[there] != 0;
    }

    private static int unquotedEnd(byte[] xml, int from, int to) {
        int at = from;
        while (at < to && xml[at] != '>' && xml[at] > ' ') at++;
        return at;
    }

    private static int behindBlanks(byte[] xml, int from, int to) {
        int at = from;
        while (at < to && xml[at] >= 0 && xml[at] <= ' ') at++;
        return at;
    }

    private static int indexOf(byte[] wanted, byte[] xml, int from, int to) {
        int at = from;
        while (at < to && !starts(wanted, xml, at, to)) at++;
        return at;
    }

    private static boolean starts(byte[] start, byte[] xml, int from, int to) {
        if (to - from < start.length) return false;
        for (int i = 0; i < start.length; i++) if (xml[from + i] != start[i]) return false;
        return true;
    }
}
