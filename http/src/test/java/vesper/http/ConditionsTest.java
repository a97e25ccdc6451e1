package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.http.content.ContentFilter;
import vesper.http.content.ContentSettings;
import vesper.http.content.EntityTag;
import vesper.http.content.Preconditions;
import vesper.http.content.Preconditions.Verdict;
import vesper.http.content.Validators;

/** Conditional requests for responses that carry a validator. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConditionsTest {
    private static final String BEFORE = "Sat, 31 Oct 2026 10:00:00 GMT";
    private static final String THEN = "Sun, 01 Nov 2026 10:00:00 GMT";
    private static final String AFTER = "Mon, 02 Nov 2026 10:00:00 GMT";
    private static final String LONG = "state ".repeat(1000);

    private static Response versioned(String text) {
        return Response.of(200)
                .header("Content-Type", "text/plain")
                .header("Cache-Control", "max-age=1")
                .header("ETag", "\"5\"")
                .header("Last-Modified", THEN)
                .body(text.getBytes(UTF_8));
    }

    private static Answer ask(Method method, Handler handler, String fields) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new ContentFilter(ContentSettings.DEFAULTS).before(handler));
                Client client = Client.connect(server)) {
            String lines = fields.isEmpty() ? "" : fields.replace(" & ", "\r\n") + "\r\n";
            return client.send(method + " / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n")
                    .read(method);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                  | 200",
                "If-None-Match: \"5\"                                | 304",
                "If-None-Match: W/\"5\"                              | 304",
                "If-None-Match: \"4\", \"5\"                         | 304",
                "If-None-Match: \"4\" & If-None-Match: \"5\"         | 304",
                "If-None-Match: *                                    | 304",
                "If-None-Match: \"4\"                                | 200",
                "If-None-Match: 5                                    | 200",
                "If-None-Match: \"5                                  | 200",
                "If-None-Match: \"5--gzip\"                          | 304",
                "If-None-Match: \"5--other\"                         | 200",
                "If-Match: \"5\"                                     | 200",
                "If-Match: *                                         | 200",
                "If-Match: \"4\"                                     | 412",
                "If-Match: W/\"5\"                                   | 412",
                "If-Match: 5                                         | 412",
                "If-Match: \"5--zstd\"                               | 200",
                "If-Match: \"4\" & If-None-Match: \"5\"              | 412",
                "If-Match: \"5\" & If-None-Match: \"5\"              | 304",
                "If-Modified-Since: BEFORE                           | 200",
                "If-Modified-Since: THEN                             | 304",
                "If-Modified-Since: AFTER                            | 304",
                "If-Modified-Since: Sunday, 01-Nov-26 10:00:00 GMT   | 304",
                "If-Modified-Since: Sun Nov  1 10:00:00 2026         | 304",
                "If-Modified-Since: yesterday                        | 200",
                "If-Unmodified-Since: BEFORE                         | 412",
                "If-Unmodified-Since: THEN                           | 200",
                "If-None-Match: \"4\" & If-Modified-Since: AFTER     | 200",
                "If-Match: \"5\" & If-Unmodified-Since: BEFORE       | 200",
                "If-Unmodified-Since: AFTER & If-None-Match: \"5\"   | 304",
            })
    void conditions_are_carried_out_in_their_order(String fields, int status) throws IOException {
        String dated = fields.replace("BEFORE", BEFORE).replace("THEN", THEN).replace("AFTER", AFTER);
        for (Method method : new Method[] {Method.GET, Method.HEAD}) {
            Answer answer = ask(method, _ -> versioned("state"), dated);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers().contains("ETag")).isTrue();
            if (status == 304)
                assertThat(answer.headers().contains("Content-Type")).isFalse();
            if (status == 304) assertThat(answer.header("Cache-Control")).isEqualTo("max-age=1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | \"5\" | NOT_MODIFIED",
                "HEAD   | *       | NOT_MODIFIED",
                "PUT    | \"5\" | FAILED",
                "DELETE | *       | FAILED",
                "PUT    | \"4\" | HELD",
            })
    void a_change_that_must_not_meet_this_version_fails(Method method, String noneMatch, Verdict verdict) {
        Request request = Request.of(method, "/", Headers.of("If-None-Match", noneMatch), new byte[0]);
        assertThat(Preconditions.of(request, new Validators(EntityTag.strong("5"), null)))
                .isEqualTo(verdict);
    }

    @Test
    void an_answer_of_no_known_version_has_no_conditions() throws IOException {
        assertThat(ask(Method.GET, _ -> Response.of(200), "If-None-Match: *").status())
                .isEqualTo(200);
        assertThat(ask(Method.GET, _ -> Response.of(404).header("ETag", "\"5\""), "If-None-Match: \"5\"")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void what_has_been_done_is_answered_as_it_was() throws IOException {
        assertThat(ask(Method.DELETE, _ -> versioned("gone"), "If-Match: \"4\"").status())
                .isEqualTo(200);
    }

    @Test
    void a_client_with_the_compressed_content_is_told_of_the_tag_that_this_has() throws IOException {
        Answer first = ask(Method.GET, _ -> versioned(LONG), "Accept-Encoding: gzip");
        assertThat(first.header("ETag")).isEqualTo("\"5--gzip\"");

        Answer second =
                ask(Method.GET, _ -> versioned(LONG), "Accept-Encoding: gzip & If-None-Match: " + first.header("ETag"));
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.header("ETag")).isEqualTo("\"5--gzip\"");
    }

    @Test
    void a_change_may_name_the_tag_of_the_compressed_content() throws IOException {
        AtomicReference<String> seen = new AtomicReference<>("");
        Handler handler = request -> {
            seen.set(request.headers().first("If-Match").orElse("none"));
            return Response.of(204);
        };
        ask(Method.PUT, handler, "If-Match: \"5--gzip\"");
        assertThat(seen).hasValue("\"5\"");
        ask(Method.PUT, handler, "If-Match: W/\"4--zstd\", \"5--gzip\"");
        assertThat(seen).hasValue("W/\"4\", \"5\"");
        ask(Method.PUT, handler, "If-Match: \"a--b\"");
        assertThat(seen).hasValue("\"a--b\"");
    }

    @Test
    void content_that_is_not_sent_is_let_go() throws IOException {
        AtomicBoolean discarded = new AtomicBoolean();
        Response.BodyWriter writer = new Response.BodyWriter() {
            @Override
            public void writeTo(java.io.OutputStream out) {}

            @Override
            public void discard() {
                discarded.set(true);
            }
        };
        Handler streaming = _ -> Response.of(200).header("ETag", "\"5\"").body(writer);

        assertThat(ask(Method.GET, streaming, "If-None-Match: \"5\"").status()).isEqualTo(304);
        assertThat(discarded).isTrue();
    }
}
