package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** Handlers that wait, even for each other, while one event loop carries them all. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class HandlerThreadsTest {
    @Test
    void this_jvm_lets_event_loops_carry_virtual_threads() throws IOException {
        Handler handler =
                request -> EchoHandler.text(200, Thread.currentThread().toString());
        try (HttpServer carried = Mode.VIRTUAL.start(handler);
                HttpServer fallback = Mode.VIRTUAL_ON_JDK_SCHEDULER.start(handler);
                Client onLoop = Client.connect(carried);
                Client onPool = Client.connect(fallback)) {
            assertThat(onLoop.get("/").text()).startsWith("VirtualThread").doesNotContain("ForkJoinPool");
            assertThat(onPool.get("/").text()).startsWith("VirtualThread").contains("ForkJoinPool");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_thread_knows_which_request_it_handles_also_while_it_streams_the_answer(Mode mode) throws Exception {
        Handler handler = request -> {
            String here = Request.current().map(Request::path).orElse("nothing");
            return Response.of(200)
                    .body(out -> out.write((here + " then "
                                    + Request.current().map(Request::path).orElse("nothing"))
                            .getBytes(US_ASCII)));
        };
        try (HttpServer server = mode.start(handler);
                Client one = Client.connect(server);
                Client other = Client.connect(server)) {
            for (int i = 0; i < 20; i++) {
                one.send("GET /one HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(other.get("/other").text()).isEqualTo("/other then /other");
                assertThat(one.read().text()).isEqualTo("/one then /one");
            }
        }
        assertThat(Request.current()).isEmpty();
    }

    @Test
    void a_writer_that_never_waits_leaves_its_event_loop_to_others_in_between() throws Exception {
        byte[] event = new byte[10_000];
        Handler handler = request -> request.path().equals("/events")
                ? Response.of(200).body(out -> {
                    while (true) {
                        out.write(event);
                        out.flush();
                    }
                })
                : EchoHandler.text(200, request.path());
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client events = Client.connect(server);
                Client other = Client.connect(server)) {
            events.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
            Thread.ofPlatform().daemon().start(events::drain);
            long began = System.nanoTime();
            for (int i = 0; i < 50; i++) assertThat(other.get("/other").text()).isEqualTo("/other");
            // Netty's own event loops would delay each request by a second.
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(25));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_handler_that_waits_does_not_delay_other_connections(Mode mode) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Handler handler = request -> {
            if (request.path().equals("/wait")) done.await();
            return EchoHandler.text(200, request.path());
        };
        try (HttpServer server = mode.start(handler);
                Client waiting = Client.connect(server);
                Client other = Client.connect(server)) {
            waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("the request has come", () -> server.exchanges() == 1);
            for (int i = 0; i < 100; i++) assertThat(other.get("/other").text()).isEqualTo("/other");
            assertThat(waiting.hasNothingToRead()).isTrue();
            done.countDown();
            assertThat(waiting.read().text()).isEqualTo("/wait");
        }
    }

    @Test
    void a_request_is_not_handled_whose_client_has_left_while_it_waited_for_a_platform_thread() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        List<String> handled = new CopyOnWriteArrayList<>();
        Handler handler = request -> {
            handled.add(request.path());
            if (request.path().equals("/first")) free.await();
            return EchoHandler.text(200, request.path());
        };
        HttpSettings settings = new TestSettings().platformThreads(1).build();
        try (HttpServer server = Mode.PLATFORM.start(settings, handler);
                Client first = Client.connect(server);
                Client last = Client.connect(server)) {
            first.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is handled", () -> handled.size() == 1);
            try (Client leaving = Client.connect(server)) {
                leaving.send("GET /left HTTP/1.1\r\nHost: a\r\n\r\n");
                Eventually.until("it has come", () -> server.exchanges() == 2);
                leaving.reset();
            }
            Eventually.until("it has left", () -> server.exchanges() == 1);
            last.send("GET /last HTTP/1.1\r\nHost: a\r\n\r\n");
            free.countDown();
            assertThat(last.read().text()).isEqualTo("/last");
            assertThat(handled).containsExactly("/first", "/last");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void handlers_that_sleep_do_so_side_by_side(Mode mode) throws Exception {
        Handler handler = request -> {
            takeTime(Duration.ofMillis(300));
            return EchoHandler.text(200, "slept");
        };
        HttpSettings settings = new TestSettings().platformThreads(50).build();
        try (HttpServer server = mode.start(settings, handler)) {
            long began = System.nanoTime();
            onManyConnections(
                    server, 50, client -> assertThat(client.get("/").text()).isEqualTo("slept"));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void handlers_on_one_loop_may_wait_for_each_other(Mode mode) throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(8);
        Handler handler = request -> {
            meeting.await(10, TimeUnit.SECONDS);
            return EchoHandler.text(200, "met");
        };
        askManyTimes(mode, handler, 8, 50, "met");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void handlers_may_hold_a_monitor_while_they_wait(Mode mode) throws Exception {
        Object monitor = new Object();
        AtomicInteger inside = new AtomicInteger();
        Handler handler = request -> {
            synchronized (monitor) {
                assertThat(inside.incrementAndGet()).isEqualTo(1);
                takeTime(Duration.ofNanos(300_000));
                inside.decrementAndGet();
            }
            return EchoHandler.text(200, "left");
        };
        askManyTimes(mode, handler, 8, 50, "left");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void handlers_may_hold_a_lock_while_they_wait(Mode mode) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        Handler handler = request -> {
            lock.lock();
            try {
                Thread.yield();
                takeTime(Duration.ofNanos(100_000));
            } finally {
                lock.unlock();
            }
            return EchoHandler.text(200, "left");
        };
        askManyTimes(mode, handler, 8, 50, "left");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void monitors_of_waiting_handlers_are_notified_by_others(Mode mode) throws Exception {
        Object monitor = new Object();
        AtomicInteger tickets = new AtomicInteger();
        Handler handler = request -> {
            synchronized (monitor) {
                if (request.path().equals("/give")) {
                    tickets.incrementAndGet();
                    monitor.notifyAll();
                } else {
                    while (tickets.get() == 0) monitor.wait();
                    tickets.decrementAndGet();
                }
            }
            return EchoHandler.text(200, request.path());
        };
        try (HttpServer server = mode.start(handler)) {
            AtomicInteger number = new AtomicInteger();
            onManyConnections(server, 6, client -> {
                String path = number.getAndIncrement() % 2 == 0 ? "/give" : "/take";
                for (int i = 0; i < 100; i++)
                    assertThat(client.get(path).text()).isEqualTo(path);
            });
            assertThat(tickets).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_handler_that_yields_until_another_has_run_does_not_starve_it(Mode mode) throws Exception {
        AtomicInteger released = new AtomicInteger();
        Handler handler = request -> {
            if (request.path().equals("/release")) released.set(1);
            while (released.get() == 0) Thread.yield();
            return EchoHandler.text(200, request.path());
        };
        try (HttpServer server = mode.start(handler);
                Client yielding = Client.connect(server);
                Client releasing = Client.connect(server)) {
            yielding.send("GET /yield HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it yields", () -> server.exchanges() == 1);
            assertThat(releasing.get("/release").text()).isEqualTo("/release");
            assertThat(yielding.read().text()).isEqualTo("/yield");
        } finally {
            released.set(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_handler_may_ask_its_own_server(Mode mode) throws Exception {
        CompletableFuture<InetSocketAddress> address = new CompletableFuture<>();
        try (HttpClient http = HttpClient.newHttpClient();
                HttpServer server = mode.start(request -> {
                    if (request.path().equals("/inner")) return EchoHandler.text(200, "inner");
                    URI inner = URI.create("http://127.0.0.1:" + address.join().getPort() + "/inner");
                    String text = http.send(HttpRequest.newBuilder(inner).build(), HttpResponse.BodyHandlers.ofString())
                            .body();
                    return EchoHandler.text(200, "outer " + text);
                })) {
            address.complete(server.address());
            onManyConnections(server, 4, client -> {
                for (int i = 0; i < 10; i++)
                    assertThat(client.get("/outer").text()).isEqualTo("outer inner");
            });
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_handler_may_start_virtual_threads_and_wait_for_them(Mode mode) throws Exception {
        Handler handler = request -> {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<java.util.concurrent.Future<Integer>> parts = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    int part = i;
                    parts.add(threads.submit(() -> {
                        takeTime(Duration.ofMillis(1));
                        return part;
                    }));
                }
                int sum = 0;
                for (var part : parts) sum += part.get();
                return EchoHandler.text(200, "" + sum);
            }
        };
        askManyTimes(mode, handler, 4, 20, "45");
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_that_a_handler_leaves_behind_is_not_for_the_next_request(Mode mode) throws Exception {
        Handler handler = request -> {
            boolean interrupted = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            return EchoHandler.text(200, String.valueOf(interrupted));
        };
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server);
                Client other = Client.connect(server)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/").text()).isEqualTo("false");
                assertThat(other.get("/").text()).isEqualTo("false");
            }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
            for (int i = 0; i < 20; i++) assertThat(client.read().text()).isEqualTo("false");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "EVENT_LOOP"})
    void a_handler_that_holds_its_loop_is_named_with_its_stack(Mode mode) throws Exception {
        AtomicReference<String> route = new AtomicReference<>();
        AtomicBoolean untilTold = new AtomicBoolean();
        HttpSettings settings =
                new TestSettings().watchdog(Duration.ofMillis(100)).build();
        try (LogLines log = LogLines.of(Watchdog.class)) {
            Handler handler = request -> {
                request.route(route.get());
                if (untilTold.get()) holdUpUntilTold(log, route.get());
                holdUp(Duration.ofMillis(400));
                return EchoHandler.text(200, "");
            };
            try (HttpServer server = mode.start(settings, handler);
                    Client client = Client.connect(server)) {
                makeFirstCall(client, route);
                assertThat(told(log, route.get()))
                        .as("what a first call needs is loaded then")
                        .isEmpty();
                untilTold.set(true);
                client.get("/");
                assertThat(told(log, route.get()))
                        .singleElement()
                        .satisfies(line -> assertThat(line)
                                .startsWith("WARN " + route + " has held an event loop for ")
                                .contains("HandlerThreadsTest.holdUp"));
            }
        }
    }

    /**
     * Makes the first call of a route. Tries new routes until one call is short enough not to be logged, which may fail
     * on a busy machine.
     */
    private static void makeFirstCall(Client client, AtomicReference<String> route) throws IOException {
        for (int tries = 0; tries < 20; tries++) {
            route.set("GET /orders/" + tries);
            long began = System.nanoTime();
            client.get("/");
            if (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(1)) return;
        }
        throw new AssertionError("no first call of 400 ms was over within 1 s");
    }

    private static List<String> told(LogLines log, String route) {
        return log.lines().stream().filter(line -> line.contains(route + " ")).toList();
    }

    private static void holdUpUntilTold(LogLines log, String route) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
        while (told(log, route).isEmpty() && System.nanoTime() < end) Thread.onSpinWait();
    }

    @Test
    void newcomers_are_served_while_a_handler_holds_one_of_two_loops() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        Handler handler = request -> {
            while (request.path().equals("/hold") && !enough.get()) Thread.onSpinWait();
            return EchoHandler.text(200, request.path());
        };
        // The other loop must not count as held when its thread waits for a processor.
        HttpSettings settings = new TestSettings()
                .eventLoops(2)
                .watchdog(Duration.ofMillis(500))
                .build();
        try (LogLines log = LogLines.of(Watchdog.class);
                HttpServer server = Mode.VIRTUAL.start(settings, handler);
                Client holding = Client.connect(server)) {
            holding.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("the loop is known to be held", () -> !log.lines().isEmpty());
            for (int i = 0; i < 20; i++) {
                try (Client newcomer = Client.connect(server)) {
                    assertThat(newcomer.get("/other").text()).isEqualTo("/other");
                }
            }
            enough.set(true);
            assertThat(holding.read().text()).isEqualTo("/hold");
        } finally {
            enough.set(true);
        }
    }

    @Test
    void a_first_call_that_holds_its_loop_for_very_long_is_named_while_it_does() throws Exception {
        AtomicBoolean named = new AtomicBoolean();
        HttpSettings settings =
                new TestSettings().watchdog(Duration.ofMillis(20)).build();
        try (LogLines log = LogLines.of(Watchdog.class)) {
            Handler handler = request -> {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (log.lines().isEmpty() && System.nanoTime() < end) Thread.onSpinWait();
                named.set(!log.lines().isEmpty());
                return EchoHandler.text(200, "");
            };
            try (HttpServer server = Mode.VIRTUAL.start(settings, handler);
                    Client client = Client.connect(server)) {
                client.get("/");
                assertThat(named).isTrue();
                assertThat(log.lines().getFirst()).containsPattern("for ([2-9]\\d\\d|\\d{4,}) ms");
            }
        }
    }

    /** A handler that waits for something else, without holding a thread of a loop. */
    private static void takeTime(Duration waited) throws InterruptedException {
        Thread.sleep(waited);
    }

    /** A handler that computes. */
    private static void holdUp(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) Thread.onSpinWait();
    }

    @Test
    void a_handler_that_waits_holds_no_loop() throws Exception {
        Handler handler = request -> {
            takeTime(Duration.ofMillis(1600));
            return EchoHandler.text(200, "");
        };
        // The time that a first call may hold its loop, and longer than a busy machine needs for a call.
        HttpSettings settings =
                new TestSettings().watchdog(Duration.ofSeconds(1)).build();
        try (LogLines log = LogLines.of(Watchdog.class);
                HttpServer server = Mode.VIRTUAL.start(settings, handler);
                Client client = Client.connect(server)) {
            client.get("/");
            assertThat(log.lines()).isEmpty();
        }
    }

    @FunctionalInterface
    interface Story {
        void tell(Client client) throws IOException;
    }

    private static void askManyTimes(Mode mode, Handler handler, int connections, int times, String answer)
            throws Exception {
        try (HttpServer server = mode.start(handler)) {
            onManyConnections(server, connections, client -> {
                for (int i = 0; i < times; i++)
                    assertThat(client.get("/").text()).isEqualTo(answer);
            });
        }
    }

    private static void onManyConnections(HttpServer server, int connections, Story story) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
            List<CompletableFuture<Void>> stories = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                stories.add(CompletableFuture.runAsync(
                        () -> {
                            try (Client client = Client.connect(server)) {
                                story.tell(client);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        },
                        threads));
            }
            for (CompletableFuture<Void> each : stories) each.get(40, TimeUnit.SECONDS);
        }
    }

    /** An exception whose own code fails when it is examined. */
    private static final class UntellableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("not even that");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_failure_that_cannot_even_be_told_is_answered(Mode mode) throws IOException {
        try (HttpServer server = mode.start(request -> {
                    if (request.path().equals("/fails")) throw new UntellableException();
                    return Response.of(204);
                });
                Client client = Client.connect(server)) {
            assertThat(client.get("/fails").status()).isEqualTo(500);
            assertThat(client.get("/").status()).isEqualTo(204);
        }
    }
}
