package vesper.codec;

import java.util.Optional;

/**
 * Finds where a JSON text violates the grammar of RFC 8259 or a bound, and what was expected there. It parses again a
 * text that Jackson has rejected, so that the message is ours and the position is counted in characters.
 */
final class JsonSyntaxChecker {
    private static final class SyntaxException extends RuntimeException {
        private static final long serialVersionUID = 1;

        SyntaxException(String words) {
            super(words, null, false, false);
        }
    }

    private static final String VALUE = "a value";
    private static final String NAME = "a name in double quotes";
    private static final int MAX_SHOWN = 20;

    private final String text;
    private int at;
    private int depth;

    private JsonSyntaxChecker(String text) {
        this.text = text;
    }

    /** Returns the first fault, or empty if the text is well-formed. */
    static Optional<DecodeResult.Malformed<Object>> in(String text) {
        JsonSyntaxChecker checker = new JsonSyntaxChecker(text);
        try {
            checker.wholeText();
            return Optional.empty();
        } catch (SyntaxException e) {
            return Optional.of(checker.malformed(String.valueOf(e.getMessage())));
        }
    }

    private DecodeResult.Malformed<Object> malformed(String words) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            char c = text.charAt(i);
            boolean ends = c == '\n' || (c == '\r' && text.charAt(Math.min(i + 1, text.length() - 1)) != '\n');
            if (!ends) continue;
            line++;
            lineStart = i + 1;
        }
        return new DecodeResult.Malformed<>("The JSON is not well-formed: " + words, line, at - lineStart + 1);
    }

    private void wholeText() {
        skipWhitespace();
        if (isAtEnd()) throw new SyntaxException("it is empty");
        value(VALUE);
        skipWhitespace();
        if (!isAtEnd()) throw new SyntaxException("there is content after its end");
    }

    private void value(String expected) {
        switch (isAtEnd() ? ' ' : text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> quoted("text", Limits.STRING_LENGTH);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> {
                if (!accept("true") && !accept("false") && !accept("null")) throw missing(expected);
            }
        }
    }

    private void object() {
        enter();
        skipWhitespace();
        if (!accept("}")) {
            member(NAME + " or }");
            while (!accept("}")) {
                expect(",", ", or }");
                skipWhitespace();
                member(NAME);
            }
        }
        depth--;
    }

    private void member(String expected) {
        if (isAtEnd() || text.charAt(at) != '"') throw missing(expected);
        quoted("name", Limits.NAME_LENGTH);
        skipWhitespace();
        expect(":", ":");
        skipWhitespace();
        value(VALUE);
        skipWhitespace();
    }

    private void list() {
        enter();
        skipWhitespace();
        if (!accept("]")) {
            element(VALUE + " or ]");
            while (!accept("]")) {
                expect(",", ", or ]");
                skipWhitespace();
                element(VALUE);
            }
        }
        depth--;
    }

    private void element(String expected) {
        value(expected);
        skipWhitespace();
    }

    private void enter() {
        if (++depth > Limits.DEPTH)
            throw new SyntaxException("objects and lists are nested deeper than " + Limits.DEPTH + " levels");
        at++;
    }

    private void quoted(String what, int maxLength) {
        int start = ++at;
        while (!isAtEnd() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c < ' ')
                throw new SyntaxException("a " + what + " contains " + printable(c) + ", which must be escaped");
            if (c == '\\') escape(what);
            at++;
        }
        if (isAtEnd()) throw new SyntaxException("it ends in the middle of a " + what);
        if (at - start > maxLength)
            throw new SyntaxException("a " + what + " is longer than " + maxLength + " characters");
        at++;
    }

    /**
     * Skips an escape and stops at its last character. For an escaped surrogate pair, that is the end of the second
     * escape.
     */
    private void escape(String what) {
        int start = at;
        at++;
        if (isAtEnd()) throw new SyntaxException("it ends in the middle of an escape");
        if ("\"\\/bfnrt".indexOf(text.charAt(at)) >= 0) return;
        if (text.charAt(at) != 'u') throw missing("one of \" \\ / b f n r t u after \\");
        char unit = unit();
        if (!Character.isSurrogate(unit)) return;
        boolean isPair = Character.isHighSurrogate(unit) && text.startsWith("\\u", at + 1);
        if (isPair) {
            at += 2;
            isPair = Character.isLowSurrogate(unit());
        }
        if (isPair) return;
        at = start;
        throw new SyntaxException("a " + what + " contains \\u%04x, a lone surrogate".formatted((int) unit));
    }

    /** Reads the four hex digits after {@code u} as a UTF-16 code unit. */
    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            at++;
            int digit = isAtEnd() ? -1 : Character.digit(text.charAt(at), 16);
            if (digit < 0) throw missing("four hexadecimal digits after \\u");
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private void number() {
        int start = at;
        accept("-");
        if (accept("0")) {
            if (isDigit()) throw new SyntaxException("a number has a leading zero");
        } else {
            digits();
        }
        if (accept(".")) digits();
        if (accept("e") || accept("E")) {
            if (!accept("+")) accept("-");
            digits();
        }
        if (at - start > Limits.NUMBER_LENGTH) {
            at = start;
            throw new SyntaxException("a number is longer than " + Limits.NUMBER_LENGTH + " characters");
        }
    }

    private void digits() {
        if (!isDigit()) throw missing("a digit");
        while (isDigit()) at++;
    }

    private boolean isDigit() {
        return !isAtEnd() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private void expect(String wanted, String expected) {
        if (!accept(wanted)) throw missing(expected);
    }

    private boolean accept(String wanted) {
        if (!text.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private void skipWhitespace() {
        while (!isAtEnd() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean isAtEnd() {
        return at == text.length();
    }

    private SyntaxException missing(String expected) {
        if (isAtEnd()) return new SyntaxException("expected " + expected + ", found the end");
        return new SyntaxException("expected " + expected + ", found " + found());
    }

    /** Returns the word at the current position, or the character if it is not part of a word. */
    private String found() {
        int end = at;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) end++;
        if (end - at > MAX_SHOWN) return text.substring(at, at + MAX_SHOWN) + "…";
        return end > at ? text.substring(at, end) : printable(text.codePointAt(at));
    }

    /** Returns a character, or its code point in hex if it is not visible. */
    static String printable(int character) {
        boolean isVisible = Character.isLetterOrDigit(character) || (character > ' ' && character < 0x7F);
        return isVisible ? Character.toString(character) : "U+%04X".formatted(character);
    }
}
