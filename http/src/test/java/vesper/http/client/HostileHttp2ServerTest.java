package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static vesper.http.Http2Wire.ACK;
import static vesper.http.Http2Wire.CONTINUATION;
import static vesper.http.Http2Wire.DATA;
import static vesper.http.Http2Wire.END_HEADERS;
import static vesper.http.Http2Wire.END_STREAM;
import static vesper.http.Http2Wire.HEADERS;
import static vesper.http.Http2Wire.PING;
import static vesper.http.Http2Wire.PRIORITY;
import static vesper.http.Http2Wire.PUSH_PROMISE;
import static vesper.http.Http2Wire.RST_STREAM;
import static vesper.http.Http2Wire.SETTINGS;
import static vesper.http.Http2Wire.WINDOW_UPDATE;
import static vesper.http.Http2Wire.frame;
import static vesper.http.Http2Wire.number;
import static vesper.http.Http2Wire.settings;
import static vesper.http.client.Http2Server.INITIAL_WINDOW_SIZE;
import static vesper.http.client.Http2Server.status;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

/**
 * A call over HTTP/2 ends with the whole response or an exception that gives the reason, however the server behaves.
 */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileHttp2ServerTest {
    private static final int ENABLE_PUSH = 2;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.builder()
            .protocol(ClientProtocol.HTTP2)
            .timeouts(ClientTimeouts.DEFAULTS
                    .withConnect(Duration.ofSeconds(2))
                    .withFirstByte(Duration.ofSeconds(2))
                    .withIdle(Duration.ofSeconds(2))
                    .withTotal(Duration.ofSeconds(20)))
            .build();

    @AfterEach
    void nothing_is_left_open() {
        client.close();
        assertThat(client.connections()).isZero();
    }

    private String seen() throws InterruptedException {
        return String.valueOf(seen.poll(20, TimeUnit.SECONDS));
    }

    private static Http2Headers plain(String... fields) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (int i = 0; i < fields.length; i += 2) headers.add(fields[i], fields[i + 1]);
        return headers;
    }

    private static Arguments answer(String rule, Http2Server.Script script) {
        return Arguments.of(rule, script);
    }

    /** Each case breaks a rule on stream 1. */
    static Stream<Arguments> broken() {
        return Stream.of(
                answer("it has no :status", at -> at.head(1, true, plain("content-type", "text/plain"))),
                answer("no :status", at -> at.head(1, true, plain())),
                answer("not three digits", at -> at.head(1, true, status("20"))),
                answer("not three digits", at -> at.head(1, true, status("2000"))),
                answer("not three digits", at -> at.head(1, true, status("abc"))),
                answer("not three digits", at -> at.head(1, true, status(""))),
                answer("below 100", at -> at.head(1, true, status("099"))),
                answer("more than one :status", at -> at.head(1, true, plain(":status", "200", ":status", "200"))),
                answer(
                        "pseudo-header after",
                        at -> at.send(
                                HEADERS,
                                END_HEADERS | END_STREAM,
                                1,
                                (byte) 0,
                                (byte) 1,
                                (byte) 'a',
                                (byte) 1,
                                (byte) 'b',
                                (byte) 0x88)),
                answer("that no answer has", at -> at.head(1, true, status("200", ":path", "/"))),
                answer("no token in lower case", at -> at.head(1, true, status("200", "X-Upper", "a"))),
                answer("no token in lower case", at -> at.head(1, true, status("200", "", "a"))),
                answer("no token in lower case", at -> at.head(1, true, status("200", "a b", "a"))),
                answer("control character", at -> at.head(1, true, status("200", "a", "b\r\nc: d"))),
                answer("blanks around it", at -> at.head(1, true, status("200", "a", " b"))),
                answer("belongs to the connection", at -> at.head(1, true, status("200", "connection", "close"))),
                answer(
                        "belongs to the connection",
                        at -> at.head(1, true, status("200", "transfer-encoding", "chunked"))),
                answer("not a number", at -> at.head(1, true, status("200", "content-length", "+1"))),
                answer(
                        "more than one Content-Length",
                        at -> at.head(1, true, status("200", "content-length", "0", "content-length", "0"))),
                answer("less content than", at -> at.head(1, true, status("200", "content-length", "2"))),
                answer("less content than", at -> {
                    at.head(1, false, status("200", "content-length", "2"));
                    at.data(1, true, "a");
                }),
                answer("more content than", at -> {
                    at.head(1, false, status("200", "content-length", "2"));
                    at.data(1, true, "abc");
                }),
                answer("more content than", at -> {
                    at.head(1, false, status("204"));
                    at.data(1, true, "a");
                }),
                answer("content comes before its head", at -> at.data(1, true, "a")),
                answer("an interim answer ends it", at -> at.head(1, true, status("103"))),
                answer("switches protocols", at -> at.head(1, false, status("101"))),
                answer("more than 100 interim answers", at -> {
                    for (int i = 0; i < 101; i++) at.head(1, false, status("103"));
                }),
                answer("does not end it", at -> {
                    at.head(1, false, status("200"));
                    at.head(1, false, plain("a", "b"));
                }),
                answer("pseudo-header in its trailers", at -> {
                    at.head(1, false, status("200"));
                    at.head(1, true, status("200"));
                }),
                answer("control character", at -> {
                    at.head(1, false, status("200"));
                    at.head(1, true, plain("a", "\0"));
                }),
                answer("its window is larger than 2^31-1", at -> {
                    for (int i = 0; i < 2; i++) at.send(WINDOW_UPDATE, 0, 1, number(Integer.MAX_VALUE));
                }),
                // Errors of the whole connection.
                answer("the server pushes", at -> {
                    ByteArrayOutputStream payload = new ByteArrayOutputStream();
                    payload.writeBytes(number(2));
                    payload.writeBytes(at.block(
                            plain(":method", "GET", ":path", "/", ":scheme", "http", ":authority", "localhost")));
                    at.send(PUSH_PROMISE, END_HEADERS, 1, payload.toByteArray());
                }),
                answer("allows itself to push", at -> at.send(SETTINGS, 0, 0, settings(ENABLE_PUSH, 1))),
                answer("a window is larger", at -> {
                    at.contentFrames(65_535);
                    at.send(WINDOW_UPDATE, 0, 1, number(Integer.MAX_VALUE));
                    at.send(SETTINGS, 0, 0, settings(INITIAL_WINDOW_SIZE, 70_000));
                }),
                answer("the window is larger", at -> {
                    for (int i = 0; i < 2; i++) at.send(WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE));
                }),
                answer("never opened", at -> at.head(3, true, status("200"))),
                answer("never opened", at -> at.head(2, true, status("200"))),
                answer("never opened", at -> at.data(5, true, "a")),
                answer("never opened", at -> at.reset(7, Http2Error.CANCEL)),
                answer("never opened", at -> at.send(WINDOW_UPDATE, 0, 9, number(1))),
                answer("longer than 16384", at -> at.send(DATA, 0, 1, at.filled(16_385))),
                answer("a second GOAWAY", at -> {
                    at.goAway(1, Http2Error.NO_ERROR, "");
                    at.goAway(3, Http2Error.NO_ERROR, "");
                }),
                answer("", at -> at.send(HEADERS, END_HEADERS, 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff)),
                answer("", at -> at.send(CONTINUATION, END_HEADERS, 1)),
                answer("", at -> {
                    at.send(HEADERS, 0, 1, at.block(status("200")));
                    at.send(PING, 0, 0, new byte[8]);
                }),
                answer("", at -> at.send(PING, 0, 0, new byte[7])),
                answer("", at -> at.send(PING, 0, 1, new byte[8])),
                answer("", at -> at.send(SETTINGS, ACK, 0, new byte[6])),
                answer("", at -> at.send(SETTINGS, 0, 0, new byte[5])),
                answer("", at -> at.send(RST_STREAM, 0, 1, new byte[3])),
                answer("", at -> at.send(WINDOW_UPDATE, 0, 0, number(0))),
                answer("", at -> at.send(DATA, 0, 0, new byte[1])),
                answer("", at -> at.send(DATA, 0x8, 1, (byte) 5, (byte) 0)));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void an_answer_against_the_rules_fails_its_call_and_ends_the_connection(String rule, Http2Server.Script script)
            throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            try {
                script.run(at);
            } catch (IOException e) {
                // Aborted before all was sent.
            }
            seen.add(at.awaitEnd());
        })) {
            // Large enough that it is never completely sent when the response arrives.
            ClientRequest request = ClientRequest.post(server.url("/broken")).body(new byte[100_000]);
            assertThatThrownBy(() -> client.exchange(request))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining("POST " + server.url("/broken"))
                    .hasMessageContaining(rule);
            seen();
            Eventually.until("it is closed", () -> client.connections() == 0 && server.open() == 0);
        }
    }

    @Test
    void a_server_that_takes_no_calls_and_leaves_is_not_tried_for_ever() throws Exception {
        try (RawServer server = Http2Server.running(
                at -> {
                    at.goAway(0, Http2Error.NO_ERROR, "");
                    at.awaitEnd();
                },
                Http2Server.MAX_CONCURRENT_STREAMS,
                0)) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("before it took any call");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_sends_beyond_a_window_is_left() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            at.head(stream, false, status("200"));
            for (int i = 0; i < 100; i++) at.send(DATA, 0, stream, at.filled(16_384));
            seen.add(at.awaitEnd());
        })) {
            try (StreamedResponse unread = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                Eventually.until("it is left", () -> client.connections() == 0);
                assertThatThrownBy(() -> unread.stream().readAllBytes())
                        .isInstanceOf(MalformedResponseException.class)
                        .hasMessageContaining("more content than the stream's window allows");
            }
        }
    }

    @Test
    void an_answer_against_the_rules_leaves_the_others_of_its_connection_alone() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            int second = at.request();
            at.head(first, true, plain("no", "status"));
            at.answer(second, "ok");
            seen.add(at.awaitEnd());
        })) {
            var first = client.send(ClientRequest.get(server.url("/a")));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var second = client.send(ClientRequest.get(server.url("/b")));
            assertThat(second.get(20, TimeUnit.SECONDS).text()).isEqualTo("ok");
            assertThat(first).isCompletedExceptionally();
            assertThat(seen()).isEqualTo("NO_ERROR");
        }
    }

    @Test
    void a_broken_rule_of_the_connection_fails_every_call_on_it() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            at.request();
            at.head(first, false, status("200"));
            at.send(DATA, 0, 0, new byte[1]);
            seen.add(at.awaitEnd());
        })) {
            var first = client.send(ClientRequest.get(server.url("/a")));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var second = client.send(ClientRequest.get(server.url("/b")));
            for (var call : List.of(first, second))
                assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(MalformedResponseException.class);
            assertThat(seen()).isEqualTo("PROTOCOL_ERROR");
        }
    }

    static Stream<Arguments> floods() throws IOException {
        return Stream.of(
                Arguments.of("PING", frame(PING, 0, 0, new byte[8])),
                Arguments.of("SETTINGS", frame(SETTINGS, 0, 0)),
                Arguments.of("answers to SETTINGS", frame(SETTINGS, ACK, 0)),
                Arguments.of("PRIORITY", frame(PRIORITY, 0, 1, new byte[] {0, 0, 0, 3, 1})),
                Arguments.of("WINDOW_UPDATE", frame(WINDOW_UPDATE, 0, 0, number(1))),
                Arguments.of("frames nobody knows", frame(0xfe, 0, 0, new byte[3])),
                Arguments.of("empty DATA", frame(DATA, 0, 1)),
                Arguments.of("DATA of padding alone", frame(DATA, 0x8, 1, new byte[] {3, 0, 0, 0})),
                Arguments.of("empty CONTINUATION", frame(CONTINUATION, 0, 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("floods")
    void a_flood_of_frames_that_bring_nothing_on_ends_the_connection(String name, byte[] flooding) throws Exception {
        byte[] many = new byte[flooding.length * 1000];
        for (int i = 0; i < 1000; i++) System.arraycopy(flooding, 0, many, i * flooding.length, flooding.length);
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            if (name.contains("CONTINUATION")) at.send(HEADERS, 0, stream, at.block(status("200")));
            else at.head(stream, false, status("200"));
            int sent = 0;
            try {
                while (true) {
                    at.raw(many);
                    sent += 1000;
                }
            } catch (IOException e) {
                seen.add(String.valueOf(sent < 1_000_000));
            }
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOfAny(MalformedResponseException.class);
            assertThat(seen()).isEqualTo("true");
        }
    }

    @Test
    void heads_beyond_their_limits_are_refused_for_that() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            while (true) {
                Http2Server.Frame asked = at.await(HEADERS);
                Http2Headers head = status("200");
                switch (String.valueOf(asked.fields.path())) {
                    case "/lines" -> {
                        for (int i = 0; i < 101; i++) head.add("x" + i, "");
                    }
                    case "/bytes" -> head.add("x", "y".repeat(33 << 10));
                    default -> {
                        // A few bytes of HPACK each.
                        for (int i = 0; i < 90; i++) head.add("bomb", "y".repeat(3000));
                    }
                }
                byte[] block = at.block(head);
                for (int from = 0; from < block.length; from += 16_000) {
                    byte[] part = java.util.Arrays.copyOfRange(block, from, Math.min(block.length, from + 16_000));
                    int ends = from + 16_000 >= block.length ? END_HEADERS : 0;
                    at.send(
                            from == 0 ? HEADERS : CONTINUATION,
                            from == 0 ? ends | END_STREAM : ends,
                            asked.stream,
                            part);
                }
            }
        })) {
            for (String path : List.of("/lines", "/bytes", "/bomb"))
                assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url(path))))
                        .as(path)
                        .isInstanceOf(ResponseTooLargeException.class)
                        .hasMessageContaining(path);
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_head_that_never_ends_is_not_gathered() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            at.send(HEADERS, 0, stream, at.block(status("200")));
            // A field that continues in every frame.
            try {
                while (true) at.send(CONTINUATION, 0, stream, new byte[16_000]);
            } catch (IOException e) {
                seen.add("broken off");
            }
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(ResponseTooLargeException.class)
                    .hasMessageContaining("its head takes more than");
            assertThat(seen()).isEqualTo("broken off");
        }
    }

    @Test
    void a_body_beyond_its_limit_is_refused_and_the_connection_goes_on() throws Exception {
        try (HttpClient small = HttpClient.builder()
                        .protocol(ClientProtocol.HTTP2)
                        .limits(ClientLimits.DEFAULTS.withBodyBytes(1000))
                        .build();
                RawServer server = Http2Server.running(at -> {
                    int declared = at.request();
                    at.head(declared, false, status("200", "content-length", "1001"));
                    int sent = at.request();
                    at.head(sent, false, status("200"));
                    at.data(sent, true, "x".repeat(1001));
                    at.answer(at.request(), "x".repeat(1000));
                    at.awaitEnd();
                })) {
            for (int i = 0; i < 2; i++)
                assertThatThrownBy(() -> small.exchange(ClientRequest.get(server.url("/"))))
                        .isInstanceOf(ResponseTooLargeException.class)
                        .hasMessageContaining("1000");
            assertThat(small.exchange(ClientRequest.get(server.url("/"))).body())
                    .hasSize(1000);
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void frames_for_streams_that_are_over_are_borne_only_where_they_may_have_been_on_their_way() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            at.answer(first, "ok");
            at.request();
            at.data(first, true, "again");
            seen.add(at.awaitEnd());
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining("DATA for a stream that is closed");
            assertThat(seen()).isEqualTo("STREAM_CLOSED");
        }
    }

    @Test
    void an_answer_that_is_cut_at_any_byte_is_no_answer() throws Exception {
        byte[] head = {(byte) 0x88}; // :status: 200, of HPACK's static table
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(frame(HEADERS, END_HEADERS, 1, head));
        answer.writeBytes(frame(DATA, 0, 1, (byte) 'o'));
        answer.writeBytes(frame(DATA, END_STREAM, 1, (byte) 'k'));
        byte[] whole = answer.toByteArray();
        BlockingQueue<Integer> cuts = new LinkedBlockingQueue<>();
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            at.raw(java.util.Arrays.copyOf(whole, cuts.take()));
        })) {
            for (int at = 0; at < whole.length; at++) {
                cuts.add(at);
                assertThatThrownBy(() -> client.exchange(ClientRequest.post(server.url("/cut"))))
                        .as("cut at %s", at)
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("POST " + server.url("/cut"));
            }
            cuts.add(whole.length);
            assertThat(client.exchange(ClientRequest.post(server.url("/whole"))).text())
                    .isEqualTo("ok");
        }
    }

    @Test
    void an_answer_that_comes_byte_by_byte_is_understood() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.writeBytes(frame(HEADERS, 0, stream));
            answer.writeBytes(frame(CONTINUATION, END_HEADERS, stream, at.block(status("200", "a", "b"))));
            answer.writeBytes(frame(DATA, 0x8 | END_STREAM, stream, new byte[] {3, 'o', 'k', 0, 0, 0}));
            for (byte each : answer.toByteArray()) at.raw(new byte[] {each});
            at.awaitEnd();
        })) {
            ClientResponse response = client.exchange(ClientRequest.get(server.url("/")));
            assertThat(response.text()).isEqualTo("ok");
            assertThat(response.header("a")).hasValue("b");
        }
    }

    /** Random frames and random damage must never make a call hang. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noise_never_makes_a_call_hang(long seed) throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            Random random = new Random(seed * 1000 + at.number);
            at.request();
            try {
                for (int i = 0; i < 200; i++) {
                    byte[] payload = new byte[random.nextInt(20)];
                    random.nextBytes(payload);
                    at.send(random.nextInt(11), random.nextInt(256), random.nextInt(4), payload);
                }
            } catch (IOException e) {
                // The client closed the connection.
            }
        })) {
            for (int i = 0; i < 30; i++) {
                CompletableFuture<ClientResponse> call = client.send(ClientRequest.get(server.url("/noise")));
                assertThat(call.handle((_, failure) -> failure == null || failure instanceof ClientException)
                                .get(20, TimeUnit.SECONDS))
                        .isTrue();
            }
        }
    }

    @Test
    void a_server_that_speaks_something_else_is_told_from_one_that_answers() throws Exception {
        try (RawServer http1 = RawServer.running(peer -> {
                    peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                    peer.awaitEnd();
                });
                RawServer silent = RawServer.running(RawServer.Peer::awaitEnd);
                RawServer closes = RawServer.running(peer -> peer.read())) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(http1.url("/"))))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining("the server does not speak HTTP/2");
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(silent.url("/"))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.CONNECT))
                    .hasMessageContaining("no settings of HTTP/2");
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(closes.url("/"))))
                    .isInstanceOf(NotConnectedException.class)
                    .hasMessageContaining("before the server had spoken HTTP/2");
            Eventually.until("all are closed", () -> client.connections() == 0);
        }
    }

    @Test
    void over_tls_the_server_chooses_and_a_client_of_one_protocol_insists(@TempDir Path folder) throws Exception {
        Certificates known = Certificates.of(folder, "server", "ip:127.0.0.1");
        var listener = known.trusting(known)
                .getServerSocketFactory()
                .createServerSocket(0, 50, java.net.InetAddress.getLoopbackAddress());
        try (RawServer server = RawServer.running(listener, peer -> {
                    while (peer.request() != null) peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                });
                HttpClient either = HttpClient.builder()
                        .tls(ClientTls.trusting(known.certificate()))
                        .limits(ClientLimits.DEFAULTS.withConnections(3).withWaiting(0))
                        .build();
                HttpClient http2 = HttpClient.builder()
                        .tls(ClientTls.trusting(known.certificate()))
                        .protocol(ClientProtocol.HTTP2)
                        .build()) {
            ClientRequest request = ClientRequest.get("https://127.0.0.1:" + server.port() + "/");
            // One connection is opened while the server's protocol is unknown, then as many as are needed.
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 3; i++) calls.add(either.send(request));
            for (var call : calls)
                assertThat(call.get(20, TimeUnit.SECONDS).text()).isEqualTo("ok");
            assertThatThrownBy(() -> http2.exchange(request))
                    .isInstanceOf(TlsFailedException.class)
                    .hasMessageContaining("did not choose HTTP/2");
        }
    }
}
