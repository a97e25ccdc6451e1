package vesper.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HttpDateTest {
    private static final Instant TIME = Instant.parse("1994-11-06T08:49:37Z");

    @ParameterizedTest
    @ValueSource(
            strings = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"})
    void all_three_forms_are_read(String text) {
        assertThat(HttpDate.parse(text)).contains(TIME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "0",
                "Sun, 06 Nov 1994 08:49:37 CET",
                "Mon, 06 Nov 1994 08:49:37 GMT",
                "Sun, 32 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 GMT and much more that is no date"
            })
    void what_is_no_date_is_none(String text) {
        assertThat(HttpDate.parse(text)).isEmpty();
    }

    @Test
    void one_form_is_written() {
        assertThat(HttpDate.format(TIME)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }
}
