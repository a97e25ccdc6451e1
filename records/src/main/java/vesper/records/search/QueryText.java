package vesper.records.search;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The query text, prepared for Lucene's parser. The parser needs backslashes before characters that are common in
 * paths, times and addresses: {@code path:/api/orders}, {@code time:2026-11-22T10:00:00Z}, {@code user:a@example.com}.
 * This class inserts them, which is safe because regular expressions are not supported anyway. It tracks the original
 * column of each character.
 */
final class QueryText {
    private static final int MOST_CHARS = 8 << 10;
    private static final int DEEPEST = 32;
    /** Fields whose values may start and end with a slash. */
    private static final Set<String> PATHS = Set.of("path", "url", "route", "endpoint");

    private static final Pattern INDEX = Pattern.compile("\\[(?:[0-9]*|\\*)](?=$|[.\\[])");

    private final String typed;
    private final StringBuilder text = new StringBuilder();
    private int[] columns = new int[64];

    private int depth;
    /** True if the current clause names its field. */
    private boolean hasField;
    /** True if the previous character is part of a word, a value or a name. */
    private boolean isInWord;

    private QueryText(String typed) {
        this.typed = typed;
    }

    static QueryText of(String typed) throws QueryException {
        if (typed.length() > MOST_CHARS) {
            throw new QueryException(0, "the query has " + typed.length() + " characters; at most 8192 are read");
        }
        var text = new QueryText(typed);
        text.read();
        return text;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** Returns the column at which the character at this index was typed, counted from 1. */
    int column(int index) {
        if (index < 0) return 1;
        return index < text.length() ? columns[index] : typed.length() + 1;
    }

    private void read() throws QueryException {
        for (int at = 0; at < typed.length(); at++) {
            char there = typed.charAt(at);
            switch (there) {
                case '"' -> at = quoted(at);
                case '[', '{' -> {
                    refuseIndex(at);
                    at = range(at);
                }
                case '\\' -> {
                    put(there, at);
                    if (++at < typed.length()) put(typed.charAt(at), at);
                    isInWord = true;
                }
                case '(' -> {
                    if (++depth > DEEPEST) {
                        throw new QueryException(at + 1, "more than 32 nested parentheses");
                    }
                    put(there, at);
                    clause();
                }
                case ')' -> {
                    depth--;
                    put(there, at);
                    clause();
                }
                case ' ', '\t', '\n', '\r', '\u3000' -> {
                    put(there, at);
                    clause();
                }
                case ':' -> colon(at);
                case '/', '@' -> {
                    refuseExpression(at);
                    escaped(there, at);
                }
                case '-', '+' -> {
                    // After a field this is a sign, not an operator.
                    if (hasField && !isInWord && isDigit(at + 1)) escaped(there, at);
                    else put(there, at);
                }
                case '<', '>', '=' -> {
                    put(there, at);
                    hasField = true;
                    isInWord = false;
                }
                default -> {
                    put(there, at);
                    isInWord = true;
                }
            }
        }
    }

    /** Rejects regular expressions such as {@code /sm.th/}. In a path field, text between two slashes is a path. */
    private void refuseExpression(int at) throws QueryException {
        if (isInWord || typed.charAt(at) != '/' || isOfPath(at)) return;
        int end = at + 1;
        while (end < typed.length() && typed.charAt(end) != '/' && !isBlank(end)) end++;
        boolean isExpression = end > at + 1
                && end < typed.length()
                && typed.charAt(end) == '/'
                && (end + 1 == typed.length() || isBlank(end + 1) || ")^~".indexOf(typed.charAt(end + 1)) >= 0);
        if (isExpression) {
            throw new QueryException(
                    at + 1,
                    "/…/: regular expressions are not known here; in quotation marks it stands for itself,"
                            + " and smi* finds what begins so");
        }
    }

    private boolean isOfPath(int at) {
        int start = wordBefore(at);
        return hasField
                && start < at
                && PATHS.contains(typed.substring(start, at - 1).toLowerCase(Locale.ROOT));
    }

    /** Rejects array indexes such as {@code body.items[0].name}. */
    private void refuseIndex(int at) throws QueryException {
        if (!isInWord || hasField) return;
        int end = wordBefore(at);
        int start = end;
        while (end < typed.length() && typed.charAt(end) != ':' && !isBlank(end)) end++;
        Matcher indexes = INDEX.matcher(typed.substring(start, end));
        if (!indexes.find() || start + indexes.start() != at) return;
        throw new QueryException(
                at + 1,
                "elements of arrays have no index here; " + indexes.replaceAll("") + " is looked for in all of them");
    }

    /** Returns the start of the word that ends at this index. */
    private int wordBefore(int at) {
        int start = at;
        while (start > 0 && !isBlank(start - 1) && "()+-!".indexOf(typed.charAt(start - 1)) < 0) start--;
        return start;
    }

    private boolean isBlank(int at) {
        return " \t\n\r\u3000".indexOf(typed.charAt(at)) >= 0;
    }

    private void clause() {
        hasField = false;
        isInWord = false;
    }

    private void colon(int at) {
        boolean isBeforeComparison = at + 1 < typed.length() && "<>".indexOf(typed.charAt(at + 1)) >= 0;
        if (hasField) {
            escaped(':', at);
        } else {
            // Lucene's syntax is duration>=20ms, but users also write duration:>=20ms.
            put(isBeforeComparison ? ' ' : ':', at);
            hasField = true;
            isInWord = false;
        }
    }

    /**
     * Copies a quoted phrase.
     *
     * @return the index of the closing quotation mark
     */
    private int quoted(int start) throws QueryException {
        put('"', start);
        for (int at = start + 1; at < typed.length(); at++) {
            put(typed.charAt(at), at);
            if (typed.charAt(at) == '"') {
                isInWord = true;
                return at;
            }
            if (typed.charAt(at) == '\\' && ++at < typed.length()) put(typed.charAt(at), at);
        }
        throw new QueryException(start + 1, "the quotation mark is not closed");
    }

    /**
     * Copies a range.
     *
     * @return the index of the closing bracket
     */
    private int range(int start) throws QueryException {
        for (int at = start; at < typed.length(); at++) {
            put(typed.charAt(at), at);
            if (typed.charAt(at) == ']' || typed.charAt(at) == '}') {
                isInWord = true;
                return at;
            }
        }
        throw new QueryException(start + 1, "the range is not closed: expected [FROM TO TO], for example [10 TO 20]");
    }

    private boolean isDigit(int at) {
        return at < typed.length() && typed.charAt(at) >= '0' && typed.charAt(at) <= '9';
    }

    private void escaped(char there, int at) {
        put('\\', at);
        put(there, at);
        isInWord = true;
    }

    private void put(char there, int at) {
        if (text.length() == columns.length) columns = Arrays.copyOf(columns, columns.length * 2);
        columns[text.length()] = at + 1;
        text.append(there);
    }
}
