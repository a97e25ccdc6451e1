package vesper.records.text;

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

    private static final int NOT_UTF8 = -1;

    /** Takes the words of a text in their order; the bytes are only there during the call. */
    @FunctionalInterface
    public interface Sink {
        void word(byte[] folded, int length);
    }

    private final Sink sink;
    private final byte[] word = new byte[LONGEST];
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
        for (int at = from; at < to; at = next) {
            int codePoint = decode(at);
            WordClass now = codePoint == NOT_UTF8 ? WordClass.OTHER : WordClass.of(codePoint);
            if (now == WordClass.EXTEND) {
                // Goes with what precedes it, and changes nothing (rule WB4).
                if (before != WordClass.OTHER) add(codePoint);
                continue;
            }
            if (isBetween(now) && joins(before, now, next)) {
                add(codePoint);
                continue;
            }
            if (isBreak(before, now)) finish();
            if (now != WordClass.OTHER && !isBetween(now)) {
                add(codePoint);
                isWord |= now != WordClass.CONNECTOR;
            }
            before = isBetween(now) ? WordClass.OTHER : now;
        }
        finish();
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
        if (folded < 0x80) {
            word[length++] = (byte) folded;
        } else if (folded < 0x800) {
            word[length++] = (byte) (0xc0 | (folded >> 6));
            word[length++] = (byte) (0x80 | (folded & 0x3f));
        } else if (folded < 0x10000) {
            word[length++] = (byte) (0xe0 | (folded >> 12));
            word[length++] = (byte) (0x80 | ((folded >> 6) & 0x3f));
            word[length++] = (byte) (0x80 | (folded & 0x3f));
        } else {
            word[length++] = (byte) (0xf0 | (folded >> 18));
            word[length++] = (byte) (0x80 | ((folded >> 12) & 0x3f));
            word[length++] = (byte) (0x80 | ((folded >> 6) & 0x3f));
            word[length++] = (byte) (0x80 | (folded & 0x3f));
        }
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

    private static int fold(int codePoint) {
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
