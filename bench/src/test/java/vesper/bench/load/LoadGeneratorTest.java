package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LoadGeneratorTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final byte[] HELLO = "hello".getBytes(ISO_8859_1);

    private final LoadGenerator generator = new LoadGenerator();

    @Test
    void exactly_as_many_requests_as_asked_for_are_sent_and_answered() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadResult result =
                    generator.run(LoadPlan.count(server.target(), 4, 103).withExpectedBody(HELLO));
            assertThat(result.requests()).isEqualTo(103);
            assertThat(result.errors()).isEmpty();
            assertThat(server.requests()).isEqualTo(103);
            assertThat(server.connections()).isEqualTo(4);
            assertThat(result.latency().max()).isPositive();
        }
    }

    @Test
    void pipelined_requests_are_all_answered_on_one_connection() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan =
                    LoadPlan.count(server.target(), 1, 1000).withPipelining(16).withExpectedBody(HELLO);
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(1000);
            assertThat(result.errors()).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void without_keep_alive_every_request_has_its_own_connection() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadResult result =
                    generator.run(LoadPlan.count(server.target(), 3, 30).withKeepAlive(false));
            assertThat(result.requests()).isEqualTo(30);
            assertThat(result.errors()).isEmpty();
            assertThat(server.connections()).isEqualTo(30);
        }
    }

    @Test
    void a_run_ends_when_its_time_is_over() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadResult result = generator.run(LoadPlan.closedLoop(server.target(), 2, Duration.ofMillis(200)));
            assertThat(result.seconds()).isBetween(0.2, 5.0);
            assertThat(result.requests()).isPositive();
            assertThat(result.errors()).isEmpty();
        }
    }

    @Test
    void a_server_that_takes_its_time_shows_in_the_latency() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            return writeAfter(Duration.ofMillis(30), socket, OK);
        })) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 2, 8));
            assertThat(result.latency().p50()).isGreaterThanOrEqualTo(29_000);
            assertThat(result.seconds()).isGreaterThanOrEqualTo(4 * 0.029);
        }
    }

    @Test
    void a_wrong_status_is_counted() throws Exception {
        try (TestServer server = TestServer.answering("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 1, 7));
            assertThat(result.requests()).isEqualTo(7);
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.STATUS, 7L));
        }
    }

    @Test
    void a_wrong_body_is_counted() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 1, 7).withExpectedBody("jello".getBytes(ISO_8859_1));
            assertThat(generator.run(plan).errors()).isEqualTo(Map.of(LoadError.BODY, 7L));
        }
    }

    @Test
    void a_connection_that_ends_too_early_is_counted_and_replaced() throws Exception {
        try (TestServer server =
                TestServer.running((socket, number) -> number % 2 == 0 ? write(socket, OK) : cutOff(socket))) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 1, 10));
            assertThat(result.requests()).isEqualTo(5);
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.CUT_OFF, 5L));
        }
    }

    @Test
    void a_server_that_says_it_closes_is_no_error() throws Exception {
        String closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello";
        try (TestServer server = TestServer.running((socket, number) -> {
            write(socket, closing);
            return false;
        })) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 2, 10));
            assertThat(result.requests()).isEqualTo(10);
            assertThat(result.errors()).isEmpty();
        }
    }

    @Test
    void a_body_that_ends_with_the_connection_is_an_answer() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            write(socket, "HTTP/1.1 200 OK\r\n\r\nhello");
            return false;
        })) {
            LoadResult result =
                    generator.run(LoadPlan.count(server.target(), 2, 10).withExpectedBody(HELLO));
            assertThat(result.requests()).isEqualTo(10);
            assertThat(result.errors()).isEmpty();
        }
    }

    @Test
    void what_is_not_http_is_counted_as_malformed() throws Exception {
        try (TestServer server = TestServer.answering("SSH-2.0-x\r\n")) {
            assertThat(generator.run(LoadPlan.count(server.target(), 1, 3)).errors())
                    .isEqualTo(Map.of(LoadError.MALFORMED, 3L));
        }
    }

    @Test
    void an_answer_that_does_not_come_is_a_timeout() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            LoadPlan plan = LoadPlan.count(server.target(), 2, 2).withTimeout(Duration.ofMillis(100));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isZero();
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.TIMEOUT, 2L));
        }
    }

    @Test
    void nobody_listening_fails_every_request_to_connect() throws Exception {
        LoadResult result = generator.run(LoadPlan.count(nobody(), 2, 5));
        assertThat(result.requests()).isZero();
        assertThat(result.errors()).isEqualTo(Map.of(LoadError.CONNECT, 5L));
    }

    @Test
    void a_fixed_rate_sends_what_was_due_and_no_more() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 4, Duration.ofMillis(300))
                    .withArrivals(Arrivals.constant(200));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(60);
            assertThat(result.errors()).isEmpty();
            assertThat(result.seconds()).isGreaterThanOrEqualTo(59 / 200.0);
        }
    }

    @Test
    void at_a_fixed_rate_requests_that_had_to_wait_count_from_when_they_were_due() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            return writeAfter(number == 1 ? Duration.ofMillis(200) : Duration.ZERO, socket, OK);
        })) {
            LoadPlan plan = LoadPlan.count(server.target(), 1, 20).withArrivals(Arrivals.constant(1000));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(20);
            assertThat(result.latency().p50()).isGreaterThanOrEqualTo(150_000);
        }
    }

    @Test
    void at_a_fixed_rate_what_a_hanging_server_never_got_is_counted_too() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(100))
                    .withArrivals(Arrivals.constant(100))
                    .withTimeout(Duration.ofMillis(150));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isZero();
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.TIMEOUT, 10L));
        }
    }

    @Test
    void a_server_that_stalls_shows_in_the_latency_and_not_in_the_raw_one() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            return writeAfter(number == 50 ? Duration.ofSeconds(1) : Duration.ZERO, socket, OK);
        })) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofSeconds(2))
                    .withArrivals(Arrivals.constant(200));
            LoadResult result = generator.run(plan);
            GeneratorReport report = result.generator().orElseThrow();
            assertThat(result.requests()).isEqualTo(400);
            // About two hundred were due during the stall.
            assertThat(result.latency().p90()).isGreaterThan(300_000);
            assertThat(report.raw().p90()).isLessThan(300_000);
            assertThat(report.raw().max()).isGreaterThan(900_000);
            // They waited for the one connection, which the server kept busy, and were then sent at once.
            assertThat(report.queued().max()).isGreaterThan(900_000);
            assertThat(report.isShortOfConnections()).isTrue();
            assertThat(report.sendDelay().max()).isLessThan(500_000);
        }
    }

    @Test
    void a_server_that_stalls_with_connections_to_spare_keeps_no_request_from_leaving() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            return writeAfter(number == 50 ? Duration.ofSeconds(1) : Duration.ZERO, socket, OK);
        })) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 50, Duration.ofSeconds(2))
                    .withArrivals(Arrivals.constant(100));
            GeneratorReport report = generator.run(plan).generator().orElseThrow();
            assertThat(report.raw().max()).isGreaterThan(900_000);
            assertThat(report.queued().max()).isZero();
            assertThat(report.isShortOfConnections()).isFalse();
        }
    }

    @Test
    void a_generator_that_is_held_up_says_that_it_was_the_narrower_place() throws Exception {
        // The listener blocks the generator's thread while connections are free and requests are due.
        var heldUp = new LoadGenerator((seconds, answered, failed) -> pause(Duration.ofMillis(300)));
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 50, Duration.ofMillis(1400))
                    .withArrivals(Arrivals.constant(200));
            LoadResult result = heldUp.run(plan);
            GeneratorReport report = result.generator().orElseThrow();
            assertThat(result.requests()).isEqualTo(280);
            assertThat(report.sendDelay().max()).isGreaterThan(250_000);
            assertThat(report.isLowerBound()).isTrue();
            // Only requests for which all fifty connections were in use were queued.
            assertThat(report.queued().p50()).isZero();
        }
    }

    @Test
    void what_waits_unread_while_the_generator_is_held_up_is_its_own_doing_too() throws Exception {
        var heldUp = new LoadGenerator((seconds, answered, failed) -> pause(Duration.ofMillis(300)));
        // The one connection is busy when the pause starts, and a response during the pause stays unread.
        try (TestServer server = TestServer.running((socket, number) -> {
            return writeAfter(Duration.ofMillis(15), socket, OK);
        })) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(1400))
                    .withArrivals(Arrivals.constant(50));
            GeneratorReport report = heldUp.run(plan).generator().orElseThrow();
            assertThat(report.sendDelay().max()).isGreaterThan(200_000);
            assertThat(report.isLowerBound()).isTrue();
        }
    }

    @Test
    void what_never_left_because_no_connection_was_free_is_told_as_that() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(100))
                    .withArrivals(Arrivals.constant(100))
                    .withTimeout(Duration.ofMillis(150));
            GeneratorReport report = generator.run(plan).generator().orElseThrow();
            assertThat(report.abandoned()).isPositive();
            assertThat(report.isShortOfConnections()).isTrue();
        }
    }

    @Test
    void waiting_for_what_is_due_next_is_not_computing() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 20, Duration.ofMillis(500))
                    .withArrivals(Arrivals.constant(1000));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(500);
            assertThat(result.generator().orElseThrow().busyShare()).isLessThan(0.9);
        }
    }

    @Test
    void answers_that_are_not_what_was_asked_for_make_nobody_fast() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            if (number % 4 == 0) return writeAfter(Duration.ofMillis(20), socket, OK);
            return writeAfter(Duration.ZERO, socket, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        })) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 1, 40));
            assertThat(result.requests()).isEqualTo(40);
            assertThat(result.expectedCount()).isEqualTo(10);
            assertThat(result.generator().orElseThrow().wrongStatuses()).containsExactly(Map.entry(503, 30L));
            assertThat(result.requestsPerSecond()).isLessThan(51);
            assertThat(result.latency().p50()).isGreaterThan(19_000);
        }
    }

    @Test
    void connections_that_do_not_come_about_keep_nobody_else_from_sending() throws Exception {
        // One connection is served; the system queues two more and drops further ones.
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serveFirst(listener));
            var target = new HttpTarget("127.0.0.1", listener.getLocalPort(), "/");
            LoadPlan plan = LoadPlan.closedLoop(target, 20, Duration.ofSeconds(2))
                    .withArrivals(Arrivals.constant(500))
                    .withTimeout(Duration.ofMillis(100));
            LoadResult result = generator.run(plan);
            assertThat(result.count(LoadError.CONNECT)).isPositive();
            assertThat(result.requests()).isGreaterThan(400);
        }
    }

    private static void serveFirst(ServerSocket listener) {
        try (Socket first = listener.accept()) {
            byte[] request = new byte[4096];
            while (first.getInputStream().read(request) > 0) {
                first.getOutputStream().write(OK.getBytes(ISO_8859_1));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Test
    void what_left_late_has_as_much_time_for_its_answer_as_any_other() throws Exception {
        long recovered = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
        try (TestServer server = TestServer.running((socket, number) -> {
            long left = Math.max(0, recovered - System.nanoTime());
            return writeAfter(Duration.ofNanos(left).plusMillis(50), socket, OK);
        })) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(1500))
                    .withArrivals(Arrivals.constant(10))
                    .withTimeout(Duration.ofMillis(300));
            LoadResult result = generator.run(plan);
            // Requests whose response did not come in time during the outage.
            assertThat(result.errors().keySet()).containsExactly(LoadError.TIMEOUT);
            assertThat(result.count(LoadError.TIMEOUT)).isLessThanOrEqualTo(4);
            assertThat(result.requests()).isGreaterThanOrEqualTo(11);
        }
    }

    @Test
    void connections_that_are_due_make_their_calls_one_after_the_other_and_are_closed() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 50, 20)
                    .withArrivals(Arrivals.constant(100))
                    .withCalls(7)
                    .withExpectedBody(HELLO);
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(140);
            assertThat(result.errors()).isEmpty();
            assertThat(server.connections()).isEqualTo(20);
            GeneratorReport report = result.generator().orElseThrow();
            assertThat(report.connections()).isEqualTo(20);
            assertThat(report.sent()).isEqualTo(140);
            assertThat(result.seconds()).isGreaterThanOrEqualTo(0.19);
        }
    }

    @Test
    void a_connection_that_is_closed_before_its_calls_are_made_is_cut_off() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            write(socket, OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            return false;
        })) {
            LoadPlan plan = LoadPlan.count(server.target(), 5, 4)
                    .withArrivals(Arrivals.constant(100))
                    .withCalls(3);
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(4);
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.CUT_OFF, 4L));
        }
    }

    @Test
    void connections_come_from_as_many_addresses_as_they_are_to() throws Exception {
        Set<String> sources = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.running((socket, number) -> {
            sources.add(socket.getInetAddress().getHostAddress());
            return write(socket, OK);
        })) {
            LoadPlan plan =
                    LoadPlan.count(server.target(), 6, 60).withKeepAlive(false).withSources(3);
            assertThat(generator.run(plan).errors()).isEmpty();
        }
        assertThat(sources).containsExactlyInAnyOrder("127.0.0.1", "127.0.0.2", "127.0.0.3");
        assertThatThrownBy(() -> LoadPlan.count(new HttpTarget("example.com", 80, "/"), 1, 1)
                        .withSources(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("127.0.0.0/8");
    }

    @Test
    void each_answer_is_checked_for_what_it_has_to_be() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 1, 3);
            assertThat(generator
                            .run(plan.withChecks(
                                    new Checks(OptionalInt.of(201), OptionalLong.empty(), Optional.empty())))
                            .errors())
                    .isEqualTo(Map.of(LoadError.STATUS, 3L));
            assertThat(generator
                            .run(plan.withChecks(new Checks(OptionalInt.of(200), OptionalLong.of(4), Optional.empty())))
                            .errors())
                    .isEqualTo(Map.of(LoadError.BODY, 3L));
            assertThat(generator
                            .run(plan.withChecks(
                                    new Checks(OptionalInt.of(200), OptionalLong.of(5), Optional.of(HELLO))))
                            .errors())
                    .isEmpty();
        }
    }

    @Test
    void what_went_over_the_network_and_how_busy_it_was_is_told() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 2, 100));
            GeneratorReport report = result.generator().orElseThrow();
            assertThat(report.bytesReceived()).isEqualTo(100L * OK.length());
            assertThat(report.bytesSent()).isGreaterThan(100 * "GET / HTTP/1.1\r\n\r\n".length());
            assertThat(report.connections()).isEqualTo(2);
            assertThat(report.abandoned()).isZero();
            assertThat(report.busyShare()).isBetween(0.0, 1.0);
            assertThat(report.sendDelay().max()).isNaN();
        }
    }

    @Test
    void several_threads_share_connections_and_requests() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadResult result = generator.run(
                    LoadPlan.count(server.target(), 5, 103).withThreads(3).withExpectedBody(HELLO));
            assertThat(result.requests()).isEqualTo(103);
            assertThat(result.errors()).isEmpty();
            assertThat(server.requests()).isEqualTo(103);
            assertThat(server.connections()).isEqualTo(5);
            assertThat(result.generator().orElseThrow().sent()).isEqualTo(103);
            LoadResult atRate = generator.run(
                    LoadPlan.count(server.target(), 4, 41).withThreads(2).withArrivals(Arrivals.constant(200)));
            assertThat(atRate.requests()).isEqualTo(41);
            assertThat(atRate.seconds()).isGreaterThanOrEqualTo(0.2);
        }
    }

    @Test
    void an_interrupt_ends_several_threads_too() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() ->
                            generator.run(LoadPlan.count(server.target(), 2, 2).withThreads(2)))
                    .isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void whoever_waits_is_told_how_far_it_is() throws Exception {
        List<String> reports = new ArrayList<>();
        try (TestServer server = TestServer.answering(OK)) {
            new LoadGenerator((seconds, answered, failed) -> reports.add(answered + " " + failed))
                    .run(LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(1200))
                            .withArrivals(Arrivals.constant(100)));
        }
        assertThat(reports).hasSize(1).first().asString().matches("\\d+ 0");
    }

    @Test
    void a_run_of_requests_that_differ_allocates_nothing_either() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 4, 1)
                    .withExpectedBody(HELLO)
                    .withMix(new Mix(
                            List.of(
                                    new Mix.Weighted(1, LoadRequest.GET.withPath("/{counter}")),
                                    new Mix.Weighted(2, LoadRequest.GET.withPath("/{uuid}"))),
                            CsvTable.NONE,
                            1));
            assertThat(allocatedPerRequest(plan)).isLessThan(16);
        }
    }

    @Test
    void a_run_allocates_nothing_for_a_request() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 4, 1).withExpectedBody(HELLO);
            assertThat(allocatedPerRequest(plan)).isLessThan(16);
        }
    }

    @Test
    void a_run_at_a_rate_allocates_nothing_for_a_request_either() throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan = LoadPlan.count(server.target(), 4, 1)
                    .withExpectedBody(HELLO)
                    .withArrivals(Arrivals.poisson(20_000, 1));
            assertThat(allocatedPerRequest(plan)).isLessThan(16);
        }
    }

    /** Without what a run allocates however long it is. */
    private double allocatedPerRequest(LoadPlan plan) throws Exception {
        generator.run(plan.withRequests(1_000));
        long few = allocated(plan.withRequests(500));
        long many = allocated(plan.withRequests(2_500));
        return (many - few) / 2_000.0;
    }

    private long allocated(LoadPlan plan) throws Exception {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        generator.run(plan);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void a_body_is_sent_with_its_length() throws Exception {
        var received = new byte[512];
        var done = new CountDownLatch(1);
        try (var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = listener.accept()) {
                    int length = 0;
                    while (!new String(received, 0, length, ISO_8859_1).endsWith("{}")) {
                        length += socket.getInputStream().read(received, length, received.length - length);
                    }
                    write(socket, OK);
                    done.await();
                } catch (IOException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            var target = new HttpTarget("127.0.0.1", listener.getLocalPort(), "/x?y=1");
            LoadPlan plan = LoadPlan.count(target, 1, 1).withRequest(LoadRequest.of("PUT", "{}".getBytes(ISO_8859_1)));
            assertThat(generator.run(plan).requests()).isEqualTo(1);
            done.countDown();
        }
        assertThat(new String(received, ISO_8859_1))
                .startsWith("PUT /x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:")
                .contains("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    }

    @Test
    void an_interrupt_ends_a_run() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> generator.run(LoadPlan.count(server.target(), 1, 1)))
                    .isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void a_run_that_is_ended_by_an_interrupt_may_keep_what_it_saw() throws Exception {
        // The server interrupts the run, since only it knows when three are answered; it does not answer the fourth.
        Thread driving = Thread.currentThread();
        try (TestServer server = TestServer.running((socket, number) -> {
            if (number <= 3) return write(socket, OK);
            driving.interrupt();
            return true;
        })) {
            LoadResult result = generator.runUntilInterrupted(LoadPlan.count(server.target(), 1, 100));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.requests()).isEqualTo(3);
            assertThat(result.errors()).isEmpty();
            assertThat(result.generator().orElseThrow().sent()).isEqualTo(4);
        }
    }

    private static HttpTarget nobody() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HttpTarget("127.0.0.1", listener.getLocalPort(), "/");
        }
    }

    private static boolean write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return true;
    }

    /** Responds after a delay, which is measured. */
    private static boolean writeAfter(Duration time, Socket socket, String text)
            throws IOException, InterruptedException {
        Thread.sleep(time);
        return write(socket, text);
    }

    /** Delays the generator, which is measured. */
    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean cutOff(Socket socket) throws IOException {
        write(socket, OK.substring(0, OK.length() - 2));
        return false;
    }
}
