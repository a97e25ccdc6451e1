package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts how often a head is parsed that arrives byte by byte. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeadWaitTest {
    private final HeadParser parser = new HeadParser(HttpLimits.DEFAULTS);
    private final HeadWait wait = new HeadWait(HttpLimits.DEFAULTS);
    private int parsed;

    /** Feeds these bytes one at a time and returns the result. */
    private HeadParser.Parsed feed(String head) {
        byte[] bytes = head.getBytes(US_ASCII);
        for (int to = 1; to <= bytes.length; to++) {
            if (!wait.mayAdvance(bytes, 0, to)) continue;
            parsed++;
            HeadParser.Parsed now = parser.parse(bytes, 0, to);
            if (!(now instanceof HeadParser.Incomplete part)) return now;
            wait.update(part, to);
        }
        return HeadParser.Incomplete.NOTHING;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 7_000, 31_000})
    void it_is_read_at_the_ends_of_its_lines_however_long_they_are(int length) {
        String lines = "GET /" + "p".repeat(1000) + " HTTP/1.1\r\nHost: a\r\nLong: ";
        assertThat(feed(lines + "x".repeat(length) + "\r\n\r\n")).isInstanceOf(RequestHead.class);
        assertThat(parsed).isLessThan(20);
    }

    @Test
    void one_that_is_too_long_is_refused_in_the_middle_of_a_line() {
        assertThat(feed("GET /" + "p".repeat(9_000)))
                .isInstanceOfSatisfying(
                        HeadParser.Refused.class,
                        refused -> assertThat(refused.refusal().status()).isEqualTo(414));
        wait.reset();
        assertThat(feed("GET / HTTP/1.1\r\nLong: " + "x".repeat(50_000)))
                .isInstanceOfSatisfying(
                        HeadParser.Refused.class,
                        refused -> assertThat(refused.refusal().status()).isEqualTo(431));
    }
}
