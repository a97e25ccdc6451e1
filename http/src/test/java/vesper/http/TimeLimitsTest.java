package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** Slow clients, and clients that are only idle. Timeouts here are fractions of a second. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TimeLimitsTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Long enough that a busy machine does not make a client look stuck. */
    private static final Duration PATIENT = Duration.ofMillis(1500);

    private static final int MIB = 1 << 20;

    @Test
    void a_head_that_is_not_whole_in_time_is_refused() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(
                        new TestSettings().headerTimeout(SHORT).build(), new EchoHandler());
                Client client = Client.connect(server)) {
            Answer answer = client.send("GET / HTTP/1.1\r\nHost: a\r\n").read();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.closes()).isTrue();
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void a_head_that_comes_byte_by_byte_has_no_more_time() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(
                        new TestSettings().headerTimeout(SHORT).build(), new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nX: ");
            Eventually.until("an answer is there", () -> {
                if (!client.hasNothingToRead()) return true;
                client.send("x");
                return false;
            });
            assertThat(client.read().status()).isEqualTo(408);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_idle_connection_is_closed_without_a_word(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().idleTimeout(SHORT).build();
        try (HttpServer server = mode.start(settings, new EchoHandler());
                Client silent = Client.connect(server);
                Client emptyLines = Client.connect(server).send("\r\n\r\n");
                Client used = Client.answered(server, "/", _ -> {})) {
            assertThat(silent.isAtEnd()).isTrue();
            assertThat(emptyLines.isAtEnd()).isTrue();
            assertThat(used.isAtEnd()).isTrue();
            Eventually.until("no connection is left", () -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobody_waits_for_an_answer_that_never_comes_to_a_client_that_has_left(Mode mode) throws IOException {
        HttpSettings settings =
                new TestSettings().idleTimeout(SHORT).platformThreads(1).build();
        AtomicReference<Thread> asked = new AtomicReference<>();
        Handler never = request -> {
            if (request.path().equals("/")) return EchoHandler.text(200, "there");
            asked.set(Thread.currentThread());
            return Response.later(new CompletableFuture<>());
        };
        try (HttpServer server = mode.start(settings, never)) {
            for (boolean resets : new boolean[] {true, false}) {
                asked.set(null);
                Client leaving = Client.asking(() -> Client.connect(server), "/never", () -> asked.get() != null);
                if (resets) leaving.reset();
                else leaving.close();
                Eventually.until("no exchange is left", () -> server.exchanges() == 0 && server.connections() == 0);
                Eventually.until("no thread waits for it", () -> !waitsForAnswer(asked.get()));
                Client.answered(server, "/", answer -> assertThat(answer.text()).isEqualTo("there"))
                        .close();
            }
        }
    }

    private static boolean waitsForAnswer(Thread handler) {
        return Arrays.stream(handler.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(HandlerCalls.class.getName()));
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "EVENT_LOOP"})
    void a_handler_may_take_longer_than_a_connection_may_be_idle(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().idleTimeout(SHORT).build();
        Handler slow = request -> Response.later(CompletableFuture.supplyAsync(
                () -> EchoHandler.text(200, "late"),
                CompletableFuture.delayedExecutor(SHORT.toMillis() * 4, TimeUnit.MILLISECONDS)));
        try (HttpServer server = mode.start(settings, slow)) {
            Client.answered(server, "/", answer -> assertThat(answer.text()).isEqualTo("late"))
                    .close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void content_that_comes_too_slowly_is_refused(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().bodyRate(1 << 20, SHORT).build();
        try (HttpServer server = mode.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            Answer answer =
                    client.send(RequestBodyTest.head("/", 1000)).send("some").read();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.closes()).isTrue();
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no exchange is left", () -> server.exchanges() == 0);
        }
    }

    @Test
    void a_client_whose_handler_does_not_read_is_not_slow() throws Exception {
        HttpSettings settings =
                new TestSettings().bodyRate(1, PATIENT.dividedBy(2)).build();
        CountDownLatch never = new CountDownLatch(1);
        Handler late = request -> {
            assertThat(never.await(PATIENT.toMillis() * 2, TimeUnit.MILLISECONDS))
                    .isFalse();
            return EchoHandler.text(200, "" + request.body().bytes().length);
        };
        try (HttpServer server = Mode.VIRTUAL.start(settings, late);
                Client client = Client.connect(server);
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> sending = beside.submit(
                    () -> client.send(RequestBodyTest.head("/", MIB)).send(new byte[MIB]));
            assertThat(client.read().text()).isEqualTo("" + MIB);
            sending.get();
        }
    }

    @Test
    void a_connection_is_idle_only_from_its_last_answer_on() throws IOException {
        HttpSettings settings = new TestSettings().idleTimeout(PATIENT).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            for (long begun = System.nanoTime();
                    System.nanoTime() - begun < PATIENT.multipliedBy(2).toNanos(); ) {
                assertThat(client.get("/").status()).isEqualTo(200);
                LockSupport.parkNanos(PATIENT.dividedBy(5).toNanos());
            }
        }
    }

    @Test
    void content_that_nobody_reads_and_that_comes_too_slowly_ends_the_connection() throws IOException {
        HttpSettings settings = new TestSettings().bodyRate(1 << 20, SHORT).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            Answer answer = client.send(RequestBodyTest.head("/unread", 1000))
                    .send("some")
                    .read();
            assertThat(answer.closes()).isFalse();
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no exchange is left", () -> server.exchanges() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void a_client_that_waits_for_100_is_not_slow(Mode mode) throws IOException {
        // The client has this time once the server has sent 100 Continue.
        HttpSettings settings = new TestSettings().bodyRate(1 << 20, PATIENT).build();
        CountDownLatch never = new CountDownLatch(1);
        Handler late = request -> {
            assertThat(never.await(PATIENT.toMillis() * 3 / 2, TimeUnit.MILLISECONDS))
                    .isFalse();
            return EchoHandler.text(200, new String(request.body().bytes(), ISO_8859_1));
        };
        try (HttpServer server = mode.start(settings, late);
                Client client = Client.connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            assertThat(client.send("hi").read().text()).isEqualTo("hi");
        }
    }

    @Test
    void a_client_that_was_told_to_continue_and_does_not_is_slow() throws IOException {
        HttpSettings settings = new TestSettings().bodyRate(1 << 20, SHORT).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(100);
            assertThat(client.read().status()).isEqualTo(408);
        }
    }

    @Test
    void clients_that_read_slowly_but_read_are_left_in_peace() throws Exception {
        HttpSettings settings =
                new TestSettings().idleTimeout(PATIENT).linger(PATIENT).build();
        byte[] large = RequestBodyTest.noise(24 * MIB);
        try (HttpServer server =
                        Mode.VIRTUAL.start(settings, request -> Response.of(200).body(large));
                Client kept = Client.connectWithSmallBuffer(server);
                Client closed = Client.connectWithSmallBuffer(server);
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            kept.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n");
            closed.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            Future<Integer> read = beside.submit(() -> kept.readSlowly(large.length, PATIENT.multipliedBy(2)));
            assertThat(closed.readSlowly(large.length, PATIENT.multipliedBy(2)))
                    .as("close")
                    .isGreaterThanOrEqualTo(large.length);
            assertThat(read.get()).as("keep-alive").isGreaterThanOrEqualTo(large.length);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "EVENT_LOOP"})
    void a_client_that_does_not_read_is_cut_in_the_end(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().idleTimeout(SHORT).build();
        byte[] large = RequestBodyTest.noise(24 * MIB);
        Handler streamed = request -> Response.of(200).body(out -> out.write(large));
        Handler whole = request -> Response.of(200).body(large);
        for (Handler handler : new Handler[] {streamed, whole}) {
            AtomicBoolean asked = new AtomicBoolean();
            Handler noting = request -> {
                asked.set(true);
                return handler.handle(request);
            };
            try (HttpServer server = mode.start(settings, noting);
                    Client client = Client.asking(() -> Client.connectWithSmallBuffer(server), "/", asked::get)) {
                Eventually.until("the connection is cut", () -> server.connections() == 0);
                Eventually.until("no exchange is left", () -> server.exchanges() == 0);
                assertThat(client.readToEnd()).hasSizeLessThan(large.length);
            }
        }
    }

    @Test
    void a_client_that_goes_on_sending_after_a_refusal_is_cut_in_the_end() throws IOException {
        HttpSettings settings = new TestSettings().linger(PATIENT).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            assertThat(client.send("nonsense\r\n\r\n").read().status()).isEqualTo(400);
            assertThat(client.isAtEnd()).isTrue();
            assertThat(server.connections()).isEqualTo(1);
            Eventually.until("the connection is cut", () -> server.connections() == 0);
        }
    }

    @Test
    void an_error_in_one_round_of_an_event_loop_costs_one_connection_and_not_the_rounds() throws IOException {
        ExchangeListener broken = _ -> {
            throw new LinkageError("as the test wants it");
        };
        HttpSettings settings = new TestSettings().headerTimeout(SHORT).build();
        try (LogLines log = LogLines.of(OpenConnection.class);
                HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler(), broken)) {
            for (int i = 0; i < 2; i++) {
                try (Client client = Client.connect(server)) {
                    // An incomplete head times out in a round, and the listener is notified of the refusal.
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n").readToEnd();
                }
            }
            assertThat(log.lines()).hasSize(2);
        }
    }
}
