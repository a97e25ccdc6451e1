package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Splits UTF-8 text into words and folds their case, by the default word boundaries of Unicode (UAX #29). A user can
 * therefore search for any word as it appears in a payload: {@code Hello, world!} yields {@code hello} and
 * {@code world}, {@code /api/orders/PO-17} yields {@code api}, {@code orders}, {@code po} and {@code 17}; {@code 3.14}
 * and {@code can't} are one word each. Bytes that are not valid UTF-8 separate words. The rules for quotation marks
 * after Hebrew letters are not implemented.
 *
 * <p>The sink receives the bytes of the folded word. Words longer than {@value #LONGEST} bytes are split there. Not
 * thread-safe.
 */
public final class Words {
    /** Maximum length of a folded word in bytes. */
    public static final int LONGEST = 256;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final int NOT_UTF8 = -1;

    private static final byte SEPARATES = 0;
    private static final byte NOT_PLAIN = -1;
    /**
     * Folded form of each ASCII letter or digit. For other characters: {@link #SEPARATES} if the character always
     * separates words, otherwise {@link #NOT_PLAIN}.
     */
    private static final byte[] PLAIN = new byte[128];

    static {
        for (int c = 0; c < PLAIN.length; c++) {
            PLAIN[c] = switch (WordClass.of(c)) {
                case LETTER, NUMERIC -> (byte) fold(c);
                case OTHER -> SEPARATES;
                default -> NOT_PLAIN;
            };
        }
    }

    /** Receives the words of a text in order. The bytes are valid only during the call. */
    @FunctionalInterface
    public interface Sink {
        void word(byte[] folded, int length);
    }

    private final Sink sink;
    private final byte[] word = new byte[LONGEST + Long.BYTES];
    private int length;
    private boolean isWord;

    private byte[] text = {};
    private int end;
    /** Index after the code point that {@link #decode} read last. */
    private int next;

    public Words(Sink sink) {
        this.sink = sink;
    }

    public void scan(byte[] utf8, int from, int to) {
        text = utf8;
        end = to;
        WordClass before = WordClass.OTHER;
        int at = from;
        while (at < to) {
            int ascii = utf8[at];
            int folded = ascii < 0 ? NOT_PLAIN : PLAIN[ascii];
            if (folded == SEPARATES) {
                finish();
                before = WordClass.OTHER;
                at++;
            } else if (folded > 0) {
                if (isBreak(before, WordClass.LETTER)) finish();
                at = addPlain(at);
                before = utf8[at - 1] <= '9' ? WordClass.NUMERIC : WordClass.LETTER;
            } else {
                before = step(before, at);
                at = next;
            }
        }
        finish();
    }

    /** Fast path for runs of ASCII letters and digits, which most text consists of. Returns the end of the run. */
    private int addPlain(int from) {
        int at = from;
        if (length > LONGEST - 4) finish();
        int to = Math.min(end, at + LONGEST - 3 - length);
        isWord = true;
        while (at + Long.BYTES <= text.length) {
            long eight = (long) LONGS.get(text, at);
            long ascii = eight & ~HIGH_BITS;
            long letters = between(ascii | EACH_BYTE * 0x20, 'a', 'z');
            long others = ~((letters | between(ascii, '0', '9')) & ~eight) & HIGH_BITS;
            // Sets the lower-case bit of the letters. Bytes copied beyond the run are overwritten later.
            LONGS.set(word, length, ascii | (letters >>> 2));
            int taken = Math.min(to - at, Long.numberOfTrailingZeros(others) / Byte.SIZE);
            at += taken;
            length += taken;
            if (taken < Long.BYTES) return at;
        }
        while (at < to && text[at] >= 0 && PLAIN[text[at]] > 0) word[length++] = PLAIN[text[at++]];
        return at;
    }

    /** Sets the high bit of each byte between first and last. All bytes must be below 128. */
    private static long between(long ascii, char first, char last) {
        return (ascii + EACH_BYTE * (0x80 - first)) & ~(ascii + EACH_BYTE * (0x7f - last)) & HIGH_BITS;
    }

    /** Processes one code point and returns the class that precedes the next one. */
    private WordClass step(WordClass before, int at) {
        int codePoint = decode(at);
        WordClass now = codePoint == NOT_UTF8 ? WordClass.OTHER : WordClass.of(codePoint);
        if (now == WordClass.EXTEND) {
            // A mark belongs to the preceding character and changes nothing else (rule WB4).
            if (before != WordClass.OTHER) add(codePoint);
            return before;
        }
        if (isBetween(now) && joins(before, now, next)) {
            add(codePoint);
            return before;
        }
        if (isBreak(before, now)) finish();
        if (now != WordClass.OTHER && !isBetween(now)) {
            add(codePoint);
            isWord |= now != WordClass.CONNECTOR;
        }
        return isBetween(now) ? WordClass.OTHER : now;
    }

    private static boolean isBetween(WordClass now) {
        return now == WordClass.MID_LETTER || now == WordClass.MID_NUMBER || now == WordClass.MID_BOTH;
    }

    /** Checks whether a character joins the characters before and after it (rules WB6, WB7, WB11, WB12). */
    private boolean joins(WordClass before, WordClass between, int behind) {
        if (before != WordClass.LETTER && before != WordClass.NUMERIC) return false;
        int kept = next;
        WordClass after = WordClass.OTHER;
        for (int at = behind; at < end; at = next) {
            int codePoint = decode(at);
            after = codePoint == NOT_UTF8 ? WordClass.OTHER : WordClass.of(codePoint);
            if (after != WordClass.EXTEND) break;
        }
        next = kept;
        if (after != before) return false;
        return before == WordClass.LETTER ? between != WordClass.MID_NUMBER : between != WordClass.MID_LETTER;
    }

    /** Implements rules WB5, WB8 to WB10, WB13, WB13a, WB13b and WB999. */
    private static boolean isBreak(WordClass before, WordClass now) {
        return switch (now) {
            case LETTER, NUMERIC ->
                before != WordClass.LETTER && before != WordClass.NUMERIC && before != WordClass.CONNECTOR;
            case KATAKANA -> before != WordClass.KATAKANA && before != WordClass.CONNECTOR;
            case COMPLEX -> before != WordClass.COMPLEX;
            case CONNECTOR -> before == WordClass.SINGLE || before == WordClass.COMPLEX || before == WordClass.OTHER;
            case SINGLE, OTHER, MID_LETTER, MID_NUMBER, MID_BOTH, EXTEND -> true;
        };
    }

    private void add(int codePoint) {
        int folded = fold(codePoint);
        if (length > LONGEST - 4) finish();
        length = Utf8.encode(folded, word, length);
    }

    private void finish() {
        if (length == 0) return;
        int finished = length;
        length = 0;
        // Connectors alone are not a word.
        if (!isWord) return;
        isWord = false;
        sink.word(word, finished);
    }

    static int fold(int codePoint) {
        if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /**
     * Decodes the code point at this index and sets {@link #next} to the index after it. Returns {@link #NOT_UTF8} for
     * a byte that does not start a valid code point.
     */
    private int decode(int at) {
        int first = text[at];
        next = at + 1;
        if (first >= 0) return first;
        int more = first >= (byte) 0xf0 ? 3 : first >= (byte) 0xe0 ? 2 : 1;
        if (first < (byte) 0xc2 || first > (byte) 0xf4 || at + more >= end) return NOT_UTF8;
        int codePoint = first & (0x3f >> more);
        for (int i = 1; i <= more; i++) {
            int byteThere = text[at + i];
            if ((byteThere & 0xc0) != 0x80) return NOT_UTF8;
            codePoint = (codePoint << 6) | (byteThere & 0x3f);
        }
        boolean isShortest = more == 1 || (more == 2 ? codePoint >= 0x800 : codePoint >= 0x10000);
        boolean isScalar = codePoint <= Character.MAX_CODE_POINT && (codePoint < 0xd800 || codePoint > 0xdfff);
        if (!isShortest || !isScalar) return NOT_UTF8;
        next = at + 1 + more;
        return codePoint;
    }
}
