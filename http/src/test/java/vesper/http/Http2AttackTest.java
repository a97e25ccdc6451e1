package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.http.Http2Client.request;
import static vesper.http.Http2Wire.CONTINUATION;
import static vesper.http.Http2Wire.DATA;
import static vesper.http.Http2Wire.END_HEADERS;
import static vesper.http.Http2Wire.END_STREAM;
import static vesper.http.Http2Wire.HEADERS;
import static vesper.http.Http2Wire.PING;
import static vesper.http.Http2Wire.RST_STREAM;
import static vesper.http.Http2Wire.SETTINGS;
import static vesper.http.Http2Wire.WINDOW_UPDATE;
import static vesper.http.Http2Wire.frame;
import static vesper.http.Http2Wire.number;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.http.frames.Preface;
import vesper.testing.Eventually;

/** Malicious HTTP/2 clients: each is disconnected or limited, while a well-behaved client is still served. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class Http2AttackTest {
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int FLOOD = 12_000;
    private static final int PADDED = 0x8;
    private static final int PRIORITY_GIVEN = 0x20;
    /** GET, http, /, and an authority of one letter, in HPACK. */
    private static final byte[] GET_ROOT = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x01, 1, 'a'};

    private static final String CALM = Http2Error.ENHANCE_YOUR_CALM.toString();

    /** Sends frames until the server closes the connection, and returns how it did. */
    private static String flooded(Http2Client client, byte[] frame, int times) throws IOException {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) batch.writeBytes(frame);
        Thread sender = Thread.startVirtualThread(() -> {
            try {
                client.raw(batch.toByteArray());
            } catch (IOException e) {
                // The server has closed before the end, as it should.
            }
        });
        String end = client.end();
        client.close();
        try {
            sender.join(10_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return end;
    }

    private static void isServed(HttpServer server) throws IOException {
        try (Http2Client client = Http2Client.connect(server)) {
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @ParameterizedTest
    @EnumSource
    void who_resets_requests_again_and_again_is_sent_away(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            for (int i = 0; i < 200; i++) {
                int stream = client.get("/");
                client.send(RST_STREAM, 0, stream, number(8));
            }
            client.send(PING, 0, 0, new byte[8]).await(PING);
            int last = client.get("/");
            client.send(RST_STREAM, 0, last, number(8));
            assertThat(client.end()).isEqualTo(CALM);
            isServed(server);
        }
    }

    @Test
    void who_makes_the_server_reset_again_and_again_is_sent_away_too() throws IOException {
        Http2Limits few = new Http2Limits(100, 5, Duration.ofSeconds(30));
        try (HttpServer server = HttpServer.start(new TestSettings().http2(few).build(), new EchoHandler(), List.of());
                Http2Client client = Http2Client.connect(server)) {
            for (int i = 0; i < 6; i++) {
                int stream = client.ask(request("POST", "/"), false);
                client.send(WINDOW_UPDATE, 0, stream, number(0));
            }
            assertThat(client.end()).isEqualTo(CALM);
        }
    }

    @Test
    void handlers_of_requests_that_were_reset_count_until_they_end() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        Http2Limits few = new Http2Limits(3, 200, Duration.ofSeconds(30));
        try (HttpServer server = HttpServer.start(
                        new TestSettings().http2(few).build(),
                        request -> {
                            running.incrementAndGet();
                            assertThat(mayAnswer.await(20, TimeUnit.SECONDS)).isTrue();
                            return EchoHandler.text(200, "done");
                        },
                        List.of());
                Http2Client client = Http2Client.connect(server)) {
            for (int i = 0; i < 3; i++) client.get("/");
            Eventually.until("three run", () -> running.get() == 3);
            for (int i = 0; i < 3; i++) client.send(RST_STREAM, 0, 1 + 2 * i, number(8));
            assertThat(client.answer(client.get("/"))).isEqualTo("reset " + Http2Error.REFUSED_STREAM);
            mayAnswer.countDown();
            // A request is accepted again once one of them has ended.
            Eventually.until("there is room", () -> {
                try {
                    return client.answer(client.get("/")).equals("200 done");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Test
    void no_more_than_a_hundred_streams_are_open() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            for (int i = 0; i < 100; i++) client.ask(request("POST", "/"), false);
            assertThat(client.answer(client.get("/"))).isEqualTo("reset " + Http2Error.REFUSED_STREAM);
            client.send(DATA, END_STREAM, 1);
            assertThat(client.answer(1)).isEqualTo("200 POST /");
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void a_head_of_endless_continuations_is_broken_off() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client small = Http2Client.connect(server);
                Http2Client large = Http2Client.connect(server)) {
            small.send(HEADERS, 0, 1, small.block(request("GET", "/")));
            assertThat(flooded(small, frame(CONTINUATION, 0, 1), 1000)).isEqualTo(CALM);
            large.send(HEADERS, 0, 1, large.block(request("GET", "/")));
            assertThat(flooded(large, frame(CONTINUATION, 0, 1, new byte[16_384]), 100))
                    .isEqualTo(CALM);
            isServed(server);
        }
    }

    @Test
    void a_head_that_does_not_go_on_is_not_waited_for() throws IOException {
        HttpSettings impatient =
                new TestSettings().headerTimeout(Duration.ofMillis(300)).build();
        try (HttpServer server = HttpServer.start(impatient, new EchoHandler(), List.of());
                Http2Client head = Http2Client.connect(server);
                Http2Client frame = Http2Client.connect(server);
                Http2Client preface = Http2Client.silent(server)) {
            head.send(HEADERS, 0, 1, head.block(request("GET", "/")));
            frame.raw(new byte[] {0, 0});
            preface.raw(Preface.bytes());
            assertThat(head.end()).isEqualTo(CALM);
            assertThat(frame.end()).isEqualTo(CALM);
            assertThat(preface.end()).isEqualTo(CALM);
        }
    }

    @Test
    void frames_that_ask_for_nothing_have_a_limit() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client pings = Http2Client.connect(server);
                Http2Client settings = Http2Client.connect(server);
                Http2Client priorities = Http2Client.connect(server);
                Http2Client unknown = Http2Client.connect(server);
                Http2Client empty = Http2Client.connect(server)) {
            assertThat(flooded(pings, frame(PING, 0, 0, new byte[8]), FLOOD)).isEqualTo(CALM);
            assertThat(flooded(settings, frame(SETTINGS, 0, 0), FLOOD)).isEqualTo(CALM);
            assertThat(flooded(priorities, frameOf(Http2Wire.PRIORITY, 0, 1, 0, 0, 0, 3, 1), FLOOD))
                    .isEqualTo(CALM);
            assertThat(flooded(unknown, frame(77, 0, 0), FLOOD)).isEqualTo(CALM);
            int stream = empty.ask(request("POST", "/"), false);
            assertThat(flooded(empty, frame(DATA, 0, stream), FLOOD)).isEqualTo(CALM);
            isServed(server);
        }
    }

    @Test
    void frames_of_padding_alone_have_it_too() throws IOException {
        byte[] padding = new byte[256];
        padding[0] = (byte) 255;
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client data = Http2Client.connect(server)) {
            int stream = data.ask(request("POST", "/"), false);
            assertThat(flooded(data, frame(DATA, PADDED, stream, padding), FLOOD))
                    .isEqualTo(CALM);
            isServed(server);
        }
    }

    @Test
    void ends_of_streams_that_are_over_have_it_too() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client data = Http2Client.connect(server);
                Http2Client trailers = Http2Client.connect(server)) {
            for (Http2Client client : List.of(data, trailers)) {
                client.ask(request("POST", "/"), false);
                // The server resets the stream for it, and ignores frames that were under way.
                client.send(WINDOW_UPDATE, 0, 1, number(0));
            }
            assertThat(flooded(data, frame(DATA, END_STREAM, 1), FLOOD)).isEqualTo(CALM);
            byte[] section = trailers.block(new DefaultHttp2Headers().add("a", "b"));
            trailers.send(HEADERS, END_HEADERS | END_STREAM, 1, section);
            assertThat(flooded(trailers, frame(HEADERS, END_HEADERS | END_STREAM, 1), FLOOD))
                    .isEqualTo(CALM);
            isServed(server);
        }
    }

    @Test
    void more_content_than_the_connection_has_room_for_ends_it() throws IOException {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        Handler unread = _ -> {
            assertThat(mayAnswer.await(20, TimeUnit.SECONDS)).isTrue();
            return EchoHandler.text(200, "done");
        };
        try (HttpServer server = Mode.VIRTUAL.start(unread);
                Http2Client client = Http2Client.connect(server)) {
            try {
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                byte[] part = new byte[16 << 10];
                for (int i = 0; i < 8; i++) {
                    int stream = client.ask(request("POST", "/"), false);
                    for (int sent = 0; sent < Http2Connection.STREAM_WINDOW_BYTES; sent += part.length)
                        content.writeBytes(frame(DATA, 0, stream, part));
                }
                assertThat(flooded(client, content.toByteArray(), 1))
                        .isEqualTo(Http2Error.FLOW_CONTROL_ERROR.toString());
            } finally {
                mayAnswer.countDown();
            }
        }
    }

    @Test
    void content_for_a_stream_that_is_over_takes_no_room_from_others() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            int reset = client.ask(request("POST", "/"), false);
            // The server resets the stream for it, and ignores frames that were under way.
            client.send(WINDOW_UPDATE, 0, reset, number(0));
            byte[] part = new byte[16 << 10];
            for (int sent = 0; sent < 2 * Http2Connection.WINDOW_BYTES; sent += part.length)
                client.send(DATA, 0, reset, part);
            assertThat(client.answer(client.get("/next"))).isEqualTo("200 GET /next");
        }
    }

    @Test
    void heads_that_begin_with_nothing_make_up_for_no_idle_frames() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            ByteArrayOutputStream many = new ByteArrayOutputStream();
            byte[] ping = frame(PING, 0, 0, new byte[8]);
            for (int i = 0; i < 2 * FLOOD; i++) {
                int stream = 1 + 2 * i;
                // The HEADERS frame has only priority and padding; the section itself follows in CONTINUATION.
                many.writeBytes(frameOf(HEADERS, END_STREAM | PADDED | PRIORITY_GIVEN, stream, 1, 0, 0, 0, 0, 9, 0));
                many.writeBytes(frame(CONTINUATION, END_HEADERS, stream, GET_ROOT));
                many.writeBytes(ping);
            }
            assertThat(flooded(client, many.toByteArray(), 1)).isEqualTo(CALM);
            isServed(server);
        }
    }

    private static byte[] frameOf(int type, int flags, int stream, int... payload) {
        byte[] bytes = new byte[payload.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) payload[i];
        return Http2Wire.frame(type, flags, stream, bytes);
    }

    @Test
    void a_few_bytes_of_hpack_that_stand_for_megabytes_are_refused() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            // A field of about 4000 bytes enters the table and is then referenced by one byte, again and again.
            byte[] first = client.block(request("GET", "/").add("bomb", "x".repeat(3900)));
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(first);
            for (int i = 0; i < 10_000; i++) block.write(0x80 | 62);
            client.send(HEADERS, END_HEADERS | END_STREAM, 1, block.toByteArray());
            assertThat(client.answer(1)).startsWith("431 ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_window_that_stays_shut_ends_its_stream_and_holds_no_thread_that_others_need(Mode mode) throws Exception {
        HttpSettings impatient = new TestSettings()
                .idleTimeout(Duration.ofSeconds(1))
                .platformThreads(2)
                .build();
        byte[] chunk = new byte[256 << 10];
        CountDownLatch ended = new CountDownLatch(8);
        Handler endless = request -> request.path().equals("/next")
                ? EchoHandler.text(200, "GET /next")
                : Response.of(200).body(out -> {
                    try {
                        while (true) out.write(chunk);
                    } finally {
                        ended.countDown();
                    }
                });
        try (HttpServer server = mode.start(impatient, endless);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 0)) {
            List<Integer> streams = new ArrayList<>();
            for (int i = 0; i < 8; i++) streams.add(client.get("/"));
            isServed(server);
            assertThat(client.answer(streams.getFirst())).isEqualTo("200 reset " + Http2Error.CANCEL);
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(client.end()).isEqualTo(Http2Error.NO_ERROR.toString());
        }
    }

    @Test
    void no_further_request_is_begun_while_a_megabyte_of_answers_waits() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        byte[] large = new byte[1 << 20];
        try (HttpServer server = Mode.EVENT_LOOP.start(request -> {
                    begun.incrementAndGet();
                    return Response.of(200).body(large);
                });
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 0)) {
            for (int i = 0; i < 50; i++) client.get("/");
            client.send(PING, 0, 0, new byte[8]).await(PING);
            assertThat(begun).hasValue(2);
            client.send(RST_STREAM, 0, 1, number(8)).send(RST_STREAM, 0, 3, number(8));
            client.send(PING, 0, 0, new byte[8]).await(PING);
            assertThat(begun).hasValue(4);
        }
    }

    @Test
    void a_client_that_never_reads_is_not_written_to_and_closed_in_the_end() throws Exception {
        HttpSettings impatient =
                new TestSettings().idleTimeout(Duration.ofSeconds(1)).build();
        byte[] large = new byte[4 << 20];
        try (HttpServer server =
                        HttpServer.start(impatient, request -> Response.of(200).body(large), List.of());
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)) {
            client.send(WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE - 65_535));
            for (int i = 0; i < 10; i++) client.get("/");
            Eventually.until("it is closed", () -> server.connections() == 0);
        }
    }

    @Test
    void pings_of_a_client_that_never_reads_pile_up_nowhere() throws IOException {
        HttpSettings impatient = new TestSettings()
                .idleTimeout(Duration.ofSeconds(1))
                .linger(Duration.ofSeconds(1))
                .build();
        try (HttpServer server = Mode.VIRTUAL.start(impatient, new EchoHandler());
                Http2Client client = Http2Client.connect(server)) {
            byte[] ping = frame(PING, 0, 0, new byte[8]);
            try {
                for (int i = 0; i < 30_000; i++) client.raw(ping);
            } catch (SocketException e) {
                // Disconnected in the middle, as it should be.
            }
            Eventually.until("it is closed", () -> server.connections() == 0);
        }
    }

    @Test
    void a_client_that_does_not_read_is_not_read_from_either() throws Exception {
        AtomicInteger written = new AtomicInteger();
        AtomicBoolean mayEnd = new AtomicBoolean();
        AtomicBoolean came = new AtomicBoolean();
        CountDownLatch reads = new CountDownLatch(1);
        byte[] chunk = new byte[64 << 10];
        Handler handler = request -> switch (request.path()) {
            case "/large" ->
                Response.of(200).body(out -> {
                    while (!mayEnd.get()) {
                        out.write(chunk);
                        written.incrementAndGet();
                    }
                });
            case "/content" -> {
                reads.countDown();
                came.set(request.body().stream().read() == 'x');
                yield EchoHandler.text(200, "came");
            }
            default -> EchoHandler.text(200, "next");
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client probe = Client.connect(server);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)) {
            client.send(WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE - 65_535));
            int content = client.ask(request("POST", "/content"), false);
            assertThat(reads.await(20, TimeUnit.SECONDS)).isTrue();
            client.get("/large");
            // Each round trip of another connection takes an iteration of the loop.
            Eventually.until("nothing more can be written", () -> {
                int before = written.get();
                for (int turn = 0; turn < 100; turn++) probe.get("/");
                return before > 0 && written.get() == before;
            });
            client.send(DATA, END_STREAM, content, (byte) 'x');
            for (int turn = 0; turn < 100; turn++) probe.get("/");
            assertThat(came).isFalse();
            mayEnd.set(true);
            assertThat(client.answer(content)).isEqualTo("200 came");
        } finally {
            mayEnd.set(true);
        }
    }

    /** Waits until these requests are no longer referenced. */
    private static void areForgotten(List<WeakReference<Request>> requests) {
        Eventually.until("nobody keeps requests that are gone", () -> {
            System.gc();
            return requests.stream().allMatch(each -> each.refersTo(null));
        });
    }

    @Test
    void requests_that_are_reset_while_their_answers_wait_for_room_leave_nothing_behind() throws IOException {
        List<WeakReference<Request>> requests = new CopyOnWriteArrayList<>();
        Handler handler = request -> {
            requests.add(new WeakReference<>(request));
            return Response.of(200).body(new byte[70_000]);
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 1 << 20)) {
            // The first response takes the whole window of the connection.
            for (int i = 0; i < 50; i++) {
                int stream = client.get("/");
                client.await(HEADERS);
                client.send(RST_STREAM, 0, stream, number(8));
            }
            client.send(PING, 0, 0, new byte[8]).await(PING);
            assertThat(requests).hasSize(50);
            areForgotten(requests);
        }
    }

    @Test
    void requests_that_are_reset_while_they_are_held_back_leave_nothing_behind() throws IOException {
        List<WeakReference<Request>> requests = new CopyOnWriteArrayList<>();
        AtomicInteger begun = new AtomicInteger();
        ExchangeListener listener =
                exchange -> requests.add(new WeakReference<>(exchange.request().orElseThrow()));
        Handler handler = _ -> {
            begun.incrementAndGet();
            return Response.of(200).body(new byte[2 << 20]);
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler, listener);
                Http2Client client = Http2Client.connect(server, INITIAL_WINDOW_SIZE, 0)) {
            client.get("/large");
            client.await(HEADERS);
            for (int i = 0; i < 50; i++) client.send(RST_STREAM, 0, client.get("/held"), number(8));
            client.send(PING, 0, 0, new byte[8]).await(PING);
            assertThat(begun).hasValue(1);
            assertThat(requests).hasSize(50);
            areForgotten(requests);
        }
    }
}
