package vesper.rest.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Media types as header fields have them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MediaTypesTest {
    @Test
    void the_character_set_is_the_parameter_of_that_name_and_nothing_that_looks_like_it() {
        assertThat(ContentType.parse("text/plain; Charset=\"utf-8\"; x=y").charset())
                .hasValue(UTF_8);
        assertThat(ContentType.parse("text/plain;a=\";charset=x\";charset=us-ascii")
                        .charset())
                .hasValue(StandardCharsets.US_ASCII);
        assertThat(ContentType.parse("multipart/form-data; boundary=charset=x").charset())
                .isEmpty();
        assertThat(ContentType.parse("text/plain;;charset").charset()).isEmpty();
        assertThat(TextBytes.of("\u00e9", "text/plain; note=charset=latin1")).isEqualTo("\u00e9".getBytes(UTF_8));
        assertThat(TextBytes.of("\u00e9", "text/plain; charset=ISO-8859-1")).hasSize(1);
    }

    @Test
    void a_weight_that_is_no_number_is_none() {
        Accept accept = Accept.parse("application/xml;q=0.5, application/json;q=NaN");
        assertThat(accept.ofValues()).hasValue(Representation.JSON);
    }
}
