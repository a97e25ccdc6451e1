package vesper.rest.answers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Method;
import vesper.http.Refusal;
import vesper.http.RefusedException;
import vesper.http.Response;
import vesper.rest.AnsweringFailure;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.Services;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResponseFactoryTest {
    private static final ProblemType SOLD_OUT = new ProblemType("https://shop.example/sold-out", "Sold out", 409);

    public record Greeting(String text) {}

    static class Exhausting {
        @SuppressWarnings("unused")
        public String getText() {
            throw new OutOfMemoryError("on purpose");
        }
    }

    @ResponseStatus(value = HttpStatus.GONE, reason = "It has been deleted")
    static class GoneException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static class TeapotException extends RuntimeException implements AnsweringFailure {
        private static final long serialVersionUID = 1;

        @Override
        public int status() {
            return 418;
        }

        @Override
        public @Nullable Object body() {
            return new Greeting("short and stout");
        }
    }

    @RestController
    public static class Shop {
        @GetMapping("/value")
        public Greeting value() {
            return new Greeting("hi");
        }

        @GetMapping("/nothing")
        public void nothing() {}

        @GetMapping("/null")
        public Greeting none() {
            return null;
        }

        @PostMapping("/created")
        @ResponseStatus(HttpStatus.CREATED)
        public Greeting created() {
            return new Greeting("made");
        }

        @GetMapping("/entity")
        public ResponseEntity<Greeting> entity() {
            return ResponseEntity.created(URI.create("/value"))
                    .header("X-A", "1", "2")
                    .body(new Greeting("there"));
        }

        @GetMapping("/empty")
        public ResponseEntity<Void> empty() {
            return ResponseEntity.noContent().build();
        }

        @GetMapping("/string")
        public String string() {
            return "hällo";
        }

        @GetMapping(value = "/html", produces = "text/html")
        public String html() {
            return "<p>hi";
        }

        @GetMapping(value = "/ready", produces = "application/json")
        public String ready() {
            return "{}";
        }

        @GetMapping("/bytes")
        public byte[] bytes() {
            return new byte[] {1, 2};
        }

        @GetMapping(value = "/image", produces = "image/png")
        public byte[] image() {
            return new byte[] {1};
        }

        @GetMapping("/stream")
        public InputStream stream() {
            return new ByteArrayInputStream("abc".getBytes(UTF_8));
        }

        @GetMapping("/later")
        public CompletableFuture<Greeting> later() {
            return CompletableFuture.completedFuture(new Greeting("later"));
        }

        @GetMapping("/exhausted")
        public Greeting exhausted() {
            throw new OutOfMemoryError("on purpose");
        }

        @GetMapping("/exhausted-later")
        public CompletableFuture<Exhausting> exhaustedLater() {
            return CompletableFuture.completedFuture(new Exhausting());
        }

        @GetMapping("/response")
        public Response response() {
            return Response.of(299);
        }

        @GetMapping("/optional")
        public Optional<Greeting> optional() {
            return Optional.of(new Greeting("maybe"));
        }

        @GetMapping("/dynamic")
        public Object dynamic() {
            return List.of(Map.of("a", 1));
        }

        @GetMapping(
                value = "/both",
                produces = {"application/xml", "application/json"})
        public Greeting both() {
            return new Greeting("both");
        }

        @GetMapping("/problem")
        public Problem problem() {
            return SOLD_OUT.because("The last one went yesterday")
                    .withErrors(List.of(new Problem.BadValue("#/sku", "<is> sold & out")));
        }

        @GetMapping("/thrown")
        public Greeting thrown() {
            throw SOLD_OUT.because("gone").header("Retry-After", "5").exception();
        }

        @GetMapping("/spring")
        public Greeting spring() {
            throw new ResponseStatusException(HttpStatus.PAYMENT_REQUIRED, "Pay first");
        }

        @GetMapping("/gone")
        public Greeting gone() {
            throw new GoneException();
        }

        @GetMapping("/teapot")
        public Greeting teapot() {
            throw new TeapotException();
        }

        @GetMapping("/refused")
        public Greeting refused() throws Exception {
            throw new RefusedException(new Refusal(413, "The body is too large"));
        }

        @GetMapping("/broken")
        public Greeting broken() {
            throw new IllegalStateException("secret");
        }

        @GetMapping("/error")
        public Greeting error() {
            throw new AssertionError("secret");
        }

        @GetMapping("/unwritable")
        public Object unwritable() {
            List<Object> cycle = new ArrayList<>();
            cycle.add(cycle);
            return cycle;
        }
    }

    private final Services services = Services.of(new Shop());

    @Test
    void values_are_JSON_unless_the_client_would_rather_have_XML() {
        assertThat(type("/api/value", null)).isEqualTo("application/json");
        assertThat(type("/api/value", "*/*")).isEqualTo("application/json");
        assertThat(type("/api/value", "application/*")).isEqualTo("application/json");
        assertThat(type("/api/value", "application/xml")).isEqualTo("application/xml");
        assertThat(type("/api/value", "text/xml")).isEqualTo("text/xml");
        assertThat(type("/api/value", "application/xml, application/json")).isEqualTo("application/xml");
        assertThat(type("/api/value", "application/xml;q=0.5, application/json;q=0.9"))
                .isEqualTo("application/json");
        assertThat(type("/api/value", "application/xml, */*")).isEqualTo("application/xml");
        assertThat(type("/api/value", "application/json;q=0, */*")).isEqualTo("application/xml");
        assertThat(type("/api/value", "text/html,application/xml;q=0.9,*/*;q=0.8"))
                .isEqualTo("application/xml");
        assertThat(type("/api/value", "application/vnd.acme+json")).isEqualTo("application/vnd.acme+json");
        assertThat(type("/api/value", "nonsense")).isEqualTo("application/json");
        assertThat(services.get("/api/value", "Accept", "application/xml").body())
                .isEqualTo("<Greeting><text>hi</text></Greeting>");
        assertThat(services.get("/api/value", "Accept", "image/png", "Accept", "text/xml")
                        .type())
                .isEqualTo("text/xml");
    }

    @Test
    void a_client_that_takes_neither_is_told_so() {
        Services.Answer answer = services.get("/api/value", "Accept", "image/png");
        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.body()).contains("Accept allows none of application/json, application/xml");
    }

    @Test
    void where_memory_has_run_out_the_client_is_told_in_the_form_that_it_takes() {
        for (String path : List.of("/api/exhausted", "/api/exhausted-later")) {
            assertThat(services.get(path).status()).isEqualTo(500);
            assertThat(services.get(path, "Accept", "application/json").type()).isEqualTo("application/problem+json");
            assertThat(services.get(path, "Accept", "application/xml").type()).isEqualTo("application/problem+xml");
            assertThat(services.get(path, "Accept", "text/html").type()).startsWith("text/html");
        }
    }

    @Test
    void a_route_may_say_what_it_produces() {
        assertThat(type("/api/both", null)).isEqualTo("application/xml");
        assertThat(type("/api/both", "application/json")).isEqualTo("application/json");
        assertThat(services.get("/api/both", "Accept", "text/plain").status()).isEqualTo(406);
    }

    @Test
    void nothing_is_an_empty_answer() {
        for (String path : List.of("/api/nothing", "/api/null")) {
            assertThat(services.get(path).status()).isEqualTo(200);
            assertThat(services.get(path).bytes()).isEmpty();
            assertThat(services.get(path).type()).isEmpty();
        }
    }

    @Test
    void statuses_and_headers_are_those_that_the_handler_gives() {
        assertThat(services.post("/api/created", "").status()).isEqualTo(201);
        assertThat(services.get("/api/entity")).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.header("Location")).isEqualTo("/value");
            assertThat(answer.response().headers("X-A")).containsExactly("1", "2");
            assertThat(answer.body()).isEqualTo("{\"text\":\"there\"}");
        });
        assertThat(services.get("/api/empty").status()).isEqualTo(204);
        assertThat(services.get("/api/response").status()).isEqualTo(299);
    }

    @Test
    void text_is_plain_unless_said_otherwise() {
        assertThat(type("/api/string", null)).isEqualTo("text/plain;charset=UTF-8");
        assertThat(services.get("/api/string").body()).isEqualTo("hällo");
        assertThat(type("/api/string", "text/html,*/*;q=0.1")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(type("/api/html", null)).isEqualTo("text/html;charset=UTF-8");
        assertThat(services.get("/api/ready").body()).isEqualTo("{}");
        assertThat(services.get("/api/string", "Accept", "application/json").body())
                .isEqualTo("\"hällo\"");
        assertThat(services.get("/api/string", "Accept", "image/png").status()).isEqualTo(200);
    }

    @Test
    void bytes_and_streams_are_sent_as_they_are() throws Exception {
        assertThat(type("/api/bytes", null)).isEqualTo("application/octet-stream");
        assertThat(services.get("/api/bytes").bytes()).containsExactly(1, 2);
        assertThat(type("/api/image", null)).isEqualTo("image/png");
        Response streamed = services.get("/api/stream").response();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ((Response.Streamed) streamed.content()).writer().writeTo(out);
        assertThat(out.toString(UTF_8)).isEqualTo("abc");
    }

    @RestController
    public static class Streams {
        private final AtomicInteger open = new AtomicInteger();

        private InputStream opened() {
            open.incrementAndGet();
            return new ByteArrayInputStream(new byte[9]) {
                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        }

        @GetMapping("/plain")
        public InputStream plain() {
            return opened();
        }

        @GetMapping("/maybe")
        public Optional<InputStream> maybe() {
            return Optional.of(opened());
        }

        @GetMapping("/later")
        public CompletableFuture<InputStream> later() {
            return CompletableFuture.completedFuture(opened());
        }

        @GetMapping("/unchanged")
        public ResponseEntity<InputStream> unchanged() {
            return ResponseEntity.status(304).body(opened());
        }

        @GetMapping("/nothing")
        @ResponseStatus(HttpStatus.NO_CONTENT)
        public InputStream nothing() {
            return opened();
        }

        @GetMapping("/wrong")
        public ResponseEntity<InputStream> wrong() {
            return ResponseEntity.ok().header("no name", "a").body(opened());
        }
    }

    @ParameterizedTest
    @CsvSource({"HEAD,plain", "HEAD,maybe", "HEAD,later", "GET,unchanged", "GET,nothing", "GET,wrong"})
    void a_stream_that_is_not_sent_is_closed(Method method, String path) {
        Streams streams = new Streams();

        Services.of(streams).call(method, "/api/" + path, "");

        assertThat(streams.open).hasValue(0);
    }

    @Test
    void a_stream_that_is_sent_is_closed_after_it() throws Exception {
        Streams streams = new Streams();

        Response response = Services.of(streams).get("/api/plain").response();
        assertThat(streams.open).hasValue(1);
        ((Response.Streamed) response.content()).writer().writeTo(OutputStream.nullOutputStream());

        assertThat(streams.open).hasValue(0);
    }

    @RestController
    public static class Last {
        @GetMapping("/last")
        public ResponseEntity<String> last() {
            return ResponseEntity.ok()
                    .header("Connection", "close")
                    .header("Content-Length", "99")
                    .body("bye");
        }
    }

    @Test
    void an_entity_may_end_the_connection_but_not_frame_the_answer() throws Exception {
        Router router = Services.of(new Last()).router();
        try (HttpServer server = HttpServer.start(HttpSettings.DEFAULTS, router, List.of());
                Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort())) {
            socket.getOutputStream().write("GET /api/last HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));

            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

            assertThat(answer.lines()).contains("Connection: close", "Content-Length: 3");
            assertThat(answer).endsWith("\r\n\r\nbye");
        }
    }

    @Test
    void what_is_wrapped_is_unwrapped() {
        assertThat(services.get("/api/optional").body()).isEqualTo("{\"text\":\"maybe\"}");
        assertThat(services.get("/api/dynamic").body()).isEqualTo("[{\"a\":1}]");
        assertThat(services.get("/api/later").body()).isEqualTo("{\"text\":\"later\"}");
    }

    @Test
    void problems_are_documents_in_JSON_or_XML() {
        assertThat(services.get("/api/problem")).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.type()).isEqualTo("application/problem+json");
            assertThat(answer.body())
                    .isEqualTo("{\"type\":\"https://shop.example/sold-out\",\"title\":\"Sold out\",\"status\":409,"
                            + "\"detail\":\"The last one went yesterday\","
                            + "\"errors\":[{\"pointer\":\"#/sku\",\"detail\":\"<is> sold & out\"}]}");
        });
        assertThat(services.get("/api/problem", "Accept", "application/xml")).satisfies(answer -> {
            assertThat(answer.type()).isEqualTo("application/problem+xml");
            assertThat(answer.body())
                    .isEqualTo("<problem xmlns=\"urn:ietf:rfc:7807\"><type>https://shop.example/sold-out</type>"
                            + "<title>Sold out</title><status>409</status><detail>The last one went yesterday</detail>"
                            + "<errors><i><pointer>#/sku</pointer><detail>&lt;is&gt; sold &amp; out</detail></i></errors>"
                            + "</problem>");
        });
        assertThat(services.get("/api/problem", "Accept", "image/png").type()).isEqualTo("application/problem+json");
    }

    @Test
    void exceptions_that_are_answers_are_answered() {
        assertThat(services.get("/api/thrown").status()).isEqualTo(409);
        assertThat(services.get("/api/thrown").header("Retry-After")).isEqualTo("5");
        assertThat(services.get("/api/spring").body())
                .contains("\"status\":402")
                .contains("Pay first");
        assertThat(services.get("/api/gone").body()).contains("\"status\":410").contains("It has been deleted");
        assertThat(services.get("/api/refused").body())
                .contains("\"status\":413")
                .contains("The body is too large");
        assertThat(services.get("/api/teapot", "Accept", "application/xml")).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.body()).isEqualTo("<Greeting><text>short and stout</text></Greeting>");
        });
    }

    @Test
    void failures_that_nobody_meant_are_never_sent() {
        for (String path : List.of("/api/broken", "/api/error", "/api/unwritable")) {
            Services.Answer answer = services.get(path);
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.type()).isEqualTo("application/problem+json");
            assertThat(answer.body()).doesNotContain("secret").doesNotContain("java");
        }
    }

    @RestController
    @RequestMapping(
            path = {"/a/", "b"},
            produces = "application/json")
    public static class Twice {
        @RequestMapping({"", "/c"})
        public List<String> any() {
            return List.of();
        }

        @GetMapping(value = "d", produces = "application/xml")
        public List<String> xml() {
            return List.of();
        }
    }

    @Test
    void mappings_of_class_and_method_are_put_together() {
        Services both = Services.of(new Twice());
        for (String path : List.of("/api/a", "/api/b", "/api/a/c", "/api/b/c")) {
            assertThat(both.get(path).type()).as(path).isEqualTo("application/json");
            assertThat(both.post(path, "").status()).as(path).isEqualTo(200);
        }
        assertThat(both.get("/api/b/d").type()).isEqualTo("application/xml");
        assertThat(both.get("/api/b/d").body()).isEqualTo("<items/>");
    }

    @RestController
    @RunOn(RunOn.Threads.PLATFORM)
    public static class Elsewhere {
        @GetMapping("/here")
        @RunOn(RunOn.Threads.VIRTUAL)
        public Greeting here() {
            return new Greeting("here");
        }

        @GetMapping("/there")
        public Greeting there() {
            return new Greeting("there");
        }
    }

    @Test
    void a_method_runs_where_it_says() {
        List<Runnable> tasks = new ArrayList<>();
        Services elsewhere = Services.of(tasks::add, new Elsewhere());
        assertThat(elsewhere.get("/api/here").body()).isEqualTo("{\"text\":\"here\"}");
        assertThat(tasks).isEmpty();
        elsewhere.get("/api/there");
        assertThat(tasks).hasSize(1);
    }

    @Test
    void a_pool_that_is_full_is_told_as_503() {
        Services busy = Services.of(
                _ -> {
                    throw new java.util.concurrent.RejectedExecutionException();
                },
                new Elsewhere());
        assertThat(busy.get("/api/there").status()).isEqualTo(503);
    }

    private String type(String target, @Nullable String accept) {
        Services.Answer answer = accept == null ? services.get(target) : services.get(target, "Accept", accept);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.type();
    }
}
