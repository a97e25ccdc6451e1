package vesper.records.masks;

import java.util.Arrays;
import vesper.records.text.ByteSearch;
import vesper.records.text.Utf8;

/**
 * Searches a text for names whose characters may be escaped: percent-encoded, after a backslash with or without a
 * number, or as an HTML character reference. The result of an escape is unescaped again, so nested texts are covered
 * too. It accepts more escapes than any single parser, so it errs towards finding too many names.
 *
 * <p>The text passes through a window of fixed size; long stretches without escapes bypass it. Time is linear and
 * nothing is allocated.
 */
final class EscapedNameSearch {
    /** Limit of an unescaped name in bytes; longer names are not examined. */
    static final int LONGEST_NAME = 1024;

    static final int TOO_LONG = -1;

    private static final int WINDOW = 2048;
    /** Longer than the longest name plus an escape after it. */
    private static final int CARRIED = 256;
    /** Largest distance between the first and last character of an escape. */
    private static final int LONGEST_ESCAPE = 12;

    private static final int MOST_DIGITS = 8;
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;
    /** Longest code point in UTF-8. */
    private static final int MOST_BYTES = 4;

    private final byte[] window = new byte[WINDOW];
    /**
     * Marks bytes of the window that followed a backslash. Such a byte may be a letter, or an escape such as a line
     * break.
     */
    private final boolean[] escaped = new boolean[WINDOW];

    private final Joint inWindow = (text, at) -> escaped[at] || Joint.BETWEEN_WORDS.is(text, at);
    private int length;
    private boolean isNamed;
    private boolean isGiven;

    /** Checks whether a name may occur in the text as a word, with or without escapes. */
    boolean mayName(FieldNames names, byte[] text, int from, int to) {
        if (names.mayOccur(text, from, to, Joint.BETWEEN_WORDS)) return true;
        if (!hasEscapes(names, text, from, to)) return false;
        read(names, text, from, to);
        return isNamed;
    }

    /**
     * Checks whether the text may contain a name and, after it, a character that separates names from values in some
     * syntax: an equals sign, a colon, the end of a tag or a quotation mark.
     */
    boolean mayGive(FieldNames names, byte[] text, int from, int to) {
        if (!names.mayOccur(text, from, to, Joint.BETWEEN_WORDS) && !hasEscapes(names, text, from, to)) return false;
        read(names, text, from, to);
        return isGiven;
    }

    /** Unescapes a short text into {@link #resolved}; returns its length in bytes, or {@link #TOO_LONG}. */
    int resolve(byte[] text, int from, int to) {
        length = 0;
        for (int at = from; at < to; at++) {
            if (length >= LONGEST_NAME) return TOO_LONG;
            add(text[at] == '+' ? (byte) ' ' : text[at]);
        }
        return length;
    }

    byte[] resolved() {
        return window;
    }

    private static boolean hasEscapes(FieldNames names, byte[] text, int from, int to) {
        return nextEscape(text, from, to) < to || (names.hasBlank() && ByteSearch.indexOf('+', text, from, to) < to);
    }

    /**
     * Returns the position of the next possible escape, including one that may only form after later escapes are
     * resolved. Returns {@code to} if the text has no further escape.
     */
    static int nextEscape(byte[] text, int from, int to) {
        int at = ByteSearch.indexOfEscape(text, from, to);
        while (at < to && !mayBegin(text, at, to)) at = ByteSearch.indexOfEscape(text, at + 1, to);
        return at;
    }

    private static boolean mayBegin(byte[] text, int at, int to) {
        if (at + 1 == to) return false;
        byte next = text[at + 1];
        if (text[at] == '\\' || isStart(next)) return true;
        return text[at] == '&' ? next == '#' : next == 'u' || digit(next) < HEXADECIMAL;
    }

    private static boolean isStart(byte b) {
        return b == '%' || b == '\\' || b == '&';
    }

    private void read(FieldNames names, byte[] text, int from, int to) {
        length = 0;
        isNamed = false;
        isGiven = false;
        boolean bytewise = names.hasBlank();
        int watched = 0;
        int at = from;
        while (at < to) {
            if (watched == 0 && !bytewise) {
                int escape = nextEscape(text, at, to);
                stretch(names, text, at, escape);
                at = escape;
                if (at == to) break;
            }
            room(names, MOST_BYTES);
            boolean resolved = add(text[at] == '+' && bytewise ? (byte) ' ' : text[at]);
            if (resolved) watched = hasStart() ? LONGEST_ESCAPE : 0;
            else watched = isStart(text[at]) ? LONGEST_ESCAPE : watched - 1;
            at++;
        }
        search(names, 0);
    }

    /**
     * Adds a stretch without escapes. Of a long one, only its ends are copied, which may form a name with escapes next
     * to it.
     */
    private void stretch(FieldNames names, byte[] text, int from, int to) {
        if (to - from <= 2 * CARRIED) {
            copy(names, text, from, to);
            return;
        }
        copy(names, text, from, from + CARRIED);
        isNamed |= names.mayOccur(text, from, to, Joint.BETWEEN_WORDS);
        room(names, 1);
        // The part left out may contain a separator.
        put((byte) '=');
        copy(names, text, to - CARRIED, to);
    }

    private void copy(FieldNames names, byte[] text, int from, int to) {
        room(names, to - from);
        System.arraycopy(text, from, window, length, to - from);
        Arrays.fill(escaped, length, length + to - from, false);
        length += to - from;
    }

    private void room(FieldNames names, int bytes) {
        if (length + bytes <= WINDOW) return;
        search(names, CARRIED);
    }

    /** Searches the window and keeps its last {@code left} bytes. */
    private void search(FieldNames names, int left) {
        int separator = lastSeparator();
        isGiven |= separator >= 0 && (isNamed || mayBeNamed(names, separator));
        isNamed |= mayBeNamed(names, length);
        int kept = Math.min(left, length);
        System.arraycopy(window, length - kept, window, 0, kept);
        System.arraycopy(escaped, length - kept, escaped, 0, kept);
        length = kept;
    }

    private boolean mayBeNamed(FieldNames names, int to) {
        return names.mayOccur(window, 0, to, inWindow);
    }

    private int lastSeparator() {
        for (int at = length - 1; at >= 0; at--) {
            byte b = window[at];
            if (b == '=' || b == ':' || b == '>' || b == '"') return at;
        }
        return -1;
    }

    /** Adds a byte; returns whether it completed an escape. */
    private boolean add(byte b) {
        put(b);
        boolean resolved = false;
        // An unescaped character may complete another escape.
        while (resolveEnd()) resolved = true;
        return resolved;
    }

    /** Checks whether the end of the window may contain an incomplete escape. */
    private boolean hasStart() {
        for (int at = Math.max(0, length - LONGEST_ESCAPE); at < length; at++) if (isStart(window[at])) return true;
        return false;
    }

    private boolean resolveEnd() {
        if (length < 2) return false;
        byte last = window[length - 1];
        if (window[length - 2] == '\\' && last != 'u' && last != 'x') return unescape(last);
        if (last == ';') return reference();
        if (last == '}') return braced();
        return digit(last) < HEXADECIMAL && numbered();
    }

    private boolean unescape(byte last) {
        length -= 2;
        put(last);
        escaped[length - 1] = true;
        return true;
    }

    /**
     * Resolves two digits after {@code %} or {@code \x}, and four digits after {@code %u} or after a backslash and
     * {@code u}.
     */
    private boolean numbered() {
        if (isAt(3, '%')) return replace(3, number(2, HEXADECIMAL), true);
        if (isAt(4, '\\') && isAt(3, 'x')) return replace(4, number(2, HEXADECIMAL), false);
        return isAt(5, 'u') && (isAt(6, '\\') || isAt(6, '%')) && replace(6, number(4, HEXADECIMAL), false);
    }

    /** Resolves digits in braces after a backslash and {@code u}. */
    private boolean braced() {
        int digits = digitsBefore(HEXADECIMAL);
        if (!isAt(digits + 2, '{') || !isAt(digits + 3, 'u') || !isAt(digits + 4, '\\')) return false;
        length--;
        int number = number(digits, HEXADECIMAL);
        length++;
        return replace(digits + 4, number, false);
    }

    /** Resolves {@code &#d…;} and {@code &#xh…;}. */
    private boolean reference() {
        int digits = digitsBefore(DECIMAL);
        int radix = DECIMAL;
        int behind = digits + 2;
        if (!isAt(behind, '#')) {
            digits = digitsBefore(HEXADECIMAL);
            radix = HEXADECIMAL;
            behind = digits + 3;
            if (!isAt(behind - 1, 'x') && !isAt(behind - 1, 'X')) return false;
        }
        if (!isAt(behind, '#') || !isAt(behind + 1, '&')) return false;
        length--;
        int number = number(digits, radix);
        length++;
        return replace(behind + 1, number, false);
    }

    /** Returns the number of digits before the last byte. */
    private int digitsBefore(int radix) {
        int digits = 0;
        while (digits < MOST_DIGITS && digits + 2 <= length && digit(window[length - 2 - digits]) < radix) digits++;
        return digits;
    }

    /** Returns the value of a hexadecimal digit; {@link #HEXADECIMAL} for any other byte. */
    private static int digit(byte b) {
        if (b >= '0' && b <= '9') return b - '0';
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + DECIMAL : HEXADECIMAL;
    }

    private boolean isAt(int beforeEnd, char wanted) {
        return beforeEnd <= length && window[length - beforeEnd] == wanted;
    }

    /** Returns the value of the last digits; -1 if one of them is not a digit. */
    private int number(int digits, int radix) {
        if (digits == 0) return -1;
        long number = 0;
        for (int at = length - digits; at < length; at++) {
            int digit = digit(window[at]);
            if (digit >= radix) return -1;
            number = number * radix + digit;
        }
        return number > Character.MAX_CODE_POINT ? -1 : (int) number;
    }

    private boolean replace(int bytes, int by, boolean asByte) {
        if (by < 0) return false;
        length -= bytes;
        int start = length;
        if (asByte) put((byte) by);
        else length = Utf8.encode(by, window, length);
        Arrays.fill(escaped, start, length, false);
        return true;
    }

    private void put(byte b) {
        escaped[length] = false;
        window[length++] = b;
    }
}
