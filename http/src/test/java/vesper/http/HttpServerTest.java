package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** Start, connection limit and stop of a server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class HttpServerTest {
    private Set<Thread> before = Set.of();

    @BeforeEach
    void rememberThreads() {
        before = serverThreads();
    }

    @Test
    void a_port_that_is_taken_is_named() throws IOException {
        try (HttpServer first = Mode.VIRTUAL.start(new EchoHandler())) {
            int port = first.address().getPort();
            Set<Thread> own = serverThreads();
            HttpSettings same = new TestSettings().port(port).build();
            for (Mode mode : Mode.values()) {
                assertThatThrownBy(() -> mode.start(same, new EchoHandler()))
                        .isInstanceOf(BindException.class)
                        .hasMessage("cannot listen on 127.0.0.1:" + port + ": Address already in use");
            }
            Eventually.until("no thread is left behind", () -> own.containsAll(serverThreads()));
        }
    }

    @Test
    void a_host_that_is_not_known_is_named_and_no_thread_is_left() {
        HttpSettings unknown = withAddress("no-such-host.held.test", 0);
        assertThatThrownBy(() -> HttpServer.start(unknown, new EchoHandler(), List.of()))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("no-such-host.held.test");
        noThreadIsLeft();
    }

    @Test
    void a_port_out_of_range_leaves_no_thread() {
        assertThatThrownBy(() -> HttpServer.start(withAddress("127.0.0.1", 70_000), new EchoHandler(), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        noThreadIsLeft();
    }

    private static HttpSettings withAddress(String host, int port) {
        HttpSettings given = new TestSettings().build();
        return new HttpSettings(
                host,
                port,
                given.handlers(),
                given.eventLoops(),
                given.platformThreads(),
                given.drain(),
                given.drainIdle(),
                given.watchdog(),
                given.limits(),
                given.http2(),
                given.overload(),
                given.tls());
    }

    @ParameterizedTest
    @EnumSource
    void two_servers_live_side_by_side(Mode mode) throws IOException {
        try (HttpServer one = mode.start(request -> EchoHandler.text(200, "one"));
                Client ofOne = Client.connect(one)) {
            try (HttpServer two = mode.start(request -> EchoHandler.text(200, "two"));
                    Client ofTwo = Client.connect(two)) {
                assertThat(ofOne.get("/").text()).isEqualTo("one");
                assertThat(ofTwo.get("/").text()).isEqualTo("two");
            }
            assertThat(ofOne.get("/").text()).isEqualTo("one");
        }
        noThreadIsLeft();
    }

    /** Connections that arrive together must not each wait for an iteration of a loop that has other work. */
    @Test
    void newcomers_are_accepted_together() throws Exception {
        int newcomers = 60;
        AtomicInteger turns = new AtomicInteger();
        AtomicBoolean allHaveCome = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        Set<Integer> turnsWithNewcomers = ConcurrentHashMap.newKeySet();
        Handler handler = request -> {
            if (request.path().equals("/work")) {
                turns.incrementAndGet();
                while (!allHaveCome.get()) Thread.onSpinWait();
                compute();
            } else {
                turnsWithNewcomers.add(turns.get());
            }
            return EchoHandler.text(200, "done");
        };
        HttpSettings settings = new TestSettings().build();
        List<Client> clients = new ArrayList<>();
        try (HttpServer server = HttpServer.start(settings, handler, List.of());
                ExecutorService beside = Executors.newFixedThreadPool(2)) {
            List<Future<?>> work = new ArrayList<>();
            try {
                // Two clients alternate, so that the loop always has work.
                for (int i = 0; i < 2; i++) work.add(beside.submit(() -> askForWork(server, done)));
                Eventually.until("the loop is held", () -> turns.get() > 0);
                for (int i = 0; i < newcomers; i++) clients.add(Client.connect(server));
                for (Client client : clients) client.send("GET /soon HTTP/1.1\r\nHost: a\r\n\r\n");
                allHaveCome.set(true);
                for (Client client : clients) assertThat(client.read().status()).isEqualTo(200);
            } finally {
                allHaveCome.set(true);
                done.set(true);
            }
            for (Future<?> each : work) each.get();
            // The exact number of iterations is random, because the accepting thread may have to wait for a processor.
            assertThat(turnsWithNewcomers).hasSizeLessThan(newcomers / 2);
        } finally {
            for (Client client : clients) client.close();
        }
    }

    private static Void askForWork(HttpServer server, AtomicBoolean done) throws IOException {
        try (Client working = Client.connect(server)) {
            while (!done.get()) working.get("/work");
        }
        return null;
    }

    private static void compute() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
        while (System.nanoTime() - until < 0) Thread.onSpinWait();
    }

    @Test
    void one_connection_too_many_is_told_so_and_closed() throws IOException {
        HttpSettings settings = new TestSettings().connections(2).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client first = Client.connect(server);
                Client second = Client.connect(server)) {
            first.get("/");
            second.get("/");
            try (Client third = Client.connect(server)) {
                Answer answer = third.read();
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.closes()).isTrue();
                assertThat(answer.header("Retry-After")).isNotEmpty();
                assertThat(third.isAtEnd()).isTrue();
            }
            first.endOutput();
            Eventually.until("there is room", () -> server.connections() == 1);
            try (Client fourth = Client.connect(server)) {
                assertThat(fourth.get("/").status()).isEqualTo(200);
            }
            assertThat(second.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void a_request_too_many_for_the_pool_is_told_to_come_again() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        HttpSettings settings = new TestSettings().platformThreads(1).build();
        List<Client> clients = new ArrayList<>();
        try (HttpServer server = Mode.PLATFORM.start(settings, request -> {
            release.await();
            return EchoHandler.text(200, "");
        })) {
            for (int i = 0; i < 257; i++) clients.add(Client.connect(server).send("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
            Eventually.until("all have come", () -> server.exchanges() == 257);
            try (Client oneMore = Client.connect(server)) {
                Answer answer = oneMore.get("/");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.closes()).isFalse();
            }
            release.countDown();
            for (Client client : clients) assertThat(client.read().status()).isEqualTo(200);
            for (Client client : clients) client.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stop_lets_a_request_in_flight_finish_and_refuses_new_ones(Mode mode) throws Exception {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        HttpServer server = mode.start(request -> Response.later(answer));
        InetSocketAddress address = server.address();
        try (Client busy = Client.connect(server);
                Client idle = Client.connect(server);
                Client begun = Client.connect(server)) {
            begun.send("GET / HTTP/1.1\r\n");
            busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is in flight", () -> server.exchanges() == 1 && server.connections() == 3);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
            assertThat(idle.isAtEnd()).isTrue();
            assertThatThrownBy(() -> Client.connect(address)).isInstanceOf(ConnectException.class);
            assertThat(stop).isNotDone();

            answer.complete(EchoHandler.text(200, "finished"));
            Answer last = busy.read();
            assertThat(last.text()).isEqualTo("finished");
            assertThat(last.closes()).isTrue();
            assertThat(busy.isAtEnd()).isTrue();
            Answer late = begun.send("Host: a\r\n\r\n").read();
            assertThat(late.text()).isEqualTo("finished");
            assertThat(late.closes()).isTrue();
            stop.get(10, TimeUnit.SECONDS);
        }
        noThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void a_stop_cuts_what_does_not_finish_in_time(Mode mode) throws Exception {
        HttpSettings settings = new TestSettings().drain(Duration.ofMillis(300)).build();
        HttpServer server = mode.start(settings, request -> Response.later(new CompletableFuture<>()));
        try (Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is in flight", () -> server.exchanges() == 1);
            server.close();
            // A virtual thread interrupted while it waits still has time to send a response.
            String answer = new String(client.readToEnd(), ISO_8859_1);
            if (!answer.isEmpty()) assertThat(answer).startsWith("HTTP/1.1 503 ");
        }
        noThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_handler_that_still_waits_is_interrupted(Mode mode) throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        HttpSettings settings = new TestSettings().drain(Duration.ofMillis(300)).build();
        HttpServer server = mode.start(settings, request -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                told.complete(e);
            }
            return EchoHandler.text(200, "");
        });
        try (Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is in flight", () -> server.exchanges() == 1);
            server.close();
            assertThat(told.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
        noThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "EVENT_LOOP"})
    void a_handler_that_holds_its_loop_does_not_hold_up_the_stop_for_ever(Mode mode) throws Exception {
        AtomicBoolean released = new AtomicBoolean();
        HttpSettings settings = new TestSettings().drain(Duration.ofMillis(300)).build();
        HttpServer server = mode.start(settings, request -> {
            while (!released.get()) Thread.onSpinWait();
            return EchoHandler.text(200, "");
        });
        try (Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is in flight", () -> server.exchanges() == 1);
            CompletableFuture.runAsync(server::close).get(10, TimeUnit.SECONDS);
        } finally {
            released.set(true);
        }
        noThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource
    void a_stop_may_be_asked_for_twice(Mode mode) throws IOException {
        HttpServer server = mode.start(new EchoHandler());
        try (Client client = Client.connect(server)) {
            client.get("/");
            server.close();
            server.close();
            assertThat(client.isAtEnd()).isTrue();
        }
        noThreadIsLeft();
    }

    private void noThreadIsLeft() {
        Eventually.until("no thread is left", () -> before.containsAll(serverThreads()));
    }

    private static Set<Thread> serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread.getName().startsWith("http") || thread.getName().startsWith("handler"))
                .collect(Collectors.toSet());
    }
}
