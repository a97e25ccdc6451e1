package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the generator's report on servers with known behaviour against what the servers counted themselves. */
@Timeout(30)
@DisplayNameGeneration(ReplaceUnderscores.class)
class KnownServersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final Checks STRICT =
            new Checks(OptionalInt.of(200), OptionalLong.of(5), Optional.of("hello".getBytes(ISO_8859_1)));

    private final LoadGenerator generator = new LoadGenerator();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_that_takes_ten_milliseconds_is_as_fast_as_connections_allow_and_no_faster(int threads) throws Exception {
        int connections = 8;
        try (TestServer server = TestServer.running((socket, number) -> {
            Thread.sleep(10);
            return write(socket, OK);
        })) {
            LoadResult result = generator.run(LoadPlan.closedLoop(server.target(), connections, Duration.ofMillis(700))
                    .withThreads(threads)
                    .withChecks(STRICT));
            assertThat(result.latency().p50()).isGreaterThanOrEqualTo(10_000);
            assertThat(result.requestsPerSecond()).isPositive().isLessThanOrEqualTo(connections / 0.010);
            assertThat(result.requests()).isEqualTo(server.requests());
            assertThat(result.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_that_stalls_for_a_second_keeps_all_waiting_that_were_due_meanwhile(int threads) throws Exception {
        var stallEndsAt = new AtomicLong();
        try (TestServer server = TestServer.running((socket, number) -> {
            if (number == 40)
                stallEndsAt.set(System.nanoTime() + Duration.ofSeconds(1).toNanos());
            // All requests during the stall wait for its end, on any connection.
            if (number >= 40) Thread.sleep(Duration.ofNanos(Math.max(0, stallEndsAt.get() - System.nanoTime())));
            return write(socket, OK);
        })) {
            LoadPlan plan = LoadPlan.count(server.target(), 4, 240)
                    .withArrivals(Arrivals.constant(200))
                    .withThreads(threads);
            LoadResult result = generator.run(plan);
            GeneratorReport report = result.generator().orElseThrow();
            assertThat(result.requests()).isEqualTo(240).isEqualTo(server.requests());
            assertThat(result.errors()).isEmpty();
            // Two hundred were due in that second, and half of them waited for half a second or longer.
            assertThat(result.latency().p90()).isGreaterThan(500_000);
            assertThat(result.latency().max()).isGreaterThan(900_000);
            // Only requests already sent have the stall in their raw latency; the others were queued for a connection.
            assertThat(report.raw().p90()).isLessThan(500_000);
            assertThat(report.queued().p90()).isGreaterThan(500_000);
            assertThat(report.sendDelay().p50()).isLessThan(500_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void one_that_drops_connections_is_told_as_often_as_it_did(int threads) throws Exception {
        var dropped = new AtomicLong();
        try (TestServer server = TestServer.running((socket, number) -> {
            if (number % 3 != 0) return write(socket, OK);
            dropped.incrementAndGet();
            // Every other time with a reset, and every fourth time after a part of the response.
            if (number % 2 == 0) socket.setSoLinger(true, 0);
            if (number % 4 == 0) write(socket, OK.substring(0, 20));
            return false;
        })) {
            LoadResult result =
                    generator.run(LoadPlan.count(server.target(), 6, 120).withThreads(threads));
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.CUT_OFF, dropped.get()));
            assertThat(dropped.get()).isEqualTo(40);
            assertThat(result.requests()).isEqualTo(80);
            assertThat(result.generator().orElseThrow().connections()).isEqualTo(server.connections());
        }
    }

    @Test
    void one_that_answers_wrongly_is_found_out_each_time_and_by_kind() throws Exception {
        Map<LoadError, AtomicLong> made = new EnumMap<>(LoadError.class);
        for (LoadError kind : LoadError.values()) made.put(kind, new AtomicLong());
        try (TestServer server = TestServer.running((socket, number) -> switch (number % 6) {
            case 1 -> wrong(made, LoadError.STATUS, socket, OK.replace("200 OK", "404 Not Found"));
            case 2 -> wrong(made, LoadError.STATUS, socket, OK.replace("200 OK", "201 Created"));
            case 3 -> wrong(made, LoadError.BODY, socket, OK.replace("hello", "jello"));
            case 4 ->
                wrong(made, LoadError.BODY, socket, OK.replace("5\r\n", "4\r\n").replace("hello", "hell"));
            case 5 -> wrong(made, LoadError.MALFORMED, socket, "HELLO\r\n\r\n");
            default -> write(socket, OK);
        })) {
            LoadResult result =
                    generator.run(LoadPlan.count(server.target(), 2, 60).withChecks(STRICT));
            assertThat(result.count(LoadError.STATUS))
                    .isEqualTo(20)
                    .isEqualTo(made.get(LoadError.STATUS).get());
            assertThat(result.count(LoadError.BODY))
                    .isEqualTo(20)
                    .isEqualTo(made.get(LoadError.BODY).get());
            assertThat(result.count(LoadError.MALFORMED)).isEqualTo(10);
            assertThat(result.errorCount()).isEqualTo(50);
            assertThat(result.requests()).isEqualTo(50);
        }
    }

    @Test
    void one_whose_length_is_not_that_of_its_body_is_found_out() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> {
            write(socket, OK.replace("5\r\n", "6\r\n"));
            return false;
        })) {
            assertThat(generator.run(LoadPlan.count(server.target(), 1, 5)).errors())
                    .isEqualTo(Map.of(LoadError.CUT_OFF, 5L));
        }
        // The excess byte is where the next response should start.
        try (TestServer server = TestServer.answering(OK.replace("5\r\n", "4\r\n"))) {
            LoadResult result = generator.run(LoadPlan.count(server.target(), 1, 5));
            assertThat(result.requests()).isEqualTo(5);
            assertThat(result.count(LoadError.MALFORMED)).isPositive();
        }
    }

    @Test
    void one_that_is_visited_from_several_addresses_by_several_threads_sees_every_visit_and_call() throws Exception {
        Set<String> sources = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.running((socket, number) -> {
            sources.add(socket.getInetAddress().getHostAddress());
            return write(socket, OK);
        })) {
            LoadPlan plan = LoadPlan.count(server.target(), 12, 31)
                    .withArrivals(Arrivals.poisson(200, 7))
                    .withCalls(5)
                    .withSources(4)
                    .withThreads(3)
                    .withChecks(STRICT);
            LoadResult result = generator.run(plan);
            assertThat(result.errors()).isEmpty();
            assertThat(result.requests()).isEqualTo(155).isEqualTo(server.requests());
            assertThat(result.generator().orElseThrow().connections())
                    .isEqualTo(31)
                    .isEqualTo(server.connections());
            assertThat(sources).containsExactlyInAnyOrder("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4");
        }
    }

    @Test
    void one_that_is_asked_by_several_threads_without_keep_alive_or_pipelined_gets_what_was_to_be_sent()
            throws Exception {
        try (TestServer server = TestServer.answering(OK)) {
            LoadPlan plan =
                    LoadPlan.count(server.target(), 6, 91).withThreads(3).withChecks(STRICT);
            LoadResult alone = generator.run(plan.withKeepAlive(false));
            assertThat(alone.errors()).isEmpty();
            assertThat(alone.requests()).isEqualTo(91).isEqualTo(server.requests());
            assertThat(server.connections()).isEqualTo(91);
            LoadResult pipelined =
                    generator.run(plan.withPipelining(4).withRequest(LoadRequest.GET.withPath("/{counter}")));
            assertThat(pipelined.errors()).isEmpty();
            assertThat(pipelined.requests()).isEqualTo(91).isEqualTo(server.requests() - 91);
        }
    }

    private static boolean wrong(Map<LoadError, AtomicLong> made, LoadError kind, Socket socket, String answer)
            throws IOException {
        made.get(kind).incrementAndGet();
        return write(socket, answer);
    }

    private static boolean write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return true;
    }
}
