package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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
                    generator.run(LoadPlan.count(server.target(), 4, 103).expecting(HELLO));
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
                    LoadPlan.count(server.target(), 1, 1000).withPipelining(16).expecting(HELLO);
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
            LoadPlan plan = LoadPlan.count(server.target(), 1, 7).expecting("jello".getBytes(ISO_8859_1));
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
                    generator.run(LoadPlan.count(server.target(), 2, 10).expecting(HELLO));
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
                    .withRate(200);
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
            LoadPlan plan = LoadPlan.count(server.target(), 1, 20).withRate(1000);
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isEqualTo(20);
            assertThat(result.latency().p50()).isGreaterThanOrEqualTo(150_000);
        }
    }

    @Test
    void at_a_fixed_rate_what_a_hanging_server_never_got_is_counted_too() throws Exception {
        try (TestServer server = TestServer.running((socket, number) -> true)) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), 1, Duration.ofMillis(100))
                    .withRate(100)
                    .withTimeout(Duration.ofMillis(150));
            LoadResult result = generator.run(plan);
            assertThat(result.requests()).isZero();
            assertThat(result.errors()).isEqualTo(Map.of(LoadError.TIMEOUT, 10L));
        }
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

    private static HttpTarget nobody() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HttpTarget("127.0.0.1", listener.getLocalPort(), "/");
        }
    }

    private static boolean write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return true;
    }

    /** A server that takes its time, which is what is measured. */
    private static boolean writeAfter(Duration time, Socket socket, String text)
            throws IOException, InterruptedException {
        Thread.sleep(time);
        return write(socket, text);
    }

    private static boolean cutOff(Socket socket) throws IOException {
        write(socket, OK.substring(0, OK.length() - 2));
        return false;
    }
}
