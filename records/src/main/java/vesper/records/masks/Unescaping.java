package vesper.records.masks;

import java.util.Arrays;
import vesper.records.text.ByteSearch;
import vesper.records.text.Utf8;

/**
 * Reads a text for the names in it whose characters may be written by escapes: percent, a backslash with or without a
 * number, a reference of HTML. What was resolved is resolved again, so that texts inside of texts are read as well. It
 * takes more for an escape than any one reader does, and so finds too many names rather than too few.
 *
 * <p>A text goes through a window of fixed size, long stretches without escapes around it: the time is linear, and
 * nothing is allocated.
 */
final class Unescaping {
    /** Bytes; a longer name, resolved, is not read. */
    static final int LONGEST_NAME = 1024;

    static final int TOO_LONG = -1;

    private static final int WINDOW = 2048;
    /** More than the longest name has, and the longest escape behind it. */
    private static final int CARRIED = 256;
    /** How far behind its first character an escape may end. */
    private static final int LONGEST_ESCAPE = 12;

    private static final int MOST_DIGITS = 8;
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;
    /** Of a code point in UTF-8. */
    private static final int MOST_BYTES = 4;

    private final byte[] window = new byte[WINDOW];
    /** Which bytes of the window stood behind a backslash: what may be a letter may be the end of a line as well. */
    private final boolean[] escaped = new boolean[WINDOW];

    private final Joint inWindow = (text, at) -> escaped[at] || Joint.BETWEEN_WORDS.is(text, at);
    private int length;
    private boolean isNamed;
    private boolean isGiven;

    /** Whether a name may be a word in this, however it is written. */
    boolean mayName(FieldNames names, byte[] text, int from, int to) {
        if (names.mayOccur(text, from, to, Joint.BETWEEN_WORDS)) return true;
        if (!hasEscapes(names, text, from, to)) return false;
        read(names, text, from, to);
        return isNamed;
    }

    /**
     * Whether a name may be in this, and behind it what stands between a name and its value in some kind of text: an
     * equals sign, a colon, the end of a tag or a quotation mark.
     */
    boolean mayGive(FieldNames names, byte[] text, int from, int to) {
        if (!names.mayOccur(text, from, to, Joint.BETWEEN_WORDS) && !hasEscapes(names, text, from, to)) return false;
        read(names, text, from, to);
        return isGiven;
    }

    /** Resolves all of a short text, and says how many bytes {@link #resolved} has of it. */
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

    /** Where something begins that may be an escape, or begin one once what follows is resolved; or {@code to}. */
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

    /** What has no escape in it; of much, only what can belong to a name with an escape is copied. */
    private void stretch(FieldNames names, byte[] text, int from, int to) {
        if (to - from <= 2 * CARRIED) {
            copy(names, text, from, to);
            return;
        }
        copy(names, text, from, from + CARRIED);
        isNamed |= names.mayOccur(text, from, to, Joint.BETWEEN_WORDS);
        room(names, 1);
        // There may be one of these in what is left out.
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

    /** Looks at what is in the window and leaves its end there. */
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

    /** Says whether it ended an escape. */
    private boolean add(byte b) {
        put(b);
        boolean resolved = false;
        // What came of an escape may end another.
        while (resolveEnd()) resolved = true;
        return resolved;
    }

    /** Whether an escape may have begun at the end of the window that has not ended yet. */
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

    /** Two digits behind a percent sign or a backslash and an x, four behind either of them and a u. */
    private boolean numbered() {
        if (isAt(3, '%')) return replace(3, number(2, HEXADECIMAL), true);
        if (isAt(4, '\\') && isAt(3, 'x')) return replace(4, number(2, HEXADECIMAL), false);
        return isAt(5, 'u') && (isAt(6, '\\') || isAt(6, '%')) && replace(6, number(4, HEXADECIMAL), false);
    }

    /** Digits in braces, behind a backslash and a u. */
    private boolean braced() {
        int digits = digitsBefore(HEXADECIMAL);
        if (!isAt(digits + 2, '{') || !isAt(digits + 3, 'u') || !isAt(digits + 4, '\\')) return false;
        length--;
        int number = number(digits, HEXADECIMAL);
        length++;
        return replace(digits + 4, number, false);
    }

    /** Digits before a semicolon, behind an ampersand and a number sign; hexadecimal ones behind an x. */
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

    /** How many digits stand before the last byte. */
    private int digitsBefore(int radix) {
        int digits = 0;
        while (digits < MOST_DIGITS && digits + 2 <= length && digit(window[length - 2 - digits]) < radix) digits++;
        return digits;
    }

    /** What a hexadecimal digit says; more than any of them where it is none. */
    private static int digit(byte b) {
        if (b >= '0' && b <= '9') return b - '0';
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + DECIMAL : HEXADECIMAL;
    }

    private boolean isAt(int beforeEnd, char wanted) {
        return beforeEnd <= length && window[length - beforeEnd] == wanted;
    }

    /** What the last digits say; below 0 where one of them is none. */
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
