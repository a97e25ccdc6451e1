package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** The end of exchanges, and the callbacks that are notified of it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EndOfExchangeTest {
    private final AtomicInteger told = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);

    /** Writes one byte and waits, like an event stream. */
    private Handler waiting(boolean untilClientCloses) {
        return request -> {
            request.whenOver(over::countDown);
            Response response = Response.of(200).body(out -> {
                out.write('a');
                out.flush();
                begun.countDown();
                awaitOver();
            });
            return untilClientCloses ? response.untilClientCloses() : response;
        };
    }

    private void awaitOver() throws IOException {
        try {
            over.await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void all_that_asked_are_told_once_when_the_answer_is_out(Mode mode) throws Exception {
        Handler handler = request -> {
            request.whenOver(told::incrementAndGet);
            request.whenOver(told::incrementAndGet);
            return Response.of(200).body("ok".getBytes(US_ASCII));
        };
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server)) {
            assertThat(client.get("/").text()).isEqualTo("ok");
            assertThat(client.get("/").text()).isEqualTo("ok");
            Eventually.until("all told", () -> told.get() == 4);
        }
        assertThat(told).hasValue(4);
    }

    /** Content that is open from the start, like a handler's file. */
    private static final class Opened implements Response.BodyWriter {
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try {
                out.write('a');
            } finally {
                closed.incrementAndGet();
            }
        }

        @Override
        public void discard() throws IOException {
            closed.incrementAndGet();
            throw new IOException("of which nobody hears but the log");
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_an_answer_to_HEAD_would_have_sent_is_let_go_of(Mode mode) throws Exception {
        Opened soon = new Opened();
        Opened later = new Opened();
        Handler handler = request -> request.path().equals("/soon")
                ? Response.of(200).body(1, soon)
                : Response.later(
                        CompletableFuture.supplyAsync(() -> Response.of(200).body(later)));
        try (LogLines log = LogLines.of(HandlerCalls.class);
                HttpServer server = mode.start(handler);
                Client old = Client.connect(server);
                Http2Client client = Http2Client.connect(server)) {
            for (int i = 1; i <= 2; i++) {
                old.send("HEAD /soon HTTP/1.1\r\nHost: a\r\n\r\n").read(Method.HEAD);
                old.send("HEAD /later HTTP/1.1\r\nHost: a\r\n\r\n").read(Method.HEAD);
                int closed = i;
                Eventually.until("both are closed", () -> soon.closed.get() == closed && later.closed.get() == closed);
            }
            assertThat(client.answer(client.ask(Http2Client.request("HEAD", "/soon"), true)))
                    .isEqualTo("200 ");
            assertThat(client.answer(client.ask(Http2Client.request("HEAD", "/later"), true)))
                    .isEqualTo("200 ");
            Eventually.until("all are closed", () -> soon.closed.get() == 3 && later.closed.get() == 3);
            assertThat(old.get("/soon").text()).isEqualTo("a");
            Eventually.until("that too, and once", () -> soon.closed.get() == 4);
            // The thread that closed the first content logs it after that.
            Eventually.until("it is logged", () -> !log.lines().isEmpty());
            assertThat(log.lines()).hasSize(1).first().asString().startsWith("ERROR what HEAD /");
        }
    }

    @ParameterizedTest
    @EnumSource
    void content_that_comes_after_its_client_has_left_is_let_go_of(Mode mode) throws Exception {
        Opened direct = new Opened();
        Opened nested = new Opened();
        CompletableFuture<Response> late = new CompletableFuture<>();
        CompletableFuture<Response> lateAndLater = late.thenApply(_ -> Response.later(
                CompletableFuture.completedFuture(Response.of(200).body(nested))));
        CountDownLatch bothAsked = new CountDownLatch(2);
        CountDownLatch bothLeft = new CountDownLatch(2);
        Handler handler = request -> {
            request.whenOver(bothLeft::countDown);
            bothAsked.countDown();
            return Response.later(request.path().equals("/once") ? late : lateAndLater);
        };
        try (HttpServer server = mode.start(handler);
                Client once = Client.connect(server);
                Client twice = Client.connect(server)) {
            once.send("GET /once HTTP/1.1\r\nHost: a\r\n\r\n");
            twice.send("GET /twice HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(bothAsked.await(10, TimeUnit.SECONDS)).isTrue();
            once.reset();
            twice.reset();
            assertThat(bothLeft.await(10, TimeUnit.SECONDS)).isTrue();
            late.complete(Response.of(200).body(direct));
            Eventually.until("both are closed", () -> direct.closed.get() == 1 && nested.closed.get() == 1);
        }
    }

    @Test
    void who_asks_after_the_end_is_told_at_once() throws Exception {
        AtomicReference<Request> kept = new AtomicReference<>();
        Handler handler = request -> {
            kept.set(request);
            return Response.of(204);
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client client = Client.connect(server)) {
            client.get("/");
            client.get("/");
        }
        kept.get().whenOver(told::incrementAndGet);
        Eventually.until("told", () -> told.get() == 1);
    }

    private void beginStream(Client client) throws Exception {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_resets_ends_its_stream_at_once(Mode mode) throws Exception {
        try (HttpServer server = mode.start(waiting(false));
                Client client = Client.connect(server)) {
            beginStream(client);
            client.reset();
            assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_closes_ends_a_stream_that_goes_on_for_as_long_as_it_listens(Mode mode) throws Exception {
        try (HttpServer server = mode.start(waiting(true));
                Client client = Client.connect(server)) {
            beginStream(client);
            client.endOutput();
            assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stop_is_over_when_the_last_stream_is(Mode mode) throws Exception {
        Handler streaming = waiting(false);
        try (HttpServer server = mode.start(
                        new TestSettings().drain(Duration.ofSeconds(60)).build(), streaming);
                Client idle = Client.connect(server);
                Client client = Client.connect(server)) {
            beginStream(client);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
            // The only event loop has told every connection to stop.
            assertThat(idle.isAtEnd()).isTrue();
            over.countDown();
            assertThat(client.read().text()).isEqualTo("a");
            assertThat(client.isAtEnd()).isTrue();
            stop.get(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void who_has_closed_its_side_while_a_stream_was_sent_is_let_go_at_its_end(Mode mode) throws Exception {
        try (HttpServer server = mode.start(waiting(false));
                Client client = Client.connect(server)) {
            beginStream(client);
            client.endOutput();
            // Once a later connection is answered, the event loop has seen that.
            try (Client other = Client.connect(server)) {
                assertThat(other.send("nonsense\r\n\r\n").read().status()).isEqualTo(400);
            }
            over.countDown();
            assertThat(client.read().text()).isEqualTo("a");
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("it is gone", () -> server.exchanges() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stream_that_waits_is_not_idle_and_holds_no_thread_that_others_need(Mode mode) throws Exception {
        HttpSettings settings = new TestSettings()
                .platformThreads(1)
                .idleTimeout(Duration.ofMillis(300))
                .build();
        Handler streaming = waiting(true);
        Handler handler = request -> request.path().equals("/stream") ? streaming.handle(request) : Response.of(204);
        try (HttpServer server = mode.start(settings, handler);
                Client _ = Client.asking(() -> Client.connect(server), "/stream", () -> begun.getCount() == 0)) {
            // This client is closed twice for being idle, which takes more than two idle timeouts.
            for (int i = 0; i < 2; i++) {
                try (Client other = Client.answered(
                        server, "/", answer -> assertThat(answer.status()).isEqualTo(204))) {
                    assertThat(other.isAtEnd()).isTrue();
                }
            }
            assertThat(over.getCount()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobody_waits_for_an_answer_that_could_not_be_given_for_a_fault_of_ours(Mode mode) throws Exception {
        ExchangeListener broken = _ -> {
            throw new LinkageError("as the test wants it");
        };
        Handler later = _ -> Response.later(CompletableFuture.supplyAsync(() -> Response.of(204)));
        for (Handler handler : List.of((Handler) _ -> Response.of(204), later)) {
            try (LogLines log = LogLines.of(OpenConnection.class);
                    HttpServer server = mode.start(handler, broken);
                    Client client = Client.connect(server)) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").readToEnd();
                assertThat(log.lines()).anyMatch(line -> line.contains("closed for a fault of ours"));
            }
        }
    }
}
