package vesper.records.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WordsTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = '|', textBlock = """
                    Hello, world!                     | hello world
                    /api/orders/PO-17?sort=-time      | api orders po 17 sort time
                    {"result" : "OK", "n" : 3.14}     | result ok n 3.14
                    1,000.50; can't stop              | 1,000.50 can't stop
                    snake_case __ _x                  | snake_case _x
                    mail a.b@example.com.             | mail a.b example.com
                    key:value a:b                     | key value a b
                    550e8400-e29b-41d4                | 550e8400 e29b 41d4
                    ÄRGER Straße ΣΊΣΥΦΟΣ              | ärger straße σίσυφοσ
                    漢字かな カタカナ 한국어            | 漢 字 か な カタカナ 한국어
                    e\u0301tude na\u00efve            | e\u0301tude naïve
                    ... --- ''                        | ""
                    """)
    void words_are_those_of_the_unicode_standard_in_lower_case(String text, String expected) {
        List<String> words = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
        assertThat(words(text)).isEqualTo(words);
    }

    @Test
    void bytes_that_are_no_text_separate_words() {
        byte[] bytes = {'a', (byte) 0xff, 'b', (byte) 0xc3, 'c', (byte) 0xe2, (byte) 0x82, 'd', (byte) 0xc0, (byte) 0x80
        };
        assertThat(words(bytes)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void a_word_without_an_end_is_cut() {
        List<String> words = words("x".repeat(1000));
        assertThat(words).allSatisfy(word -> assertThat(word.length()).isLessThanOrEqualTo(Words.LONGEST));
        assertThat(String.join("", words)).isEqualTo("x".repeat(1000));
    }

    @Test
    void another_implementation_of_the_standard_finds_the_same() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        // Without the colon, which a later version of the standard no longer treats as part of a word, and without
        // Hebrew, whose rules for quotation marks are not implemented here.
        String alphabet = "aZéßΩж09_.',;-/ \"{}\n\t漢かカーก٣\u0301\u200d’·𐐀𝟘";
        int[] letters = alphabet.codePoints().toArray();
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(12); length >= 0; length--) {
                text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            assertThat(words(text.toString()))
                    .as("seed %d, text %s", seed, text)
                    .isEqualTo(lucenes(text.toString()));
        }
    }

    private static List<String> lucenes(String text) {
        List<String> words = new ArrayList<>();
        try (var tokenizer = new StandardTokenizer()) {
            tokenizer.setReader(new StringReader(text));
            CharTermAttribute term = tokenizer.addAttribute(CharTermAttribute.class);
            tokenizer.reset();
            while (tokenizer.incrementToken())
                words.add(words(term.toString()).isEmpty() ? "" : folded(term.toString()));
            tokenizer.end();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        words.remove("");
        return words;
    }

    private static String folded(String word) {
        return word.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static List<String> words(String text) {
        return words(text.getBytes(UTF_8));
    }

    private static List<String> words(byte[] bytes) {
        List<String> words = new ArrayList<>();
        new Words((word, length) -> words.add(new String(word, 0, length, UTF_8))).scan(bytes, 0, bytes.length);
        return words;
    }
}
