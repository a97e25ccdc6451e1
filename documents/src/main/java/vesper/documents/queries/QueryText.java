package vesper.documents.queries;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a query, prepared for Lucene's syntax. It escapes characters that are common in paths, times and
 * addresses and that Lucene's syntax reserves: {@code url:/api/orders}, {@code at:2026-11-22T10:00:00Z},
 * {@code user:a@example.com}. It rejects what is not supported anywhere in a query, and keeps the original column of
 * each character.
 */
final class QueryText {
    private static final int MOST_CHARACTERS = 8192;
    private static final int MOST_PARENTHESES = 32;
    private static final String BLANKS = " \t\n\r\u3000";
    /** Fields whose values may start and end with a slash. */
    private static final Set<String> OF_PATHS = Set.of("path", "url", "route", "endpoint");

    private static final Pattern INDEX = Pattern.compile("\\[(?:[0-9]*|\\*)](?=$|[.\\[])");

    private final String typed;
    private final StringBuilder ready;
    private int[] columns;

    private int open;
    /** True after the field of the current clause. */
    private boolean isBehindField;
    /** True if the previous character belongs to a word, a value or a name. */
    private boolean isInWord;

    private QueryText(String typed) {
        this.typed = typed;
        this.ready = new StringBuilder(typed.length() + 16);
        this.columns = new int[typed.length() + 16];
    }

    static QueryText of(String typed) throws QueryException {
        if (typed.length() > MOST_CHARACTERS) {
            throw new QueryException(0, "the query has " + typed.length() + " characters; at most 8192 are read");
        }
        var text = new QueryText(typed);
        for (int at = 0; at < typed.length(); at++) at = text.take(at);
        return text;
    }

    @Override
    public String toString() {
        return ready.toString();
    }

    /** Returns the column at which the character at this index was typed, counted from 1. */
    int column(int index) {
        if (index < 0) return 1;
        return index < ready.length() ? columns[index] : typed.length() + 1;
    }

    /** @return the index of the last character that was consumed */
    private int take(int at) throws QueryException {
        char there = typed.charAt(at);
        if (BLANKS.indexOf(there) >= 0) return clauseEnds(at);
        return switch (there) {
            case '"' -> quoted(at);
            case '[', '{' -> range(at);
            case '(' -> {
                if (++open > MOST_PARENTHESES) {
                    throw new QueryException(at + 1, "more than 32 nested parentheses");
                }
                yield clauseEnds(at);
            }
            case ')' -> {
                open--;
                yield clauseEnds(at);
            }
            case ':' -> colon(at);
            case '/' -> {
                if (!isInWord) refuseExpression(at);
                yield escaped(at);
            }
            case '@' -> escaped(at);
            case '-', '+' -> {
                // After a field this is a sign, not an operator.
                boolean isSign = isBehindField && !isInWord && isDigit(at + 1);
                yield isSign ? escaped(at) : put(at);
            }
            case '<', '>', '=' -> fieldEnds(at, there);
            case '\\' -> {
                isInWord = true;
                put(at);
                yield at + 1 < typed.length() ? put(at + 1) : at + 1;
            }
            default -> {
                isInWord = true;
                yield put(at);
            }
        };
    }

    private int clauseEnds(int at) {
        isBehindField = false;
        isInWord = false;
        return put(at);
    }

    private int fieldEnds(int at, char shown) {
        isBehindField = true;
        isInWord = false;
        return put(shown, at);
    }

    private int colon(int at) {
        if (isBehindField) return escaped(at);
        // Lucene's syntax has amount>=20; people also write amount:>=20.
        boolean isBeforeComparison = at + 1 < typed.length() && "<>".indexOf(typed.charAt(at + 1)) >= 0;
        return fieldEnds(at, isBeforeComparison ? ' ' : ':');
    }

    private int quoted(int start) throws QueryException {
        put(start);
        for (int at = start + 1; at < typed.length(); at++) {
            put(at);
            if (typed.charAt(at) == '"') {
                isInWord = true;
                return at;
            }
            if (typed.charAt(at) == '\\' && at + 1 < typed.length()) put(++at);
        }
        throw new QueryException(start + 1, "the quotation mark is not closed");
    }

    private int range(int start) throws QueryException {
        if (isInWord && !isBehindField) refuseIndex(start);
        for (int at = start; at < typed.length(); at++) {
            put(at);
            if ("]}".indexOf(typed.charAt(at)) >= 0) {
                isInWord = true;
                return at;
            }
        }
        throw new QueryException(start + 1, "the range is not closed: expected [FROM TO TO], for example [10 TO 20]");
    }

    /** Rejects a regular expression, {@code /sm.th/}. In a field of paths, text between two slashes is a path. */
    private void refuseExpression(int start) throws QueryException {
        if (isBehindField && OF_PATHS.contains(fieldBefore(start))) return;
        int end = start + 1;
        while (end < typed.length() && typed.charAt(end) != '/' && !isBlank(end)) end++;
        if (end == start + 1 || end == typed.length() || typed.charAt(end) != '/') return;
        boolean isWhole = end + 1 == typed.length() || isBlank(end + 1) || ")^~".indexOf(typed.charAt(end + 1)) >= 0;
        if (!isWhole) return;
        throw new QueryException(
                start + 1,
                "/…/: regular expressions are not known here; in quotation marks it stands for itself,"
                        + " and smi* finds what begins so");
    }

    private String fieldBefore(int at) {
        int start = wordBefore(at);
        return start < at ? typed.substring(start, at - 1).toLowerCase(Locale.ROOT) : "";
    }

    /** Rejects an array index, {@code items[0].name}. */
    private void refuseIndex(int at) throws QueryException {
        int start = wordBefore(at);
        int end = start;
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
        return BLANKS.indexOf(typed.charAt(at)) >= 0;
    }

    private boolean isDigit(int at) {
        return at < typed.length() && typed.charAt(at) >= '0' && typed.charAt(at) <= '9';
    }

    private int escaped(int at) {
        isInWord = true;
        put('\\', at);
        return put(at);
    }

    private int put(int at) {
        return put(typed.charAt(at), at);
    }

    private int put(char shown, int at) {
        if (ready.length() == columns.length) columns = Arrays.copyOf(columns, columns.length * 2);
        columns[ready.length()] = at + 1;
        ready.append(shown);
        return at;
    }
}
