package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.http.Http2Client.request;
import static vesper.http.Http2Wire.ACK;
import static vesper.http.Http2Wire.DATA;
import static vesper.http.Http2Wire.END_HEADERS;
import static vesper.http.Http2Wire.END_STREAM;
import static vesper.http.Http2Wire.GOAWAY;
import static vesper.http.Http2Wire.HEADERS;
import static vesper.http.Http2Wire.PING;
import static vesper.http.Http2Wire.RST_STREAM;
import static vesper.http.Http2Wire.WINDOW_UPDATE;
import static vesper.http.Http2Wire.number;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.frames.Preface;
import vesper.testing.Eventually;

/** Requests and responses over HTTP/2, with clients that follow its rules and clients that do not. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class Http2Test {
    private static final int INITIAL_WINDOW_SIZE = 4;

    @ParameterizedTest
    @EnumSource
    void streams_of_one_connection_are_answered(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int first = client.get("/1?a=b");
            int second = client.ask(request("POST", "/2"), false);
            client.send(DATA, 0, second, (byte) 'a').send(DATA, END_STREAM, second, (byte) 'b');
            assertThat(client.answer(first)).isEqualTo("200 GET /1?a=b");
            assertThat(client.answer(second)).isEqualTo("200 POST /2 ab");
            assertThat(client.answer(client.get("/stream"))).isEqualTo("200 streamed");
        }
    }

    @Test
    void http_1_1_goes_on_on_the_same_port_and_a_preface_in_pieces_is_understood() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Client old = Client.connect(server);
                Http2Client slow = Http2Client.silent(server)) {
            assertThat(old.get("/1").text()).isEqualTo("GET /1");
            byte[] preface = Preface.bytes();
            for (byte b : preface) slow.raw(new byte[] {b});
            slow.send(Http2Wire.SETTINGS, 0, 0);
            slow.await(Http2Wire.SETTINGS);
            assertThat(slow.answer(slow.get("/2"))).isEqualTo("200 GET /2");
            // The protocol cannot change in the middle of a connection.
            assertThat(old.send(preface).read().status()).isEqualTo(501);
        }
    }

    @Test
    void an_offer_to_upgrade_is_ignored() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    + "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
        }
    }

    @Test
    void what_speaks_neither_protocol_is_closed_without_an_answer() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("INVALID CONNECTION PREFACE\r\n\r\n");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void a_handler_sees_the_request_as_in_http_1_1() throws IOException {
        AtomicReference<Request> seen = new AtomicReference<>();
        try (HttpServer server = Mode.VIRTUAL.start(request -> {
                    seen.set(request);
                    return Response.of(200).header("X-Answer", "Yes").header("Keep-Alive", "timeout=5");
                });
                Http2Client client = Http2Client.connect(server)) {
            Http2Headers fields = request("GET", "/a/../b%20c?d=e")
                    .add("cookie", "a=1")
                    .add("accept", "text/plain")
                    .add("cookie", "b=2")
                    .add("te", "trailers");
            client.ask(fields, true);
            Http2Headers answer = client.await(HEADERS).fields;
            assertThat(answer.status()).hasToString("200");
            assertThat(answer.get("x-answer")).hasToString("Yes");
            assertThat(answer.get("content-length")).hasToString("0");
            assertThat(answer.contains("keep-alive")).isFalse();
            assertThat(answer.contains("date")).isTrue();
        }
        assertThat(seen.get().path()).isEqualTo("/b%20c");
        assertThat(seen.get().query()).isEqualTo("d=e");
        assertThat(seen.get().version()).isEqualTo(HttpVersion.HTTP_2);
        assertThat(seen.get().headers().all("Cookie")).containsExactly("a=1; b=2");
        assertThat(seen.get().headers().all("Host")).containsExactly("localhost");
        assertThat(seen.get().headers().first("Accept")).contains("text/plain");
        assertThat(seen.get().isSecure()).isFalse();
        assertThat(seen.get().scheme()).isEqualTo("http");
    }

    @Test
    void head_204_and_304_have_no_content() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.ask(request("HEAD", "/12345"), true)))
                    .isEqualTo("200 ");
            assertThat(client.answer(client.ask(request("HEAD", "/stream"), true)))
                    .isEqualTo("200 ");
            assertThat(client.answer(client.get("/204/content"))).isEqualTo("204 ");
            assertThat(client.answer(client.get("/204/stream"))).isEqualTo("204 ");
            assertThat(client.answer(client.get("/304"))).isEqualTo("304 ");
        }
    }

    @Test
    void a_client_that_waits_is_told_to_continue_and_trailers_are_taken() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.ask(request("POST", "/").add("expect", "100-continue"), false);
            assertThat(client.await(HEADERS).fields.status()).hasToString("100");
            client.send(DATA, 0, stream, (byte) 'a');
            byte[] trailers = client.block(new DefaultHttp2Headers(false).add("checksum", "1"));
            client.send(HEADERS, END_HEADERS | END_STREAM, stream, trailers);
            assertThat(client.answer(stream)).isEqualTo("200 POST / a");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, no-slash, 400",
        "GET, /%zz, 400",
        "GET, /../up, 400",
        "GET, '/bl ank', 400",
        "BREW, /, 501",
        "get, /, 501",
        "OPTIONS, *, 200",
    })
    void targets_are_checked_as_in_http_1_1(String method, String path, int status) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.ask(request(method, path), true))).startsWith(status + " ");
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @ParameterizedTest
    @CsvSource({
        ":path, /twice",
        ":unknown, x",
        "Upper, x",
        "connection, close",
        "transfer-encoding, chunked",
        "upgrade, h2c",
        "te, gzip",
        "host, elsewhere",
        "content-length, 5",
        "content-length, x",
        "bl ank, x",
        "value, ' x'",
    })
    void a_malformed_request_costs_its_stream_alone(String name, String value) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.ask(request("GET", "/").add(name, value), true);
            assertThat(client.answer(stream)).isEqualTo("reset " + Http2Error.PROTOCOL_ERROR);
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void a_stream_of_a_client_has_an_odd_number() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            client.send(HEADERS, END_HEADERS | END_STREAM, 2, client.block(request("GET", "/")));
            assertThat(client.end()).isEqualTo(Http2Error.PROTOCOL_ERROR.toString());
        }
    }

    @Test
    void content_behind_the_end_of_an_answered_stream_costs_that_stream_alone() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.get("/");
            assertThat(client.answer(stream)).isEqualTo("200 GET /");
            client.send(DATA, END_STREAM, stream, (byte) 'x');
            assertThat(client.answer(stream)).isEqualTo("reset " + Http2Error.STREAM_CLOSED);
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void a_connection_may_be_open_for_longer_than_a_head_may_take() throws IOException {
        HttpSettings impatient =
                new TestSettings().headerTimeout(Duration.ofMillis(300)).build();
        Handler slow = _ -> Response.later(CompletableFuture.supplyAsync(
                () -> EchoHandler.text(200, "late"), CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS)));
        try (HttpServer server = Mode.VIRTUAL.start(impatient, slow);
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.get("/"))).isEqualTo("200 late");
        }
    }

    @Test
    void a_connection_is_not_idle_while_the_handler_of_a_stream_runs_that_was_reset() throws Exception {
        HttpSettings impatient =
                new TestSettings().idleTimeout(Duration.ofSeconds(1)).build();
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Handler slow = request -> {
            if (request.path().equals("/next")) return EchoHandler.text(200, "next");
            called.countDown();
            assertThat(never.await(3, TimeUnit.SECONDS)).isFalse();
            ended.countDown();
            return Response.of(204);
        };
        try (HttpServer server = Mode.VIRTUAL.start(impatient, slow);
                Http2Client client = Http2Client.connect(server)) {
            int reset = client.get("/slow");
            assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
            client.send(RST_STREAM, 0, reset, number(8));
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 next");
        }
    }

    @Test
    void content_must_be_as_long_as_it_was_declared() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            for (int length : new int[] {4, 6}) {
                int stream = client.ask(request("POST", "/").add("content-length", "5"), false);
                client.send(DATA, END_STREAM, stream, new byte[length]);
                assertThat(client.answer(stream)).isEqualTo("reset " + Http2Error.PROTOCOL_ERROR);
            }
            int stream = client.ask(request("POST", "/").add("content-length", "5"), false);
            client.send(DATA, END_STREAM, stream, "abcde".getBytes(ISO_8859_1));
            assertThat(client.answer(stream)).isEqualTo("200 POST / abcde");
        }
    }

    @Test
    void a_window_above_two_gigabytes_costs_its_stream_alone() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.ask(request("POST", "/"), false);
            client.send(WINDOW_UPDATE, 0, stream, number(Integer.MAX_VALUE));
            assertThat(client.answer(stream)).isEqualTo("reset " + Http2Error.FLOW_CONTROL_ERROR);
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void a_handler_can_ask_for_the_end_of_the_connection() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            client.get("/close");
            assertThat(client.end()).isEqualTo(Http2Error.NO_ERROR.toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_takes_content_without_end(Mode mode) throws IOException {
        Handler handler = request -> EchoHandler.text(200, "" + request.body().bytes().length);
        try (HttpServer server = mode.start(handler);
                Http2Client client = Http2Client.connect(server)) {
            for (int sent = 0; sent < 3 * Http2Connection.WINDOW_BYTES; sent += 10 * (16 << 10)) {
                int stream = client.ask(request("POST", "/"), false);
                for (int i = 1; i <= 10; i++) client.send(DATA, i == 10 ? END_STREAM : 0, stream, new byte[16 << 10]);
                assertThat(client.answer(stream)).isEqualTo("200 163840");
            }
        }
    }

    @Test
    void limits_have_the_status_that_they_have_in_http_1_1() throws IOException {
        HttpSettings tight = new TestSettings()
                .requestLineBytes(100)
                .headerBytes(1000)
                .headerLines(5)
                .bodyBytes(10)
                .build();
        try (HttpServer server = HttpServer.start(tight, new EchoHandler(), List.of());
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.get("/" + "x".repeat(100)))).startsWith("414 ");
            assertThat(client.answer(client.ask(request("GET", "/").add("big", "x".repeat(1000)), true)))
                    .startsWith("431 ");
            Http2Headers many = request("GET", "/");
            for (int i = 0; i < 6; i++) many.add("name" + i, "x");
            assertThat(client.answer(client.ask(many, true))).startsWith("431 ");
            assertThat(client.answer(client.ask(request("GET", "/").add("expect", "more"), true)))
                    .startsWith("417 ");
            assertThat(client.answer(client.ask(request("POST", "/").add("content-length", "11"), false)))
                    .startsWith("413 ");
            int unknown = client.ask(request("POST", "/"), false);
            client.send(DATA, 0, unknown, new byte[11]);
            assertThat(client.answer(unknown)).startsWith("413 ");
        }
    }

    @Test
    void a_slow_body_is_refused_and_the_connection_goes_on() throws IOException {
        HttpSettings impatient =
                new TestSettings().bodyRate(1000, Duration.ofMillis(300)).build();
        try (HttpServer server = HttpServer.start(impatient, new EchoHandler(), List.of());
                Http2Client client = Http2Client.connect(server)) {
            int slow = client.ask(request("POST", "/"), false);
            client.send(DATA, 0, slow, (byte) 'x');
            assertThat(client.answer(slow)).startsWith("408 ");
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void content_that_nobody_asked_for_ends_with_a_reset_without_error() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            // The reply to a PING sent with the request arrives before the delay for reading the response is over.
            int stream = client.askWithPing(request("POST", "/unread"));
            List<Integer> types = new ArrayList<>();
            do types.add(client.next().type);
            while (!types.contains(PING) || !types.contains(DATA));
            // A reset together with the response would make clients that still send discard it as a failure.
            assertThat(types).doesNotContain(RST_STREAM);
            assertThat(client.await(RST_STREAM).error()).isEqualTo(Http2Error.NO_ERROR);
            // Frames that were under way are silently dropped.
            client.send(DATA, END_STREAM, stream, (byte) 'x');
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @ParameterizedTest
    @EnumSource
    void large_bodies_pass_both_ways_within_the_windows(Mode mode) throws IOException {
        byte[] megabyte = new byte[1 << 20];
        try (HttpServer server = mode.start(request -> Response.of(200)
                        .body(request.body().bytes().length == megabyte.length ? megabyte : new byte[0]));
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.ask(request("POST", "/"), false);
            int room = Http2Connection.STREAM_WINDOW_BYTES;
            int sent = 0;
            while (sent < megabyte.length) {
                int part = Math.min(Math.min(room, 16 << 10), megabyte.length - sent);
                if (part > 0) {
                    sent += part;
                    room -= part;
                    client.send(DATA, sent == megabyte.length ? END_STREAM : 0, stream, new byte[part]);
                } else {
                    Http2Wire.Frame update = client.await(WINDOW_UPDATE);
                    if (update.stream == stream) room += update.number(0);
                }
            }
            int received = 0;
            boolean ended = false;
            while (!ended) {
                Http2Wire.Frame frame = client.next();
                if (frame.type != DATA) continue;
                received += frame.payload.length;
                ended = frame.ends();
                client.send(WINDOW_UPDATE, 0, 0, number(Math.max(1, frame.payload.length)));
                if (!ended) client.send(WINDOW_UPDATE, 0, stream, number(Math.max(1, frame.payload.length)));
            }
            assertThat(received).isEqualTo(megabyte.length);
        }
    }

    @Test
    void large_answers_that_nobody_reads_cannot_fill_the_heap() throws IOException {
        HttpSettings settings = new TestSettings().heldAnswerBytes(200_000).build();
        Handler handler =
                request -> Response.of(200).body(new byte[request.path().equals("/large") ? 150_000 : 5]);
        try (HttpServer server = Mode.VIRTUAL.start(settings, handler);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 1000)) {
            int first = client.get("/large");
            assertThat(contentOf(client, first, 1000)).isEqualTo(1000);

            assertThat(client.answer(client.get("/large"))).startsWith("503 ");
            assertThat(client.answer(client.get("/small"))).startsWith("200 ");

            client.send(RST_STREAM, 0, first, number(8));
            assertThat(contentOf(client, client.get("/large"), 1000)).isEqualTo(1000);
        }
    }

    @Test
    void a_window_of_nothing_holds_an_answer_back_and_others_pass() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 0)) {
            int waits = client.get("/12");
            client.await(HEADERS);
            int passes = client.get("/3");
            client.send(WINDOW_UPDATE, 0, passes, number(100));
            assertThat(client.answer(passes)).isEqualTo("200 GET /3");
            client.send(WINDOW_UPDATE, 0, waits, number(3));
            assertThat(client.await(DATA).payload).hasSize(3);
            client.send(Http2Wire.SETTINGS, 0, 0, (byte) 0, (byte) 4, (byte) 0, (byte) 0, (byte) 1, (byte) 0);
            Http2Wire.Frame rest = client.await(DATA);
            assertThat(new String(rest.payload, ISO_8859_1)).isEqualTo(" /12");
            assertThat(rest.ends()).isTrue();
        }
    }

    @Test
    void a_window_that_falls_below_nothing_while_its_stream_waits_for_its_turn_holds_that_stream() throws IOException {
        Handler large = _ -> Response.of(200).body(new byte[60_000]);
        try (HttpServer server = Mode.VIRTUAL.start(large);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 40_000)) {
            int first = client.get("/1");
            assertThat(contentOf(client, first, 40_000)).isEqualTo(40_000);
            int second = client.get("/2");
            // The rest of the connection's window after the first response.
            assertThat(contentOf(client, second, 25_535)).isEqualTo(25_535);
            client.send(Http2Wire.SETTINGS, 0, 0, (byte) 0, (byte) 4, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
            client.send(WINDOW_UPDATE, 0, 0, number(100_000)).send(PING, 0, 0, new byte[8]);
            Http2Wire.Frame next = client.next();
            while (next.type == Http2Wire.SETTINGS) next = client.next();
            assertThat(next.type).isEqualTo(PING);
            client.send(WINDOW_UPDATE, 0, second, number(60_000));
            assertThat(contentOf(client, second, 34_465)).isEqualTo(34_465);
        }
    }

    @Test
    void an_answer_that_waits_for_the_window_of_the_connection_goes_on_when_that_opens() throws IOException {
        Handler large = _ -> Response.of(200).body(new byte[100_000]);
        try (HttpServer server = Mode.VIRTUAL.start(large);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 1 << 20)) {
            int stream = client.get("/");
            assertThat(contentOf(client, stream, 65_535)).isEqualTo(65_535);
            client.send(WINDOW_UPDATE, 0, 0, number(100_000));
            assertThat(contentOf(client, stream, 34_465)).isEqualTo(34_465);
        }
    }

    /** Reads until this many content bytes have arrived on a stream. */
    private static int contentOf(Http2Client client, int stream, int bytes) throws IOException {
        int came = 0;
        while (came < bytes) {
            Http2Wire.Frame frame = client.await(DATA);
            assertThat(frame.stream).isEqualTo(stream);
            came += frame.payload.length;
        }
        return came;
    }

    @ParameterizedTest
    @EnumSource
    void exchanges_are_told_to_listeners_those_that_broke_off_too(Mode mode) throws IOException {
        List<Exchange> told = Collections.synchronizedList(new ArrayList<>());
        try (HttpServer server = mode.start(new EchoHandler(), told::add);
                Http2Client client = Http2Client.connect(server)) {
            client.answer(client.get("/12"));
            int cut = client.ask(request("POST", "/"), false);
            client.send(RST_STREAM, 0, cut, number(8));
            client.answer(client.ask(request("GET", "bad"), true));
            client.answer(client.ask(request("POST", "/large").add("content-length", "5000000000"), false));
            Eventually.until("four were told", () -> told.size() == 4);
        }
        assertThat(told).extracting(Exchange::status).containsExactly(200, 0, 400, 413);
        assertThat(told.getLast().request()).hasToString("Optional[POST /large]");
        assertThat(told.getFirst().bytesSent()).isEqualTo(7);
        assertThat(told.getFirst().request()).isPresent();
    }

    @Test
    void a_stop_lets_requests_in_flight_finish_and_says_that_no_more_should_come() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        // The server has to close the connection itself, long before it would cut it.
        HttpSettings patient = new TestSettings().drain(Duration.ofMinutes(1)).build();
        HttpServer server = Mode.VIRTUAL.start(patient, request -> {
            called.countDown();
            assertThat(mayAnswer.await(20, TimeUnit.SECONDS)).isTrue();
            return EchoHandler.text(200, "late");
        });
        try (server;
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.get("/");
            assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
            Thread stop = Thread.startVirtualThread(server::close);
            Http2Wire.Frame first = awaitGoAway(client);
            assertThat(first.number(0)).isEqualTo(Integer.MAX_VALUE);
            assertThat(first.error()).isEqualTo(Http2Error.NO_ERROR);
            client.send(PING, ACK, 0, client.await(PING).payload);
            assertThat(awaitGoAway(client).number(0)).isEqualTo(stream);
            int tooLate = client.get("/");
            assertThat(client.answer(tooLate)).isEqualTo("reset " + Http2Error.REFUSED_STREAM);
            mayAnswer.countDown();
            assertThat(client.answer(stream)).isEqualTo("200 late");
            assertThat(client.isClosed()).isTrue();
            stop.join(20_000);
        }
    }

    @Test
    void a_stop_answers_what_is_on_its_way_over_a_connection_that_is_idle() throws Exception {
        HttpServer server = Mode.VIRTUAL.start(request -> EchoHandler.text(200, "answered"));
        try (server;
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.get("/"))).isEqualTo("200 answered");
            Thread stop = Thread.startVirtualThread(server::close);
            assertThat(awaitGoAway(client).number(0)).isEqualTo(Integer.MAX_VALUE);
            byte[] question = client.await(PING).payload;
            int onItsWay = client.get("/");
            assertThat(client.answer(onItsWay)).isEqualTo("200 answered");
            client.send(PING, ACK, 0, question);
            assertThat(awaitGoAway(client).number(0)).isEqualTo(onItsWay);
            assertThat(client.isClosed()).isTrue();
            stop.join(20_000);
        }
    }

    @Test
    void a_connection_whose_preface_comes_after_a_stop_has_begun_is_answered_and_let_go() throws Exception {
        HttpServer server = HttpServer.start(
                new TestSettings().drainIdle(Duration.ofSeconds(8)).build(),
                request -> EchoHandler.text(200, "answered"),
                List.of());
        try (server;
                Http2Client client = Http2Client.silent(server)) {
            Eventually.until("it is there", () -> server.connections() == 1);
            Thread stop = Thread.startVirtualThread(server::close);
            Eventually.until("the stop has begun", () -> isRefused(server));
            client.greet();
            assertThat(awaitGoAway(client).number(0)).isEqualTo(Integer.MAX_VALUE);
            byte[] question = client.await(PING).payload;
            int onItsWay = client.get("/");
            assertThat(client.answer(onItsWay)).isEqualTo("200 answered");
            client.send(PING, ACK, 0, question);
            assertThat(awaitGoAway(client).number(0)).isEqualTo(onItsWay);
            assertThat(client.isClosed()).isTrue();
            stop.join(20_000);
            assertThat(stop.isAlive()).isFalse();
        }
    }

    private static boolean isRefused(HttpServer server) throws IOException {
        try (Client _ = Client.connect(server.address())) {
            return false;
        } catch (ConnectException refused) {
            return true;
        }
    }

    private static Http2Wire.Frame awaitGoAway(Http2Client client) throws IOException {
        Http2Wire.Frame frame = client.next();
        while (frame.type != GOAWAY) frame = client.next();
        return frame;
    }

    @Test
    void a_handler_that_fails_while_it_streams_resets_its_stream_alone() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(request -> request.path().equals("/next")
                        ? EchoHandler.text(200, "next")
                        : Response.of(200).body(out -> {
                            out.write('x');
                            out.flush();
                            throw new IOException("broken, as the test wants it");
                        }));
                Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.get("/"))).isEqualTo("200 xreset " + Http2Error.INTERNAL_ERROR);
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 next");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/205", "/205/stream", "/205/stream/7"})
    void an_answer_that_resets_has_no_content_whatever_its_handler_writes(String path) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.get(path);
            Http2Wire.Frame head = client.await(HEADERS);
            assertThat(head.fields.status()).hasToString("205");
            assertThat(head.fields.get("content-length")).hasToString("0");
            if (!head.ends()) assertThat(client.answer(stream)).isEmpty();
        }
    }

    @Test
    void who_still_sends_gets_the_whole_time_to_read_an_answer_that_was_long_in_coming() throws IOException {
        AtomicLong written = new AtomicLong();
        Handler slow = _ -> Response.of(200).body(out -> {
            out.write('a');
            out.flush();
            // The handler is slow itself: nothing arrives for longer than the delay for reading the response.
            LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
            written.set(System.nanoTime());
        });
        try (HttpServer server = Mode.VIRTUAL.start(slow);
                Http2Client client = Http2Client.connect(server)) {
            int stream = client.ask(request("POST", "/"), false);
            assertThat(client.answer(stream)).isEqualTo("200 a");
            assertThat(client.await(RST_STREAM).error()).isEqualTo(Http2Error.NO_ERROR);
            assertThat(Duration.ofNanos(System.nanoTime() - written.get())).isGreaterThan(Duration.ofMillis(450));
        }
    }

    @Test
    void content_that_is_refused_gets_no_more_room_while_its_answer_waits() throws IOException {
        HttpSettings tight = new TestSettings().bodyBytes(10).build();
        try (HttpServer server = HttpServer.start(tight, new EchoHandler(), List.of());
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 0)) {
            int stream = client.ask(request("POST", "/").add("content-length", "1000000"), false);
            assertThat(client.await(HEADERS).fields.status()).hasToString("413");
            for (int i = 0; i < 8; i++) client.send(DATA, 0, stream, new byte[16 << 10]);
            client.send(PING, 0, 0, new byte[8]);
            for (Http2Wire.Frame next = client.next(); next.type != PING; next = client.next())
                assertThat(next.stream).as("%s", next).isNotEqualTo(stream);
        }
    }
}
