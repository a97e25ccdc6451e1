package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.content.ContentFilter;
import vesper.http.content.ContentSettings;

/** Compressed requests, valid and malicious. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InflationTest {
    private static final int MIB = 1 << 20;
    private static final ContentSettings SETTINGS = new ContentSettings(false, 5, 1 << 10, MIB, 100);
    private static final String TEXT = "a body that was made smaller ".repeat(20);

    private static final Handler ECHO = new ContentFilter(SETTINGS)
            .before(request -> Response.of(200)
                    .header("Seen-Encoding", String.valueOf(request.headers().contains("Content-Encoding")))
                    .body(request.body().bytes()));

    private static byte[] coded(String coding, byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream encoder = switch (coding) {
            case "gzip", "x-gzip" -> new GZIPOutputStream(out);
            case "deflate" -> new DeflaterOutputStream(out);
            case "zstd" -> new ZstdOutputStream(out);
            default -> throw new IllegalArgumentException(coding);
        }) {
            encoder.write(content);
        }
        return out.toByteArray();
    }

    private static Answer post(Client client, String coding, byte[] content) throws IOException {
        return client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: " + coding + "\r\nContent-Length: "
                        + content.length + "\r\n\r\n")
                .send(content)
                .read();
    }

    private static Answer post(String coding, byte[] content) throws IOException {
        return post(ECHO, coding, content);
    }

    private static Answer post(Handler handler, String coding, byte[] content) throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client client = Client.connect(server)) {
            return post(client, coding, content);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_handler_reads_what_was_compressed_in_every_mode(Mode mode) throws IOException {
        byte[] large = TEXT.repeat(500).getBytes(UTF_8);
        try (HttpServer server = mode.start(ECHO);
                Client client = Client.connect(server)) {
            for (String coding : new String[] {"gzip", "x-gzip", "deflate", "zstd", "GZip"}) {
                String name = coding.equals("GZip") ? "gzip" : coding;
                Answer answer = post(client, coding, coded(name, TEXT.getBytes(UTF_8)));
                assertThat(answer.text()).isEqualTo(TEXT);
                assertThat(answer.header("Seen-Encoding")).isEqualTo("false");
                byte[] noise = new byte[300_000];
                new Random(3).nextBytes(noise);
                assertThat(post(client, coding, coded(name, noise)).content()).isEqualTo(noise);
            }
            assertThat(post(client, "identity", large).content()).isEqualTo(large);
        }
    }

    @Test
    void chunked_content_is_inflated_too() throws IOException {
        byte[] content = coded("gzip", TEXT.getBytes(UTF_8));
        try (HttpServer server = Mode.VIRTUAL.start(ECHO);
                Client client = Client.connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (byte b : content) client.send("1\r\n").send(new byte[] {b}).send("\r\n");
            assertThat(client.send("0\r\n\r\n").read().text()).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "compress", "gzip, br", "gzip;q=1", "gz ip", "gzip, gzip, gzip"})
    void an_unknown_coding_is_refused_before_anything_is_read(String coding) throws IOException {
        Answer answer = post(
                new ContentFilter(SETTINGS).before(_ -> {
                    throw new AssertionError("was called");
                }),
                coding,
                new byte[] {1});

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("Accept-Encoding")).isEqualTo("deflate, gzip, zstd");
    }

    @Test
    void two_codings_are_taken_off_in_the_reverse_of_their_order() throws IOException {
        byte[] twice = coded("deflate", coded("gzip", TEXT.getBytes(UTF_8)));

        assertThat(post("gzip, deflate", twice).text()).isEqualTo(TEXT);
        assertThat(post("deflate, gzip", twice).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void broken_content_is_the_client_s_mistake(String coding) throws IOException {
        byte[] good = coded(coding, TEXT.getBytes(UTF_8));
        byte[] cut = Arrays.copyOf(good, good.length - 1);
        byte[] followed = Arrays.copyOf(good, good.length + 5);
        byte[] flipped = good.clone();
        flipped[good.length / 2] ^= 0x55;
        byte[] nothingOfIt = TEXT.getBytes(UTF_8);

        assertThat(post(coding, cut).status()).as("cut").isEqualTo(400);
        assertThat(post(coding, followed).status()).as("followed").isEqualTo(400);
        assertThat(post(coding, nothingOfIt).status()).as("plain").isEqualTo(400);
        // zstd carries no checksum unless the sender wants one.
        if (!coding.equals("zstd"))
            assertThat(post(coding, flipped).status()).as("flipped").isEqualTo(400);
    }

    @Test
    void deflate_with_a_dictionary_is_refused() throws IOException {
        Deflater deflater = new Deflater();
        deflater.setDictionary("dictionary".getBytes(UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream encoder = new DeflaterOutputStream(out, deflater)) {
            encoder.write("dictionary".getBytes(UTF_8));
        }
        deflater.end();
        assertThat(post("deflate", out.toByteArray()).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void a_bomb_is_given_up_long_before_its_limit(String coding) throws IOException {
        AtomicLong read = new AtomicLong();
        Handler reading = new ContentFilter(new ContentSettings(true, 5, 1024, 1000L * MIB, 100)).before(request -> {
            try (var in = request.body().stream()) {
                byte[] part = new byte[8192];
                for (int count = in.read(part); count >= 0; count = in.read(part)) read.addAndGet(count);
            }
            return Response.of(204);
        });
        // Deflate compresses at most 1 to 1000; zstd has no such bound and needs a few kilobytes.
        byte[] bomb = coded(coding, new byte[64 * MIB]);

        Answer answer = post(reading, coding, bomb);

        assertThat(answer.status()).isEqualTo(413);
        assertThat(read.get()).isLessThan(Math.max(100L * bomb.length, 128 << 10) + (64 << 10));
    }

    @Test
    void a_bomb_within_a_bomb_is_given_up_too() throws IOException {
        byte[] twice = coded("gzip", coded("gzip", new byte[64 * MIB]));
        assertThat(twice.length).isLessThan(2000);

        assertThat(post("gzip, gzip", twice).status()).isEqualTo(413);
    }

    @Test
    void content_over_the_limit_is_refused_however_well_it_was_made() throws IOException {
        byte[] noise = new byte[MIB + 1];
        new Random(5).nextBytes(noise);
        for (int i = 0; i < noise.length; i += 2) noise[i] = 0;

        assertThat(post("gzip", coded("gzip", noise)).status()).isEqualTo(413);
    }

    @Test
    void a_zstd_window_that_would_take_much_memory_is_refused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZstdOutputStream encoder = new ZstdOutputStream(out)) {
            encoder.setLong(27);
            encoder.write(TEXT.getBytes(UTF_8));
        }
        assertThat(post("zstd", out.toByteArray()).status()).isEqualTo(400);
    }

    @Test
    void very_many_empty_members_do_no_harm() throws IOException {
        byte[] empty = coded("gzip", new byte[0]);
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int i = 0; i < 20_000; i++) many.write(empty);
        assertThat(post("gzip", many.toByteArray()).status()).isEqualTo(400);

        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.write(coded("gzip", "one ".getBytes(UTF_8)));
        two.write(coded("gzip", "two".getBytes(UTF_8)));
        assertThat(post("gzip", two.toByteArray()).text()).isEqualTo("one two");
    }

    @Test
    void a_gzip_header_without_end_is_refused() throws IOException {
        byte[] head = {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 0};
        byte[] name = Arrays.copyOf(head, 200_000);
        Arrays.fill(name, head.length, name.length, (byte) 'a');

        assertThat(post("gzip", name).status()).isEqualTo(400);
    }

    @Test
    void the_optional_fields_of_a_gzip_header_are_read() throws IOException {
        byte[] plain = coded("gzip", TEXT.getBytes(UTF_8));
        ByteArrayOutputStream full = new ByteArrayOutputStream();
        byte[] head = Arrays.copyOf(plain, 10);
        head[3] = 4 | 8 | 16;
        full.write(head);
        full.write(new byte[] {2, 0, 'x', 'y'});
        full.write("name\0comment\0".getBytes(ISO_8859_1));
        full.write(plain, 10, plain.length - 10);

        assertThat(post("gzip", full.toByteArray()).text()).isEqualTo(TEXT);
    }

    @Test
    void what_a_handler_does_not_read_is_let_go() throws IOException {
        Handler notReading = new ContentFilter(SETTINGS).before(request -> {
            assertThat(request.body().stream().read()).isEqualTo('a');
            return Response.of(204);
        });
        byte[] content = coded("zstd", TEXT.getBytes(UTF_8));
        try (HttpServer server = Mode.VIRTUAL.start(notReading);
                Client client = Client.connect(server)) {
            // More than may be inflated at once, one after the other.
            for (int i = 0; i < 300; i++)
                assertThat(post(client, "zstd", content).status()).isEqualTo(204);
        }
    }

    @Test
    void an_answer_may_be_written_from_the_content_as_it_is_inflated() throws IOException {
        Handler streaming = new ContentFilter(SETTINGS)
                .before(request ->
                        Response.of(200).body(out -> request.body().stream().transferTo(out)));
        byte[] noise = new byte[500_000];
        new Random(11).nextBytes(noise);

        assertThat(post(streaming, "zstd", Zstd.compress(noise)).content()).isEqualTo(noise);
    }
}
