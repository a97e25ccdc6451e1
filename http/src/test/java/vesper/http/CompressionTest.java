package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.content.ContentFilter;
import vesper.http.content.ContentSettings;
import vesper.testing.Eventually;

/** Which clients get compressed responses, and for which content. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CompressionTest {
    private static final int MIB = 1 << 20;
    private static final String TEXT = "All work and no play makes a dull answer. ".repeat(100);

    private static Response text(String text) {
        return Response.of(200)
                .header("Content-Type", "text/plain;charset=UTF-8")
                .body(text.getBytes(UTF_8));
    }

    private static Handler coding(Handler handler) {
        return new ContentFilter(ContentSettings.DEFAULTS).before(handler);
    }

    private static Answer ask(Handler handler, String... fields) throws IOException {
        return ask(Method.GET, handler, fields);
    }

    private static Answer ask(Method method, Handler handler, String... fields) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(coding(handler));
                Client client = Client.connect(server)) {
            return ask(client, method, fields);
        }
    }

    private static Answer ask(Client client, Method method, String... fields) throws IOException {
        StringBuilder head = new StringBuilder(method + " / HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < fields.length; i += 2)
            head.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
        return client.send(head + "\r\n").read(method);
    }

    private static byte[] decoded(Answer answer) throws IOException {
        try (InputStream in = decoder(answer.header("Content-Encoding"), new ByteArrayInputStream(answer.content()))) {
            return in.readAllBytes();
        }
    }

    private static InputStream decoder(String coding, InputStream in) throws IOException {
        return switch (coding) {
            case "gzip" -> new GZIPInputStream(in);
            case "deflate" -> new InflaterInputStream(in);
            case "zstd" -> new ZstdInputStream(in);
            default -> in;
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip                              | gzip",
                "x-gzip                            | gzip",
                "GZIP                              | gzip",
                "deflate                           | deflate",
                "zstd                              | zstd",
                "gzip, deflate, br, zstd           | zstd",
                "br                                | ''",
                "gzip;q=0                          | ''",
                "gzip;q=0, *                       | zstd",
                "*;q=0, gzip;q=0.1                 | gzip",
                "*                                 | zstd",
                "identity                          | ''",
                "identity, gzip;q=0.5              | ''",
                "identity;q=0.5, gzip;q=0.5        | gzip",
                "gzip;q=0.8, deflate;q=0.9         | deflate",
                "gzip ; q=1.0 , zstd ; q=0.001     | gzip",
                "gzip;q=nonsense                   | gzip",
                "''                                | ''",
                ",,,;q=,                           | ''",
            })
    void the_coding_that_a_client_would_rather_have_is_sent(String accepted, String coding) throws IOException {
        Answer answer = ask(_ -> text(TEXT), "Accept-Encoding", accepted);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Encoding")).isEqualTo(coding);
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(new String(decoded(answer), UTF_8)).isEqualTo(TEXT);
        if (!coding.isEmpty()) assertThat(answer.content()).hasSizeLessThan(TEXT.length() / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity;q=0", "*;q=0", "br, identity;q=0", "br;q=1, *;q=0"})
    void a_client_that_takes_nothing_that_is_there_is_told_so(String accepted) throws IOException {
        Answer answer = ask(_ -> text(TEXT), "Accept-Encoding", accepted);

        assertThat(answer.status()).as(accepted).isEqualTo(406);
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void what_a_request_has_changed_is_not_refused_afterwards() throws IOException {
        assertThat(ask(Method.DELETE, _ -> text(TEXT), "Accept-Encoding", "*;q=0")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void small_answers_are_sent_as_they_are() throws IOException {
        Answer answer = ask(_ -> text("x".repeat(1023)), "Accept-Encoding", "gzip");

        assertThat(answer.header("Content-Encoding")).isEmpty();
        assertThat(answer.header("Vary")).isEmpty();
        assertThat(ask(_ -> text("x".repeat(1024)), "Accept-Encoding", "gzip").header("Content-Encoding"))
                .isEqualTo("gzip");
    }

    @Test
    void what_is_coded_or_part_of_something_or_not_to_be_transformed_is_left_alone() throws IOException {
        Handler[] handlers = {
            _ -> text(TEXT).header("Content-Encoding", "br"),
            _ -> text(TEXT).header("Cache-Control", "max-age=60, No-Transform"),
            _ -> text(TEXT).header("Content-Range", "bytes 0-4199/9000"),
            _ -> Response.of(206).header("Content-Type", "text/plain").body(TEXT.getBytes(UTF_8)),
            _ -> Response.of(200).header("Content-Type", "image/png").body(TEXT.getBytes(UTF_8)),
            _ -> Response.of(200).body(TEXT.getBytes(UTF_8)),
        };
        for (Handler handler : handlers) {
            Answer answer = ask(handler, "Accept-Encoding", "gzip");
            assertThat(answer.headers().all("Content-Encoding")).isSubsetOf("br");
            assertThat(answer.text()).isEqualTo(TEXT);
        }
    }

    @Test
    void what_does_not_get_smaller_is_sent_as_it_is() throws IOException {
        byte[] noise = new byte[4096];
        new Random(7).nextBytes(noise);
        Answer answer =
                ask(_ -> Response.of(200).header("Content-Type", "text/plain").body(noise), "Accept-Encoding", "gzip");

        assertThat(answer.header("Content-Encoding")).isEmpty();
        assertThat(answer.content()).isEqualTo(noise);
    }

    @Test
    void an_answer_that_is_used_again_and_again_is_not_changed() throws IOException {
        Response shared = text(TEXT).header("ETag", "\"1\"");
        try (HttpServer server = Mode.VIRTUAL.start(coding(_ -> shared));
                Client client = Client.connect(server)) {
            for (int i = 0; i < 3; i++) {
                Answer answer = ask(client, Method.GET, "Accept-Encoding", "gzip");
                assertThat(answer.headers().all("Vary")).hasSize(1);
                assertThat(answer.headers().all("ETag")).containsExactly("\"1--gzip\"");
                assertThat(ask(client, Method.GET).text()).isEqualTo(TEXT);
            }
        }
    }

    @Test
    void a_strong_tag_is_marked_by_the_coding_and_a_weak_one_stays() throws IOException {
        assertThat(ask(_ -> text(TEXT).header("ETag", "\"v\""), "Accept-Encoding", "zstd")
                        .header("ETag"))
                .isEqualTo("\"v--zstd\"");
        assertThat(ask(_ -> text(TEXT).header("ETag", "W/\"v\""), "Accept-Encoding", "zstd")
                        .header("ETag"))
                .isEqualTo("W/\"v\"");
        assertThat(ask(_ -> text(TEXT).header("ETag", "\"v\"")).header("ETag")).isEqualTo("\"v\"");
    }

    @Test
    void a_vary_that_says_it_already_is_not_doubled() throws IOException {
        assertThat(ask(_ -> text(TEXT).header("Vary", "Accept, accept-encoding"), "Accept-Encoding", "gzip")
                        .headers()
                        .all("Vary"))
                .hasSize(1);
        assertThat(ask(_ -> text(TEXT).header("Vary", "Accept"), "Accept-Encoding", "gzip")
                        .headers()
                        .all("Vary"))
                .containsExactly("Accept", "Accept-Encoding");
    }

    @Test
    void HEAD_says_what_GET_would() throws IOException {
        Answer answer = ask(Method.HEAD, _ -> text(TEXT).header("ETag", "\"v\""), "Accept-Encoding", "gzip");

        assertThat(answer.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(answer.header("ETag")).isEqualTo("\"v--gzip\"");
        assertThat(answer.headers().contains("Content-Length")).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void answers_of_any_size_and_kind_arrive_whole_in_every_mode(Mode mode) throws IOException {
        byte[] large = Arrays.copyOf(TEXT.repeat(60).getBytes(UTF_8), MIB / 4);
        Handler[] handlers = {
            _ -> text(TEXT),
            _ -> Response.of(200).header("Content-Type", "text/plain").body(large),
            _ -> Response.of(200).header("Content-Type", "text/plain").body(out -> out.write(large)),
            _ -> Response.later(CompletableFuture.supplyAsync(
                    () -> Response.of(200).header("Content-Type", "text/plain").body(large))),
        };
        for (Handler handler : handlers) {
            try (HttpServer server = mode.start(coding(handler));
                    Client client = Client.connect(server)) {
                byte[] plain = ask(client, Method.GET).content();
                for (String coding : new String[] {"gzip", "deflate", "zstd"}) {
                    Answer answer = ask(client, Method.GET, "Accept-Encoding", coding);
                    assertThat(answer.header("Content-Encoding")).isEqualTo(coding);
                    assertThat(decoded(answer)).isEqualTo(plain);
                }
            }
        }
    }

    @Test
    void a_client_of_HTTP_1_0_keeps_its_connection() throws IOException {
        byte[] large = new byte[MIB];
        try (HttpServer server = Mode.VIRTUAL.start(coding(_ ->
                        Response.of(200).header("Content-Type", "text/plain").body(large)));
                Client client = Client.connect(server)) {
            for (int i = 0; i < 2; i++) {
                client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\nAccept-Encoding: gzip\r\n\r\n");
                assertThat(client.read().content()).hasSize(MIB);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void a_line_that_is_flushed_can_be_read_before_the_next_one_is_there(String coding) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Handler events = _ -> Response.of(200)
                .header("Content-Type", "application/x-ndjson")
                .body(out -> {
                    out.write("data: one\n\n".getBytes(UTF_8));
                    out.flush();
                    try {
                        if (!seen.await(10, TimeUnit.SECONDS)) throw new IOException("the first event was not seen");
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    out.write("data: two\n\n".getBytes(UTF_8));
                });
        try (HttpServer server = Mode.VIRTUAL.start(coding(events));
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n");
            while (!client.line().isEmpty()) {
                // skip the head
            }
            InputStream in = decoder(coding, new Chunks(client));
            assertThat(new String(in.readNBytes(11), UTF_8)).isEqualTo("data: one\n\n");
            seen.countDown();
            assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("data: two\n\n");
        }
    }

    @Test
    void a_stream_of_events_is_sent_as_it_is() throws IOException {
        Handler events = _ -> Response.of(200)
                .header("Content-Type", "text/event-stream;charset=utf-8")
                .body(out -> out.write(TEXT.getBytes(UTF_8)));
        try (HttpServer server = Mode.VIRTUAL.start(coding(events));
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            Answer answer = client.read();
            assertThat(answer.headers().contains("Content-Encoding")).isFalse();
            assertThat(answer.text()).isEqualTo(TEXT);
        }
    }

    @Test
    void content_that_breaks_off_does_not_end_as_if_it_were_whole() throws IOException {
        Handler breaking =
                _ -> Response.of(200).header("Content-Type", "text/plain").body(out -> {
                    out.write(TEXT.getBytes(UTF_8));
                    out.flush();
                    throw new IOException("broken");
                });
        try (LogLines log = LogLines.of(HandlerCalls.class)) {
            assertThatThrownBy(() -> ask(breaking, "Accept-Encoding", "gzip")).isInstanceOf(EOFException.class);
            assertThat(log.lines()).hasSize(1);
        }
    }

    @Test
    void a_large_answer_leaves_its_event_loop_to_others() throws Exception {
        byte[] large = new byte[10 * MIB];
        for (int i = 0; i < large.length; i++) large[i] = (byte) ('a' + (i * 31L >> 7) % 26);
        AtomicInteger pings = new AtomicInteger();
        Handler handler = request -> {
            if (request.path().equals("/ping")) return Response.of(200).body(new byte[] {1});
            return Response.of(200).header("Content-Type", "text/plain").body(large);
        };
        try (HttpServer server = Mode.VIRTUAL.start(coding(handler));
                Client one = Client.connect(server);
                Client other = Client.connect(server)) {
            other.get("/ping");
            one.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            CompletableFuture<Answer> whole = CompletableFuture.supplyAsync(() -> {
                try {
                    return one.read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (!whole.isDone()) {
                other.get("/ping");
                pings.incrementAndGet();
            }
            assertThat(decoded(whole.join())).isEqualTo(large);
        }
        // If the loop were held, at most one response would get through.
        assertThat(pings).hasValueGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void large_answers_that_are_compressed_as_they_leave_count_while_nobody_reads_them(Mode mode) throws IOException {
        byte[] large = RequestBodyTest.noise(16 << 20);
        Handler texts = request -> Response.of(200)
                .header("Content-Type", "text/plain")
                .body(request.path().equals("/large") ? large : new byte[5]);
        HttpSettings settings = new TestSettings().heldAnswerBytes(20 << 20).build();
        String accepting = " HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n";
        try (HttpServer server = mode.start(settings, new ContentFilter(ContentSettings.DEFAULTS).before(texts));
                Client slow = Client.connectWithSmallBuffer(server);
                Client other = Client.connect(server)) {
            slow.send("GET /large" + accepting);
            assertThat(slow.readByte()).isEqualTo('H');

            Answer refused = other.send("GET /large" + accepting).read();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.text()).contains("too many large answers wait for their readers");
            assertThat(other.send("HEAD /large" + accepting).read(Method.HEAD).status())
                    .isEqualTo(200);
            assertThat(other.send("GET /small" + accepting).read().status()).isEqualTo(200);

            slow.reset();
            Eventually.until("there is place again", () -> server.connections() == 1 && server.exchanges() == 0);
            for (int i = 0; i < 3; i++)
                assertThat(other.send("GET /large" + accepting).read().status()).isEqualTo(200);
        }
    }

    @Test
    void it_can_be_switched_off() throws IOException {
        ContentSettings off = new ContentSettings(false, 5, 1024, MIB, 100);
        try (HttpServer server = Mode.VIRTUAL.start(new ContentFilter(off).before(_ -> text(TEXT)));
                Client client = Client.connect(server)) {
            Answer answer = ask(client, Method.GET, "Accept-Encoding", "gzip");
            assertThat(answer.header("Content-Encoding")).isEmpty();
            assertThat(answer.header("Vary")).isEmpty();
        }
    }

    @Test
    void deflate_is_the_zlib_format() throws Exception {
        Answer answer = ask(_ -> text(TEXT), "Accept-Encoding", "deflate");
        Inflater zlib = new Inflater();
        zlib.setInput(answer.content());
        byte[] out = new byte[TEXT.length() + 1];
        assertThat(zlib.inflate(out)).isEqualTo(TEXT.length());
        assertThat(zlib.finished()).isTrue();
        zlib.end();
    }

    /** Chunked content as it arrives. */
    private static final class Chunks extends InputStream {
        private final Client client;
        private int left;
        private boolean ended;

        Chunks(Client client) {
            this.client = client;
        }

        @Override
        public int read() throws IOException {
            if (ended) return -1;
            if (left == 0) {
                left = Integer.parseInt(client.line(), 16);
                ended = left == 0;
                if (ended) return -1;
            }
            int b = client.readByte();
            if (--left == 0) client.line();
            return b;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            int b = read();
            if (b < 0) return -1;
            target[offset] = (byte) b;
            return 1;
        }
    }
}
