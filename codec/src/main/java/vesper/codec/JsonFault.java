package vesper.codec;

import java.util.Optional;

/**
 * Finds where a JSON text violates the grammar of RFC 8259 or a bound, and what was expected there. It parses again a
 * text that Jackson has rejected, so that the message is ours and the position is counted in characters.
 */
final class JsonFault {
    private static final class FoundException extends RuntimeException {
        private static final long serialVersionUID = 1;

        FoundException(String words) {
            super(words, null, false, false);
        }
    }

    private static final String VALUE = "a value";
    private static final String NAME = "a name in double quotes";
    private static final int SHOWN = 20;

    private final String text;
    private int at;
    private int depth;

    private JsonFault(String text) {
        this.text = text;
    }

    /** Returns the first fault, or empty if the text is well-formed. */
    static Optional<Decoded.Malformed<Object>> in(String text) {
        JsonFault fault = new JsonFault(text);
        try {
            fault.wholeText();
            return Optional.empty();
        } catch (FoundException e) {
            return Optional.of(fault.told(String.valueOf(e.getMessage())));
        }
    }

    private Decoded.Malformed<Object> told(String words) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            char c = text.charAt(i);
            boolean ends = c == '\n' || (c == '\r' && text.charAt(Math.min(i + 1, text.length() - 1)) != '\n');
            if (!ends) continue;
            line++;
            lineStart = i + 1;
        }
        return new Decoded.Malformed<>("The JSON is not well-formed: " + words, line, at - lineStart + 1);
    }

    private void wholeText() {
        blanks();
        if (isAtEnd()) throw new FoundException("it is empty");
        value(VALUE);
        blanks();
        if (!isAtEnd()) throw new FoundException("more follows after its end");
    }

    private void value(String expected) {
        switch (isAtEnd() ? ' ' : text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> quoted("text", Limits.STRING_LENGTH);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> {
                if (!takes("true") && !takes("false") && !takes("null")) throw missing(expected);
            }
        }
    }

    private void object() {
        deeper();
        blanks();
        if (!takes("}")) {
            member(NAME + " or }");
            while (!takes("}")) {
                need(",", ", or }");
                blanks();
                member(NAME);
            }
        }
        depth--;
    }

    private void member(String expected) {
        if (isAtEnd() || text.charAt(at) != '"') throw missing(expected);
        quoted("name", Limits.NAME_LENGTH);
        blanks();
        need(":", ":");
        blanks();
        value(VALUE);
        blanks();
    }

    private void list() {
        deeper();
        blanks();
        if (!takes("]")) {
            element(VALUE + " or ]");
            while (!takes("]")) {
                need(",", ", or ]");
                blanks();
                element(VALUE);
            }
        }
        depth--;
    }

    private void element(String expected) {
        value(expected);
        blanks();
    }

    private void deeper() {
        if (++depth > Limits.DEPTH)
            throw new FoundException("objects and lists are nested deeper than " + Limits.DEPTH + " levels");
        at++;
    }

    private void quoted(String what, int mostLength) {
        int start = ++at;
        while (!isAtEnd() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c < ' ') throw new FoundException("a " + what + " has " + shown(c) + " in it, which needs an escape");
            if (c == '\\') escape(what);
            at++;
        }
        if (isAtEnd()) throw new FoundException("it ends in the middle of a " + what);
        if (at - start > mostLength)
            throw new FoundException("a " + what + " is longer than " + mostLength + " characters");
        at++;
    }

    /**
     * Skips an escape and stops at its last character. For an escaped surrogate pair, that is the end of the second
     * escape.
     */
    private void escape(String what) {
        int start = at;
        at++;
        if (isAtEnd()) throw new FoundException("it ends in the middle of an escape");
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
        throw new FoundException("a " + what + " has \\u%04x in it, half of a character".formatted((int) unit));
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
        takes("-");
        if (takes("0")) {
            if (isDigit()) throw new FoundException("a number begins with 0, and more digits follow");
        } else {
            digits();
        }
        if (takes(".")) digits();
        if (takes("e") || takes("E")) {
            if (!takes("+")) takes("-");
            digits();
        }
        if (at - start > Limits.NUMBER_LENGTH) {
            at = start;
            throw new FoundException("a number is longer than " + Limits.NUMBER_LENGTH + " characters");
        }
    }

    private void digits() {
        if (!isDigit()) throw missing("a digit");
        while (isDigit()) at++;
    }

    private boolean isDigit() {
        return !isAtEnd() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private void need(String wanted, String expected) {
        if (!takes(wanted)) throw missing(expected);
    }

    private boolean takes(String wanted) {
        if (!text.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private void blanks() {
        while (!isAtEnd() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean isAtEnd() {
        return at == text.length();
    }

    private FoundException missing(String expected) {
        if (isAtEnd()) return new FoundException("it ends where " + expected + " should follow");
        return new FoundException("expected " + expected + ", found " + found());
    }

    /** Returns the word at the current position, or the character if it is not part of a word. */
    private String found() {
        int end = at;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) end++;
        if (end - at > SHOWN) return text.substring(at, at + SHOWN) + "…";
        return end > at ? text.substring(at, end) : shown(text.codePointAt(at));
    }

    /** Returns a character, or its code point in hex if it is not visible. */
    static String shown(int character) {
        boolean isVisible = Character.isLetterOrDigit(character) || (character > ' ' && character < 0x7F);
        return isVisible ? Character.toString(character) : "U+%04X".formatted(character);
    }
}
