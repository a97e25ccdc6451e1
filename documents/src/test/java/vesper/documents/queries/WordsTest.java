package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WordsTest {
    /** Uses the same examples as the test for records, which are searched in the same language. */
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
    void a_word_without_an_end_is_cut() {
        List<String> words = words("x".repeat(1000));
        assertThat(words).allSatisfy(word -> assertThat(word.length()).isLessThanOrEqualTo(Words.LONGEST));
        assertThat(String.join("", words)).isEqualTo("x".repeat(1000));
    }

    @Test
    void the_short_way_through_ascii_finds_what_the_tokenizer_finds() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String alphabet = "aZbQ09_.',;-/ :\"{}\n\t";
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(16); length >= 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            // After a blank, a character outside ASCII changes nothing except the code path.
            List<String> longWay = words(text + " é");
            assertThat(words(text.toString()))
                    .as("seed %d, text %s", seed, text)
                    .isEqualTo(longWay.subList(0, longWay.size() - 1));
        }
    }

    private static List<String> words(String text) {
        return Words.of(text).stream().map(word -> new String(word, UTF_8)).toList();
    }
}
