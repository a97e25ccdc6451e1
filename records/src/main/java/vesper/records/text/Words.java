package vesper.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts UTF-8 text into words and folds their case, by the default word boundaries of Unicode (UAX #29), so that
 * searching for what somebody read in a payload finds it: {@code Hello, world!} is {@code hello} and {@code world},
 * {@code /api/orders/PO-17} is {@code api}, {@code orders}, {@code po} and {@code 17}, {@code 3.14} and {@code can't}
 * are one each. Bytes that are no UTF-8 separate words; the rules for quotation marks behind Hebrew letters are left
 * out.
 *
 * <p>A word is handed over as the bytes of its folded form. What is longer than {@value #LONGEST} bytes is cut there,
 * and goes on as another word. Used by one thread.
 */
public final class Words {
    /** Of a folded word, in bytes. */
    public static final int LONGEST = 256;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final int NOT_UTF8 = -1;

    private static final byte SEPARATES = 0;
    private static final byte NOT_PLAIN = -1;
    /** Of an ASCII letter or digit its folded form, otherwise whether it always separates words. */
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

    /** Takes the words of a text in their order; the bytes are only there during the call. */
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
    /** Behind the code point that {@link #decode} read last. */
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

    /** Takes the letters and digits of ASCII that are there, which most text is made of; gives where they end. */
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
            // The bit that tells upper from lower case, where there are letters. What is too many is overwritten.
            LONGS.set(word, length, ascii | (letters >>> 2));
            int taken = Math.min(to - at, Long.numberOfTrailingZeros(others) / Byte.SIZE);
            at += taken;
            length += taken;
            if (taken < Long.BYTES) return at;
        }
        while (at < to && text[at] >= 0 && PLAIN[text[at]] > 0) word[length++] = PLAIN[text[at++]];
        return at;
    }

    /** The highest bit of each byte that is one of these, of bytes below 128. */
    private static long between(long ascii, char first, char last) {
        return (ascii + EACH_BYTE * (0x80 - first)) & ~(ascii + EACH_BYTE * (0x7f - last)) & HIGH_BITS;
    }

    /** Takes the code point there; gives what is before the next one. */
    private WordClass step(WordClass before, int at) {
        int codePoint = decode(at);
        WordClass now = codePoint == NOT_UTF8 ? WordClass.OTHER : WordClass.of(codePoint);
        if (now == WordClass.EXTEND) {
            // Goes with what precedes it, and changes nothing (rule WB4).
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

    /** Whether what stands before and behind is held together by it (rules WB6, WB7, WB11, WB12). */
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

    /** Rules WB5, WB8 to WB10, WB13, WB13a, WB13b, WB999. */
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
        // Connectors alone are no word.
        if (!isWord) return;
        isWord = false;
        sink.word(word, finished);
    }

    static int fold(int codePoint) {
        if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    /** The code point there, or {@link #NOT_UTF8} for a byte that begins none; {@link #next} is then behind it. */
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
