package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

/**
 * A call ends with the whole response or an exception that gives the reason, however the server behaves, and nothing
 * stays open.
 */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileServerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: y\r\n\r\n2;e=\"f\"\r\nok\r\n1\r\n!\r\n0\r\nT: u\r\n\r\n";

    private final HttpClient client = with(ClientTimeouts.DEFAULTS.withTotal(Duration.ofSeconds(20)));

    /** Used for calls that end by a timeout, and no others. */
    private final HttpClient impatient =
            with(ClientTimeouts.DEFAULTS.withFirstByte(Duration.ofMillis(300)).withIdle(Duration.ofMillis(300)));

    private static HttpClient with(ClientTimeouts timeouts) {
        return HttpClient.builder().timeouts(timeouts).build();
    }

    @AfterEach
    void nothing_is_left_open() {
        for (HttpClient each : List.of(client, impatient)) {
            each.close();
            assertThat(each.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OK, CHUNKED, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"})
    void an_answer_that_is_cut_at_any_byte_is_no_answer(String whole) throws Exception {
        AtomicInteger cut = new AtomicInteger();
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(whole.substring(0, cut.get()));
        })) {
            for (int at = 0; at < whole.length(); at++) {
                cut.set(at);
                assertThatThrownBy(() -> client.exchange(ClientRequest.post(server.url("/cut"))))
                        .as("cut at %s", at)
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("POST " + server.url("/cut"));
            }
        }
        Eventually.until("every connection is closed", () -> client.connections() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {OK, CHUNKED})
    void an_answer_that_comes_byte_by_byte_is_understood(String whole) throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            peer.socket.setTcpNoDelay(true);
            while (peer.request() != null) for (byte b : whole.getBytes(ISO_8859_1)) peer.send(new byte[] {b});
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .startsWith("ok");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .startsWith("ok");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK~Content-Length: 2~Transfer-Encoding: chunked~~2~ok~0~~ | both Content-Length and Transfer-Encoding",
                "HTTP/1.1 200 OK~Content-Length: 2~Content-Length: 2~~ok | more than one Content-Length",
                "HTTP/1.1 200 OK~Content-Length: 2, 2~~ok | Content-Length is not a number",
                "HTTP/1.1 200 OK~Content-Length: +2~~ok | Content-Length is not a number",
                "HTTP/1.1 200 OK~Content-Length:~~ok | Content-Length is empty",
                "HTTP/1.1 200 OK~Content-Length: 99999999999999999999~~ok | no possible one",
                "HTTP/1.1 200 OK~Transfer-Encoding: gzip, chunked~~ok | transfer coding other than chunked",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~ok | more than one Transfer-Encoding",
                "HTTP/1.0 200 OK~Transfer-Encoding: chunked~~0~~ | Transfer-Encoding in HTTP/1.0",
                "HTTP/1.1 204 OK~Transfer-Encoding: chunked~~0~~ | Transfer-Encoding with status 204",
                "HTTP/1.1 200 OK^X: y~~ | control character",
                "HTTP/1.1 200 OK~X: y^~~ | control character",
                "HTTP/1.1 200 OK~ X: y~~ | begins with white space",
                "HTTP/1.1 200 OK~X : y~~ | name and a colon",
                "HTTP/1.1 200 OK~: y~~ | name and a colon",
                "HTTP/2.0 200 OK~~ | does not begin with HTTP/1.0 or HTTP/1.1",
                "HTTP/1.1  200 OK~~ | three digits",
                "HTTP/1.1 20 OK~~ | three digits",
                "HTTP/1.1 2000 OK~~ | not followed by a blank",
                "HTTP/1.1 099 OK~~ | below 100",
                "ICY 200 OK~~ | does not begin with HTTP",
                "~HTTP/1.1 200 OK~Content-Length: 0~~ | does not begin with HTTP",
                "HTTP/1.1 101 Switching Protocols~Upgrade: x~~ | switches protocols unasked",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~z~ | chunk",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2~okx | does not end with carriage return",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~2^ok~ | chunk",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~0000000000000002~ok~ | more than 15 digits"
            })
    void what_can_be_read_in_two_ways_is_refused_by_its_rule(String answer, String rule) throws Exception {
        String bytes = answer.replace("~", "\r\n").replace("^", "\n");
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(bytes);
            peer.awaitEnd();
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining(rule);
            assertThat(client.connections()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK~Content-Length: 99999999~~ | more than the 10485760",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~7ffffffffffffff~ | more than the 10485760"
            })
    void a_body_that_says_it_is_too_large_is_not_waited_for(String answer, String rule) throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(answer.replace("~", "\r\n"));
            peer.awaitEnd();
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(ResponseTooLargeException.class)
                    .hasMessageContaining(rule);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 ",
                "HTTP/1.1 200 OK\r\nX: ",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
                "HTTP/1.1 200 OK\r\n\r\n"
            })
    void what_never_ends_is_ended(String beginning) throws Exception {
        String endless = beginning.contains("chunked") || beginning.endsWith("OK\r\n") ? "a: b\r\n" : "aaaaaaaa";
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(beginning);
            while (true) peer.send(endless.repeat(500));
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOfAny(ResponseTooLargeException.class, MalformedResponseException.class)
                    .hasMessageContaining("than");
            assertThat(client.connections()).isZero();
        }
    }

    @Test
    void a_hundred_thousand_interim_answers_are_too_many_and_a_few_are_not() throws Exception {
        AtomicInteger count = new AtomicInteger(3);
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            for (int i = 0; i < count.get(); i++) peer.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
            peer.send(OK);
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            count.set(100_000);
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining("more than 100 interim answers");
        }
    }

    @Test
    void a_server_that_never_answers_is_given_up_by_the_first_byte() throws Exception {
        try (RawServer server = RawServer.running(RawServer.Peer::awaitEnd)) {
            assertThatThrownBy(() -> impatient.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.FIRST_BYTE));
            Eventually.until("the server sees it closed", () -> server.open() == 0);
        }
    }

    @Test
    void an_answer_that_stands_still_is_given_up() throws Exception {
        // Only the idle timeout is short: the start of the response may take longer.
        try (HttpClient idle = with(ClientTimeouts.DEFAULTS.withIdle(Duration.ofMillis(300)));
                RawServer server = RawServer.running(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
                    peer.awaitEnd();
                })) {
            assertThatThrownBy(() -> idle.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.IDLE));
        }
    }

    @Test
    void an_answer_that_drips_for_ever_ends_with_the_total_time() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\n");
            while (!over.await(50, TimeUnit.MILLISECONDS)) peer.send("a: b\r\n");
        })) {
            assertThatThrownBy(() ->
                            client.exchange(ClientRequest.get(server.url("/")).timeout(Duration.ofMillis(600))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.TOTAL));
            over.countDown();
        }
    }

    @Test
    void bytes_after_an_answer_never_become_the_next_answer() throws Exception {
        String smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled";
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(OK + (peer.number == 1 ? smuggled : ""));
            peer.awaitEnd();
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(server.accepted.get()).isEqualTo(2);
        }
    }

    @Test
    void bytes_on_an_idle_connection_end_it() throws Exception {
        CountDownLatch idle = new CountDownLatch(1);
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(OK);
            idle.await();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled");
            peer.awaitEnd();
        })) {
            client.exchange(ClientRequest.get(server.url("/")));
            assertThat(client.connections()).isEqualTo(1);
            idle.countDown();
            Eventually.until("the connection is closed", () -> client.connections() == 0);
        }
    }

    @Test
    void connections_that_a_server_closes_while_idle_are_not_used() throws Exception {
        try (RawServer server = RawServer.answeringOnce(OK)) {
            for (int i = 0; i < 50; i++) {
                assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                        .isEqualTo("ok");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_request_on_a_connection_that_dies_is_made_again_if_it_is_idempotent(boolean reset) throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(OK);
            peer.request();
            if (peer.number > 1) peer.send(OK);
            else if (reset) peer.reset();
        })) {
            client.exchange(ClientRequest.get(server.url("/")));
            assertThat(client.exchange(ClientRequest.put(server.url("/")).text("x"))
                            .text())
                    .isEqualTo("ok");
        }
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(OK);
            peer.request();
            if (peer.number > 1) peer.send(OK);
            else if (reset) peer.reset();
        })) {
            client.exchange(ClientRequest.get(server.url("/")));
            ClientRequest keyed = ClientRequest.post(server.url("/"))
                    .header("Idempotency-Key", "k")
                    .text("x");
            assertThat(client.exchange(keyed).text()).isEqualTo("ok");
        }
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(OK);
            peer.request();
            if (reset) peer.reset();
        })) {
            client.exchange(ClientRequest.get(server.url("/")));
            assertThatThrownBy(() ->
                            client.exchange(ClientRequest.post(server.url("/")).text("x")))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("before any byte of an answer came");
        }
    }

    @Test
    void a_reset_in_the_middle_of_an_answer_says_how_far_it_had_come() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
            read.await();
            peer.reset();
        })) {
            StreamedResponse response =
                    client.exchangeForStream(ClientRequest.post(server.url("/")).text("x"));
            InputStream stream = response.stream();
            assertThat(stream.readNBytes(2)).hasSize(2);
            read.countDown();
            assertThatThrownBy(stream::read)
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("after 2 of 5 bytes");
        }
    }

    @Test
    void an_early_answer_to_a_large_request_is_the_answer() throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            for (int i = 0; i < 1000; i++) peer.read();
            peer.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno");
            peer.awaitEnd();
        })) {
            ClientRequest large = ClientRequest.post(server.url("/")).writing(out -> {
                byte[] piece = new byte[8192];
                while (true) out.write(piece);
            });
            assertThat(client.exchange(large).status()).isEqualTo(413);
            Eventually.until("the connection is closed", () -> client.connections() == 0);
        }
    }

    @Test
    void a_server_that_reads_nothing_does_not_hold_a_call_for_ever() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = RawServer.running(peer -> over.await())) {
            assertThatThrownBy(() -> impatient.exchange(
                            ClientRequest.post(server.url("/")).body(new byte[9 << 20])))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("the server took no more of the request");
            over.countDown();
        }
    }

    @Test
    void mutated_answers_never_do_more_harm_than_to_their_own_call() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> mutants = new ArrayList<>();
        for (int i = 0; i < 300; i++) mutants.add(mutant(random));
        AtomicInteger next = new AtomicInteger();
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send(mutants.get(next.get()));
            peer.socket.shutdownOutput();
            peer.awaitEnd();
        })) {
            for (int i = 0; i < mutants.size(); i++) {
                next.set(i);
                CompletableFuture<ClientResponse> call = client.send(ClientRequest.get(server.url("/")));
                assertThat(call.handle((answer, failure) -> answer != null || failure instanceof ClientException)
                                .get(20, TimeUnit.SECONDS))
                        .as("seed %s, mutant %s", seed, i)
                        .isTrue();
            }
            Eventually.until("every connection is closed", () -> client.connections() == 0);
        }
    }

    private static byte[] mutant(Random random) {
        byte[] bytes = (random.nextBoolean() ? OK : CHUNKED).getBytes(ISO_8859_1);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : "\r\n :;0,\t".charAt(random.nextInt(8)));
        }
        return bytes;
    }

    @Test
    void cancelled_calls_leave_nothing_open() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            asked.incrementAndGet();
            peer.awaitEnd();
        })) {
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) calls.add(client.send(ClientRequest.get(server.url("/"))));
            // If a call is cancelled before it is sent, its connection stays open for the next one.
            Eventually.until("the server is asked", () -> asked.get() == 20);
            for (var call : calls) assertThat(call.cancel(true)).isTrue();
            Eventually.until("the server sees them closed", () -> server.open() == 0);
            assertThat(client.connections()).isZero();
            assertThat(client.waiting()).isZero();
        }
    }

    @Test
    void a_server_that_takes_content_in_small_pieces_is_not_stuck() throws Exception {
        Duration idle = Duration.ofSeconds(2);
        ServerSocket listener = new ServerSocket();
        listener.setReceiveBufferSize(4 << 10);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (RawServer server = RawServer.running(listener, peer -> {
            peer.request();
            peer.send(OK);
            // Less than 64 KiB within the time after which a server counts as stuck.
            for (int i = 0; i < 14; i++) {
                LockSupport.parkNanos(idle.toNanos() / 6);
                for (int n = 0; n < 8 << 10; n++) peer.read();
            }
            peer.send(OK);
            peer.awaitEnd();
        })) {
            ClientSettings settings = new ClientSettings(
                    ClientLimits.DEFAULTS,
                    ClientTimeouts.DEFAULTS.withIdle(idle),
                    Redirects.NONE,
                    Retries.NONE,
                    ClientTls.DEFAULTS,
                    ClientProtocol.AUTOMATIC,
                    1,
                    false,
                    "",
                    _ -> true,
                    null,
                    null);
            ClientEngine engine = ClientEngine.start(settings, Random::new);
            try {
                call(engine, settings, ClientRequest.get(server.url("/")));
                ClientLoop loop = engine.nextLoop();
                // Progress within the kernel's send buffer is invisible, so the buffer must be small.
                loop.eventLoop
                        .submit(() -> loop.connections()
                                .forEach(each -> each.channel.config().setSendBufferSize(8 << 10)))
                        .sync();
                ClientRequest put = ClientRequest.put(server.url("/")).body(new byte[1 << 20]);
                assertThat(call(engine, settings, put)).isEqualTo("ok");
            } finally {
                engine.close();
            }
        }
    }

    private static String call(ClientEngine engine, ClientSettings settings, ClientRequest request) throws Exception {
        PendingResponse<ClientResponse> future = new PendingResponse<>();
        new Call(engine, request, new WholeDelivery(future, settings, false), AddedFields.of()).start();
        return future.get(20, TimeUnit.SECONDS).text();
    }
}
