package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;
import vesper.testing.Rounds;

/**
 * Twice the load that the server can handle. {@code VESPER_OVERLOAD_SECONDS=60} runs for a minute, with handlers that
 * compute, and checks the documented guarantees, on a machine that does nothing else. Otherwise the test takes a few
 * seconds, with bounds that hold on a busy machine and handlers that hold their threads without computing: so the
 * capacity of the server does not depend on how busy the machine is.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OverloadTest {
    private static final String WANTED_SECONDS = System.getenv("VESPER_OVERLOAD_SECONDS");
    private static final boolean STRICT = WANTED_SECONDS != null;
    private static final double SECONDS = Rounds.of("VESPER_OVERLOAD_SECONDS", 1, 60);

    /** Time for which a handler keeps its thread. The short form is slower, so that fewer requests overload it. */
    private static final long HANDLER_NANOS = TimeUnit.MILLISECONDS.toNanos(STRICT ? 2 : 8);

    private static final long SCARCE_MILLIS = STRICT ? 5 : 20;
    private static final int SCARCE = 10;
    private static final int THREADS = 2;

    private static final Destinations HEALTH_IS_VITAL = request ->
            new Destination(request.path(), request.path().equals("/health") ? Audience.HEALTH : Audience.SERVICE);

    private enum Where {
        LOOP(HandlerThreads.VIRTUAL),
        POOL(HandlerThreads.PLATFORM);

        private final HandlerThreads handlers;

        Where(HandlerThreads handlers) {
            this.handlers = handlers;
        }

        HttpServer start(Handler handler, boolean protects) throws Exception {
            OverloadSettings defaults = OverloadSettings.DEFAULTS;
            HttpSettings settings = new TestSettings()
                    .eventLoops(THREADS)
                    .platformThreads(THREADS)
                    .overload(new OverloadSettings(protects, defaults.target(), defaults.mostWaiting()))
                    .build()
                    .withHandlers(handlers);
            return HttpServer.start(settings, handler, HEALTH_IS_VITAL, List.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void handlers_that_compute_serve_what_they_can_and_the_rest_is_refused_soon(Where where) throws Exception {
        Handler handler = request -> {
            if (request.path().equals("/work")) work();
            return EchoHandler.text(200, "done");
        };
        double capacity = capacity(where, handler, 32);
        try (HttpServer server = where.start(handler, true)) {
            double nominal = THREADS * 1e9 / HANDLER_NANOS;
            isOverloadedAndRecovers(server, nominal, capacity, 600, OverloadReason.LATE, where.name());
        }
    }

    @Test
    void handlers_that_wait_for_something_scarce_serve_what_it_gives_and_the_rest_is_refused_soon() throws Exception {
        Semaphore scarce = new Semaphore(SCARCE);
        Handler handler = request -> {
            request.route(request.path());
            if (request.path().equals("/work")) use(scarce);
            return EchoHandler.text(200, "done");
        };
        double capacity = capacity(Where.LOOP, handler, 20);
        try (HttpServer server = Where.LOOP.start(handler, true)) {
            double nominal = SCARCE * 1e3 / SCARCE_MILLIS;
            isOverloadedAndRecovers(server, nominal, capacity, 2500, OverloadReason.SLOW_ROUTE, "scarce");
        }
    }

    /**
     * @param nominal requests per second that an idle machine can answer, and an upper bound for any; a busy machine
     *     can answer fewer, and the light load is a fraction of those
     */
    private static void isOverloadedAndRecovers(
            HttpServer server, double nominal, double capacity, int connections, OverloadReason reason, String name)
            throws Exception {
        double little = 0.2 * Math.min(nominal, capacity);
        OpenLoop.Seen light = new OpenLoop(server, "/work", little, STRICT ? 1 : 0.5).run(100);
        OpenLoop.Seen load;
        OpenLoop.Seen health;
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<OpenLoop.Seen> asked = beside.submit(() -> new OpenLoop(server, "/health", 20, SECONDS).run(20));
            load = new OpenLoop(server, "/work", 2 * nominal, SECONDS).run(connections);
            health = asked.get();
        }
        String told = "%s: capacity %.0f/s; before: %s; load: %s; health: %s; refused %d"
                .formatted(name, capacity, light, load, health, server.refused(reason));
        System.out.println(told);
        assertThat(load.perSecond(200) / capacity).as(told).isGreaterThan(STRICT ? 0.9 : 0.25);
        assertThat(server.refused(reason)).as(told).isPositive();
        assertThat(load.of(200).size() + load.of(503).size())
                .as(told)
                .isEqualTo(load.samples().size());
        assertThat(load.of(503)).as(told).isNotEmpty().allMatch(OpenLoop.Sample::saysWhen);
        assertThat(load.millis(503, STRICT ? 0.99 : 0.5)).as(told).isLessThan(STRICT ? 50 : 1000);
        assertThat(health.of(200)).as(told).hasSameSizeAs(health.samples());
        recovers(server, little, 3 * light.millis(200, 0.5) + (STRICT ? 5 : 50));
    }

    /** @param slowMillis latency beyond which a response counts as slow */
    private static void recovers(HttpServer server, double little, double slowMillis) throws InterruptedException {
        if (STRICT) {
            OpenLoop.Seen after = new OpenLoop(server, "/work", little, 6).run(100);
            System.out.println("after: " + after);
            assertThat(after.lastSlowHalfMillis(slowMillis))
                    .as(after.toString())
                    .isLessThan(5000);
            assertThat(after.of(503).stream().filter(sample -> sample.dueMillis() > 2000))
                    .as(after.toString())
                    .isEmpty();
            return;
        }
        // A busy machine may itself be late, but not all the time.
        boolean isServedAgain = Eventually.holdsWithin(Duration.ofSeconds(5), () -> {
            OpenLoop.Seen after = new OpenLoop(server, "/work", little, 0.25).run(100);
            return after.of(503).isEmpty() && after.millis(200, 0.5) <= slowMillis;
        });
        assertThat(isServedAgain).as("nothing is refused or late again").isTrue();
    }

    /** Measures the throughput of a server without overload protection that always has work, but never too much. */
    private static double capacity(Where where, Handler handler, int connections) throws Exception {
        try (HttpServer server = where.start(handler, false)) {
            new OpenLoop(server, "/work", 1e6, 1e-6 * (STRICT ? 500 : 100)).run(connections);
            long began = System.nanoTime();
            OpenLoop.Seen seen = new OpenLoop(server, "/work", 1e6, 1e-6 * (STRICT ? 4000 : 150)).run(connections);
            return seen.of(200).size() * 1e9 / (System.nanoTime() - began);
        }
    }

    private static void work() {
        if (!STRICT) {
            ThreadHold.forNanos(HANDLER_NANOS);
            return;
        }
        long until = System.nanoTime() + HANDLER_NANOS;
        while (System.nanoTime() - until < 0) Thread.onSpinWait();
    }

    private static void use(Semaphore scarce) throws InterruptedException {
        scarce.acquire();
        try {
            TimeUnit.MILLISECONDS.sleep(SCARCE_MILLIS);
        } finally {
            scarce.release();
        }
    }

    @Test
    void only_so_many_handlers_wait_at_once() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Handler handler = request -> {
            if (request.path().equals("/wait")) done.await();
            return EchoHandler.text(200, request.path());
        };
        HttpSettings settings = new TestSettings()
                .overload(new OverloadSettings(true, OverloadSettings.DEFAULTS.target(), 2))
                .build();
        try (HttpServer server = HttpServer.start(settings, handler, HEALTH_IS_VITAL, List.of());
                Client one = Client.connect(server);
                Client two = Client.connect(server);
                Client third = Client.connect(server)) {
            one.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
            two.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("both have come", () -> server.exchanges() == 2);

            Answer refused = third.get("/other");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.closes()).isFalse();
            assertThat(third.get("/health").status()).isEqualTo(200);
            assertThat(server.refused(OverloadReason.ALL_WAITING)).isEqualTo(1);

            done.countDown();
            assertThat(one.read().text()).isEqualTo("/wait");
            assertThat(two.read().text()).isEqualTo("/wait");
            assertThat(third.get("/other").text()).isEqualTo("/other");
        }
    }

    @Test
    void streams_and_requests_that_are_still_being_sent_count_as_waiting_for_nothing() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Handler handler = request -> {
            if (!request.path().equals("/stream"))
                return EchoHandler.text(200, "took " + request.body().bytes().length);
            return Response.of(200).body(out -> {
                out.write('a');
                out.flush();
                try {
                    done.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        };
        HttpSettings settings = new TestSettings()
                .overload(new OverloadSettings(true, OverloadSettings.DEFAULTS.target(), 1))
                .build();
        try (HttpServer server = HttpServer.start(settings, handler, HEALTH_IS_VITAL, List.of());
                Client streaming = Client.connect(server);
                Client sending = Client.connect(server);
                Client other = Client.connect(server)) {
            streaming.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
            sending.send("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
            Eventually.until("both have come", () -> server.exchanges() == 2);
            for (int i = 0; i < 20; i++) assertThat(other.get("/").status()).isEqualTo(200);

            sending.send("cd");
            assertThat(sending.read().text()).isEqualTo("took 4");
            done.countDown();
            assertThat(streaming.read().text()).isEqualTo("a");
        }
    }

    @Test
    void switched_off_nobody_is_refused() throws Exception {
        Handler handler = request -> {
            work();
            return EchoHandler.text(200, "done");
        };
        HttpSettings settings = new TestSettings()
                .overload(new OverloadSettings(false, OverloadSettings.DEFAULTS.target(), 1))
                .build();
        try (HttpServer server = HttpServer.start(settings, handler, List.of())) {
            OpenLoop.Seen seen = new OpenLoop(server, "/work", 2e9 / HANDLER_NANOS, 1).run(400);
            assertThat(seen.of(200)).hasSameSizeAs(seen.samples());
        }
    }
}
