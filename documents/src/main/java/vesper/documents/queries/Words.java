package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.jspecify.annotations.Nullable;

/**
 * Splits text into words and folds their case, by the default word boundaries of Unicode (UAX #29):
 * {@code Hello, world!} is {@code hello} and {@code world}, {@code PO-17} is {@code po} and {@code 17}, {@code 3.14}
 * and {@code can't} are one word each. ASCII text, which is nearly all, takes a fast path; Lucene's tokenizer splits
 * the rest. A colon separates words, as in the newest versions of the standard.
 *
 * <p>A word longer than {@value #LONGEST} characters is split there into several. Used by one thread.
 */
final class Words {
    static final int LONGEST = 255;

    /** Receives the words of a text in order, as UTF-8. The bytes are valid only during the call. */
    @FunctionalInterface
    interface Sink {
        void word(byte[] folded, int length);
    }

    private static final byte OTHER = 0;
    private static final byte LETTER = 1;
    private static final byte DIGIT = 2;
    private static final byte CONNECTOR = 3;
    /** Joins digits. */
    private static final byte MID_NUMBER = 4;
    /** Joins digits, and joins letters. */
    private static final byte MID_BOTH = 5;

    private static final byte[] CLASSES = new byte[128];

    static {
        Arrays.fill(CLASSES, '0', '9' + 1, DIGIT);
        Arrays.fill(CLASSES, 'a', 'z' + 1, LETTER);
        Arrays.fill(CLASSES, 'A', 'Z' + 1, LETTER);
        CLASSES['_'] = CONNECTOR;
        CLASSES[','] = MID_NUMBER;
        CLASSES[';'] = MID_NUMBER;
        CLASSES['.'] = MID_BOTH;
        CLASSES['\''] = MID_BOTH;
    }

    private final Sink sink;
    private final byte[] word = new byte[LONGEST];
    private @Nullable StandardTokenizer tokenizer;

    Words(Sink sink) {
        this.sink = sink;
    }

    /** Returns the words of a text, each as UTF-8. */
    static List<byte[]> of(String text) {
        List<byte[]> words = new ArrayList<>();
        new Words((word, length) -> words.add(Arrays.copyOf(word, length))).scan(text);
        return words;
    }

    /** Folds one character, independently of the language. */
    static int fold(int codePoint) {
        if (codePoint < 0x80) return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + ('a' - 'A') : codePoint;
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    void scan(String text) {
        if (isAscii(text)) scanAscii(text);
        else scanOther(text);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) >= 0x80) return false;
        return true;
    }

    private void scanAscii(String text) {
        int length = 0;
        boolean isWord = false;
        byte before = OTHER;
        for (int at = 0; at < text.length(); at++) {
            char there = text.charAt(at);
            byte now = CLASSES[there];
            if (now >= MID_NUMBER && joins(before, now, text, at + 1)) now = before;
            boolean isPart = now == LETTER || now == DIGIT || now == CONNECTOR;
            if (length > 0 && (!isPart || length == LONGEST)) {
                if (isWord) sink.word(word, length);
                length = 0;
                isWord = false;
            }
            if (isPart) {
                word[length++] = (byte) fold(there);
                isWord |= now != CONNECTOR;
            }
            before = now;
        }
        // Connectors alone are not a word.
        if (isWord) sink.word(word, length);
    }

    /** Returns whether a character joins those before and after it (rules WB6, WB7, WB11, WB12). */
    private static boolean joins(byte before, byte between, String text, int behind) {
        if (behind == text.length() || before == OTHER || before == CONNECTOR) return false;
        return CLASSES[text.charAt(behind)] == before && (before == DIGIT || between == MID_BOTH);
    }

    private void scanOther(String text) {
        StandardTokenizer cutting = tokenizer();
        try {
            cutting.setReader(new StringReader(text.replace(':', ' ')));
            CharTermAttribute term = cutting.getAttribute(CharTermAttribute.class);
            cutting.reset();
            while (cutting.incrementToken()) other(term);
            cutting.end();
            cutting.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException("cannot read from memory", impossible);
        }
    }

    private StandardTokenizer tokenizer() {
        if (tokenizer == null) {
            tokenizer = new StandardTokenizer();
            tokenizer.setMaxTokenLength(LONGEST);
            tokenizer.addAttribute(CharTermAttribute.class);
        }
        return tokenizer;
    }

    /** Passes a token, unless it consists of symbols only, which the tokenizer also returns. */
    private void other(CharSequence term) {
        var folded = new StringBuilder(term.length());
        boolean isWord = false;
        for (int i = 0; i < term.length(); ) {
            int codePoint = Character.codePointAt(term, i);
            i += Character.charCount(codePoint);
            isWord |= Character.isLetterOrDigit(codePoint) || Character.getType(codePoint) == Character.LETTER_NUMBER;
            folded.appendCodePoint(fold(codePoint));
        }
        if (!isWord) return;
        byte[] utf8 = folded.toString().getBytes(UTF_8);
        sink.word(utf8, utf8.length);
    }
}
