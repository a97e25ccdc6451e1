package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

/** Results of handlers (returned, thrown and streamed), and the responses that clients get. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AnswerTest {
    private static final int MIB = 1 << 20;

    private LogLines log;

    @BeforeEach
    void catchTheLog() {
        log = LogLines.of(HandlerCalls.class);
    }

    @AfterEach
    void releaseTheLog() {
        log.close();
    }

    @ParameterizedTest
    @EnumSource
    void what_a_handler_throws_becomes_a_problem_and_the_cause_is_logged_only(Mode mode) throws IOException {
        List<Handler> failing = List.of(
                request -> {
                    throw new IllegalStateException("secret");
                },
                request -> {
                    throw new Exception("secret");
                },
                request -> {
                    throw new AssertionError("secret");
                },
                request -> {
                    throw new StackOverflowError("secret");
                },
                request -> Response.later(CompletableFuture.failedFuture(new IOException("secret"))),
                request -> Response.later(CompletableFuture.supplyAsync(() -> {
                    throw new IllegalStateException("secret");
                })),
                request -> {
                    CompletableFuture<Response> cancelled = new CompletableFuture<>();
                    cancelled.cancel(true);
                    return Response.later(cancelled);
                },
                request -> Response.later(CompletableFuture.completedFuture(null)),
                request -> null);
        for (Handler handler : failing) {
            try (HttpServer server = mode.start(handler);
                    Client client = Client.connect(server)) {
                for (int i = 0; i < 2; i++) {
                    Answer answer = client.get("/");
                    assertThat(answer.status()).isEqualTo(500);
                    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                    assertThat(answer.text()).doesNotContain("secret", "Exception", "java");
                }
            }
        }
        // One line each; further ones are counted. Counts from an earlier test may be logged in the meantime.
        assertThat(log.lines())
                .filteredOn(line -> !line.contains("more like it"))
                .hasSize(failing.size())
                .allMatch(line -> line.startsWith("ERROR"));
    }

    @ParameterizedTest
    @EnumSource
    void a_refusal_that_a_handler_throws_is_its_answer(Mode mode) throws IOException {
        Handler direct = request -> {
            throw new RefusedException(new Refusal(409, "said \"no\"\n"));
        };
        Handler later = request ->
                Response.later(CompletableFuture.failedFuture(new RefusedException(new Refusal(409, "said \"no\"\n"))));
        for (Handler handler : List.of(direct, later)) {
            try (HttpServer server = mode.start(handler);
                    Client client = Client.connect(server)) {
                Answer answer = client.get("/");
                assertThat(answer.status()).isEqualTo(409);
                assertThat(answer.text()).contains("\"detail\" : \"said \\\"no\\\"\\u000a\"");
                assertThat(answer.closes()).isFalse();
            }
        }
        assertThat(log.lines()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_may_come_later_whole_or_streamed_or_later_still(Mode mode) throws IOException {
        List<Handler> handlers = List.of(
                request -> Response.later(CompletableFuture.completedFuture(EchoHandler.text(200, "content"))),
                request -> Response.later(CompletableFuture.supplyAsync(() -> EchoHandler.text(200, "content"))),
                request -> Response.later(CompletableFuture.supplyAsync(
                        () -> Response.of(200).body(out -> out.write("content".getBytes(ISO_8859_1))))),
                request -> Response.later(CompletableFuture.supplyAsync(
                        () -> Response.later(CompletableFuture.supplyAsync(() -> EchoHandler.text(200, "content"))))));
        for (Handler handler : handlers) {
            try (HttpServer server = mode.start(handler);
                    Client client = Client.connect(server)) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(5));
                for (int i = 0; i < 5; i++) assertThat(client.read().text()).isEqualTo("content");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_writer_that_throws_cuts_the_connection_so_that_the_client_can_tell(Mode mode) throws IOException {
        List<Response.BodyWriter> writers = List.of(
                out -> {
                    out.write(1);
                    throw new IOException("broken");
                },
                out -> {
                    throw new IllegalStateException("broken");
                },
                out -> {
                    out.write(1);
                    out.flush();
                    throw new AssertionError("broken");
                });
        for (Response.BodyWriter writer : writers) {
            try (HttpServer server = mode.start(request -> Response.of(200).body(writer));
                    Client client = Client.connect(server)) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(new String(client.readToEnd(), ISO_8859_1)).doesNotContain("\r\n0\r\n\r\n");
                Eventually.until("no exchange is left", () -> server.exchanges() == 0);
            }
        }
        assertThat(log.lines()).hasSize(writers.size()).allMatch(line -> line.contains("broke off"));
    }

    @ParameterizedTest
    @EnumSource
    void streamed_content_of_any_size_arrives_whole(Mode mode) throws IOException {
        Handler handler = request -> {
            byte[] content = RequestBodyTest.noise(Integer.parseInt(request.query()));
            return Response.of(200).body(out -> {
                for (int from = 0; from < content.length; from += 5000)
                    out.write(content, from, Math.min(5000, content.length - from));
            });
        };
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server)) {
            for (int size : new int[] {0, 1, 8191, 8192, 8193, 65_536, 3 * MIB})
                assertThat(client.get("/?" + size).content()).isEqualTo(RequestBodyTest.noise(size));
        }
    }

    @ParameterizedTest
    @EnumSource
    void streamed_content_ends_with_the_connection_in_http_1_0(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            Answer answer = client.read();
            assertThat(answer.closes()).isTrue();
            assertThat(answer.text()).isEqualTo("streamed");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_is_flushed_arrives_before_the_rest_is_written(Mode mode) throws Exception {
        CompletableFuture<Void> clientHasRead = new CompletableFuture<>();
        Handler handler = request -> Response.of(200).body(out -> {
            out.write('a');
            out.flush();
            clientHasRead.join();
            out.write('b');
        });
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            while (!client.line().isEmpty()) continue;
            assertThat(client.readByte()).isEqualTo('a');
            clientHasRead.complete(null);
            assertThat(client.readByte()).isEqualTo('b');
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_writer_waits_while_its_client_does_not_read(Mode mode) throws Exception {
        AtomicLong written = new AtomicLong();
        AtomicReference<Thread> writer = new AtomicReference<>();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Handler handler = request -> Response.of(200).body(out -> {
            byte[] part = new byte[64 << 10];
            writer.set(Thread.currentThread());
            try {
                while (written.get() < 256 * MIB) {
                    out.write(part);
                    written.addAndGet(part.length);
                }
            } catch (IOException e) {
                told.complete(e);
                throw e;
            }
        });
        try (HttpServer server = mode.start(handler)) {
            Client client = Client.connectWithSmallBuffer(server);
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("the writer waits", () -> written.get() > 0 && isWaiting(writer.get()));
            client.reset();
            assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(ClientGoneException.class);
            assertThat(written.get()).isLessThan(16 * MIB);
            Eventually.until("no exchange is left", () -> server.exchanges() == 0);
        }
        assertThat(log.lines()).as("a client that goes away is no failure").isEmpty();
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    @ParameterizedTest
    @EnumSource
    void pipelined_large_answers_wait_for_a_slow_reader_and_come_in_order(Mode mode) throws IOException {
        AtomicLong handled = new AtomicLong();
        Handler handler = request -> {
            handled.incrementAndGet();
            return Response.of(200).body(RequestBodyTest.noise(Integer.parseInt(request.query())));
        };
        try (HttpServer server = mode.start(handler);
                Client client = Client.connectWithSmallBuffer(server)) {
            for (int i = 0; i < 40; i++) client.send("GET /?" + (MIB + i) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("the first is answered", () -> handled.get() > 0 && server.exchanges() == 0);
            assertThat(handled.get()).as("requests begun before a byte is read").isLessThan(20);
            for (int i = 0; i < 40; i++) assertThat(client.read().content()).isEqualTo(RequestBodyTest.noise(MIB + i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void large_answers_that_nobody_reads_cannot_fill_the_heap(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().heldAnswerBytes(20 * MIB).build();
        Handler handler =
                request -> Response.of(200).body(new byte[request.path().equals("/large") ? 16 * MIB : 5]);
        try (HttpServer server = mode.start(settings, handler);
                Client slow = Client.connectWithSmallBuffer(server);
                Client other = Client.connect(server)) {
            slow.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(slow.readByte()).isEqualTo('H');

            Answer refused = other.get("/large");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.text()).contains("too many large answers wait for their readers");
            assertThat(other.get("/small").status()).isEqualTo(200);

            slow.reset();
            Eventually.until("there is place again", () -> server.connections() == 1);
            for (int i = 0; i < 3; i++) assertThat(other.get("/large").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void many_pipelined_requests_are_all_answered(Mode mode) throws Exception {
        int count = 5_000;
        try (HttpServer server = mode.start(new EchoHandler());
                Client client = Client.connect(server)) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < count; i++) requests.append("GET /n").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    client.send(requests.toString());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 0; i < count; i++) assertThat(client.read().text()).isEqualTo("GET /n" + i);
            sending.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void fields_that_would_smuggle_others_are_refused() {
        for (String value : List.of("a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0b", "a\u007fb", "a\u0130b", "\u010a"))
            assertThatThrownBy(() -> Response.of(200).header("X", value)).isInstanceOf(IllegalArgumentException.class);
        for (String name : List.of("", "X:", "X Y", "X\r\n", "X\u00e4", "X\0"))
            assertThatThrownBy(() -> Response.of(200).header(name, "a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void only_final_statuses_are_answers() {
        for (int status : new int[] {-1, 0, 100, 101, 199, 600, 999})
            assertThatThrownBy(() -> Response.of(status)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void a_handler_cannot_contradict_how_its_answer_is_framed(Mode mode) throws IOException {
        Handler handler = request -> EchoHandler.text(200, "content")
                .header("Content-Length", "99")
                .header("Transfer-Encoding", "chunked")
                .header("X", "1");
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server)) {
            for (int i = 0; i < 2; i++) {
                Answer answer = client.get("/");
                assertThat(answer.text()).isEqualTo("content");
                assertThat(answer.header("X")).isEqualTo("1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_handler_can_ask_for_the_end_of_the_connection(Mode mode) throws IOException {
        try (HttpServer server =
                        mode.start(request -> EchoHandler.text(200, "bye").header("Connection", "close"));
                Client client = Client.connect(server)) {
            Answer answer = client.get("/");
            assertThat(answer.headers().all("Connection")).containsExactly("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void listeners_are_told_of_every_exchange(Mode mode) throws IOException {
        List<Exchange> told = new CopyOnWriteArrayList<>();
        try (HttpServer server = mode.start(new EchoHandler(), told::add);
                Client client = Client.connect(server)) {
            client.get("/abc");
            client.post("/p", "hi");
            client.get("/stream");
            client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n").read(Method.HEAD);
            client.send("nonsense\r\n\r\n").read();
            Eventually.until("all are told", () -> told.size() == 5);
        }
        assertThat(told)
                .extracting(
                        exchange -> exchange.request().map(Request::toString).orElse("?") + " " + exchange.status())
                .containsExactly("GET /abc 200", "POST /p 200", "GET /stream 200", "HEAD /abc 200", "? 400");
        assertThat(told).extracting(Exchange::bytesSent).startsWith(8L, 10L, 8L, 0L);
        assertThat(told).allSatisfy(exchange -> {
            assertThat(exchange.durationNanos()).isNotNegative();
            assertThat(exchange.startedAtMillis())
                    .isCloseTo(System.currentTimeMillis(), org.assertj.core.data.Offset.offset(60_000L));
        });
    }

    @Test
    void an_exchange_is_not_told_to_have_begun_before_it_was_asked_for() throws IOException {
        List<Exchange> told = new CopyOnWriteArrayList<>();
        int early = 0;
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler(), told::add);
                Client client = Client.connect(server)) {
            for (int i = 0; i < 100; i++) {
                long askedAtMillis = System.currentTimeMillis();
                client.get("/abc");
                int count = i + 1;
                Eventually.until("it is told", () -> told.size() == count);
                if (told.getLast().startedAtMillis() < askedAtMillis) early++;
            }
        }
        // The wall clock may occasionally be set back.
        assertThat(early).isLessThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void listeners_are_told_what_was_asked_with_content_that_is_too_large(Mode mode) throws IOException {
        List<Exchange> told = new CopyOnWriteArrayList<>();
        try (HttpServer server = mode.start(new EchoHandler(), told::add)) {
            for (String length : new String[] {"5000000000", "9".repeat(40)}) {
                try (Client client = Client.connect(server)) {
                    client.send("POST /large?a=1 HTTP/1.1\r\nHost: a\r\nContent-Length: " + length
                            + "\r\nExpect: 100-continue\r\n\r\n");
                    assertThat(client.read().status()).isEqualTo(413);
                    assertThat(client.isAtEnd()).isTrue();
                }
            }
            Eventually.until("both are told", () -> told.size() == 2);
            assertThat(server.exchanges()).isZero();
        }
        assertThat(told).allSatisfy(exchange -> {
            assertThat(exchange.status()).isEqualTo(413);
            assertThat(exchange.request()).hasToString("Optional[POST /large?a=1]");
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_listener_that_fails_does_not_take_the_answer_with_it(Mode mode) throws IOException {
        try (LogLines connection = LogLines.of(Loop.class);
                HttpServer server = mode.start(new EchoHandler(), exchange -> {
                    throw new IllegalStateException("listener");
                });
                Client client = Client.connect(server)) {
            assertThat(client.get("/1").text()).isEqualTo("GET /1");
            assertThat(client.get("/2").text()).isEqualTo("GET /2");
            assertThat(connection.lines()).hasSize(2).allMatch(line -> line.startsWith("ERROR"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/205", "/205/stream", "/205/stream/7"})
    void an_answer_that_resets_has_no_content_whatever_its_handler_writes(String path) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Client client = Client.connect(server)) {
            Answer answer = client.get(path);
            assertThat(answer.status()).isEqualTo(205);
            assertThat(answer.header("Content-Length")).isEqualTo("0");
            assertThat(client.get("/next").text()).isEqualTo("GET /next");
        }
    }
}
