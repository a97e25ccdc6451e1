package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GatheringTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean stopped = new AtomicBoolean();

    private HttpServer server;
    private Client client;

    @BeforeEach
    void start() throws IOException {
        // Only the overload protection counts handlers that wait. Its target is too long to refuse anything here.
        HttpSettings settings = new TestSettings()
                .eventLoops(2)
                .gatheringByHand()
                .overload(new OverloadSettings(true, Duration.ofSeconds(10), 10_000))
                .build();
        server = HttpServer.start(settings, this::answer, List.of());
        client = Client.connect(server);
    }

    @AfterEach
    void stop() throws IOException {
        stopped.set(true);
        released.countDown();
        client.close();
        server.close();
    }

    @Test
    void a_handler_that_computes_is_not_quick_while_it_does() throws Exception {
        LoopBalancer gathering = new LoopBalancer(server.eventLoops());
        client.send("GET /computes HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        gathering.measure(THREADS);
        assertThat(gathering.measure(THREADS).quick()).isFalse();
    }

    @Test
    void a_handler_that_computed_has_held_its_loop_for_so_long() throws Exception {
        client.get("/computes/briefly");
        Eventually.until("its loop tells of that", () -> slowNanos() >= SLOW_NANOS);
    }

    @Test
    void a_handler_that_waited_has_not() throws Exception {
        client.send("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        long before = System.nanoTime();
        // A stall of the machine may have affected the loops too.
        Eventually.until("it has waited for long", () -> System.nanoTime() - before > 4 * SLOW_NANOS);
        released.countDown();
        assertThat(client.read().text()).isEqualTo("waited");
        int round = server.eventLoops().loops().getFirst().sample().round();
        Eventually.until(
                "loops have told of that",
                () -> server.eventLoops().loops().stream()
                        .allMatch(loop -> loop.sample().round() > round + 1));
        assertThat(slowNanos()).isLessThan(2 * SLOW_NANOS);
    }

    @Test
    void what_it_computes_after_it_waited_counts() throws Exception {
        client.send("GET /waits/computes HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        Eventually.until(
                "it waits",
                () -> server.eventLoops().loops().stream()
                        .anyMatch(loop -> loop.sample().waiting() > 0));
        released.countDown();
        assertThat(client.read().text()).isEqualTo("computed");
        Eventually.until("its loop tells of that", () -> slowNanos() >= SLOW_NANOS);
    }

    @Test
    void nothing_moves_once_it_is_closed() {
        LoopBalancer gathering = new LoopBalancer(server.eventLoops());
        gathering.use(1);
        gathering.close();
        gathering.use(2);
        assertThat(server.eventLoops().used()).isEqualTo(1);
    }

    private long slowNanos() {
        return server.eventLoops().loops().stream()
                .mapToLong(loop -> loop.sample().slowNanos())
                .sum();
    }

    private Response answer(Request request) {
        if (request.path().startsWith("/waits")) {
            entered.countDown();
            waitFor(released);
        }
        return switch (request.path()) {
            case "/computes" -> {
                entered.countDown();
                while (!stopped.get()) Thread.onSpinWait();
                yield EchoHandler.text(200, "computed");
            }
            case "/computes/briefly", "/waits/computes" -> {
                long until = System.nanoTime() + SLOW_NANOS;
                while (System.nanoTime() < until) Thread.onSpinWait();
                yield EchoHandler.text(200, "computed");
            }
            default -> EchoHandler.text(200, "waited");
        };
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
