package vesper.rest.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Headers;

/** Parsing of media types in header fields. */
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
        assertThat(accept.valueRepresentation()).hasValue(ResponseMediaType.JSON);
    }

    @Test
    void what_clients_send_again_is_understood_once() {
        Accept first = Accept.of(Headers.of("Accept", "application/xml, */*;q=0.1"));
        assertThat(Accept.of(Headers.of("Host", "a", "accept", "application/xml, */*;q=0.1")))
                .isSameAs(first);
        assertThat(first.valueRepresentation()).hasValue(ResponseMediaType.XML);
        assertThat(Accept.of(Headers.of("Accept", "application/xml, */*;q=0.2")))
                .isNotSameAs(first);
        assertThat(Accept.of(Headers.NONE).valueRepresentation()).hasValue(ResponseMediaType.JSON);
        assertThat(Accept.of(Headers.of("Accept", "text/html", "Accept", "application/xml"))
                        .valueRepresentation())
                .hasValue(ResponseMediaType.XML);
    }

    @Test
    void fields_that_take_one_place_of_the_cache_are_told_apart() {
        AcceptCache cache = new AcceptCache();
        for (int i = 0; i < 1000; i++) {
            String type = i % 2 == 0 ? "application/xml" : "application/json";
            Headers headers = Headers.of("Accept", type + ";a=" + i);
            ResponseMediaType wanted = i % 2 == 0 ? ResponseMediaType.XML : ResponseMediaType.JSON;
            for (int again = 0; again < 2; again++)
                assertThat(cache.get(headers).valueRepresentation()).hasValue(wanted);
        }
    }

    @Test
    void finding_a_known_field_allocates_nothing() {
        Headers headers = Headers.of("Host", "a", "Accept", "application/xml;q=0.9, application/json");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Accept known = Accept.of(headers);
        long min = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) if (Accept.of(headers) != known) throw new AssertionError();
            min = Math.min(min, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(min).isLessThan(1000);
    }
}
