package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BodyDecoderTest {
    private static final String CHUNKED = "3;a=\"b\\\"\"\r\nabc\r\n0a \t;c\r\n0123456789\r\n000\r\nX: 1\r\nY:\r\n\r\n";
    private static final long MUTATION_NANOS = 1_000_000_000L;

    @Test
    void content_of_declared_length_ends_there() {
        BodyDecoder decoder = new BodyDecoder(head(5, false), HttpLimits.DEFAULTS);
        Sink sink = new Sink(Integer.MAX_VALUE);
        byte[] bytes = "helloGET".getBytes(ISO_8859_1);
        assertThat(decoder.remaining()).isEqualTo(5);
        assertThat(decoder.decode(bytes, 0, 3, sink)).isEqualTo(3);
        assertThat(decoder.remaining()).isEqualTo(2);
        assertThat(decoder.decode(bytes, 3, 8, sink)).isEqualTo(5);
        assertThat(decoder.isDone()).isTrue();
        assertThat(decoder.received()).isEqualTo(5);
        assertThat(sink.text()).isEqualTo("hello");
    }

    @Test
    void chunked_content_cut_anywhere_is_the_same_content() {
        byte[] bytes = (CHUNKED + "GET").getBytes(ISO_8859_1);
        for (int cut = 0; cut <= bytes.length; cut++) {
            BodyDecoder decoder = new BodyDecoder(head(0, true), HttpLimits.DEFAULTS);
            Sink sink = new Sink(Integer.MAX_VALUE);
            int position = decoder.decode(bytes, 0, cut, sink);
            position = decoder.decode(bytes, position, bytes.length, sink);
            assertThat(decoder.refusal()).isNull();
            assertThat(decoder.isDone()).as("cut at %d", cut).isTrue();
            assertThat(position).isEqualTo(CHUNKED.length());
            assertThat(sink.text()).isEqualTo("abc0123456789");
            assertThat(decoder.remaining()).isZero();
        }
    }

    @Test
    void a_full_sink_is_given_no_more() {
        BodyDecoder decoder = new BodyDecoder(head(0, true), HttpLimits.DEFAULTS);
        Sink sink = new Sink(3);
        byte[] bytes = CHUNKED.getBytes(ISO_8859_1);
        int position = decoder.decode(bytes, 0, bytes.length, sink);
        assertThat(sink.text()).isEqualTo("abc");
        assertThat(decoder.decode(bytes, position, bytes.length, sink)).isEqualTo(position);
        sink.room = Integer.MAX_VALUE;
        assertThat(decoder.decode(bytes, position, bytes.length, sink)).isEqualTo(bytes.length);
        assertThat(sink.text()).isEqualTo("abc0123456789");
    }

    @Test
    void chunks_are_counted_together_against_the_limit() {
        HttpLimits limits = new TestSettings().bodyBytes(5).limits();
        assertThat(refusalOf("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", limits)).isNull();
        assertThat(refusalOf("3\r\nabc\r\n3\r\n", limits))
                .extracting(Refusal::status)
                .isEqualTo(413);
    }

    @Test
    void a_chunk_extension_is_as_long_as_256_bytes() {
        assertThat(refusalOf("1;" + "a".repeat(255) + "\r\n", HttpLimits.DEFAULTS))
                .isNull();
        assertThat(refusalOf("1;" + "a".repeat(256) + "\r\n", HttpLimits.DEFAULTS))
                .isNotNull();
        assertThat(refusalOf("1" + " ".repeat(300), HttpLimits.DEFAULTS)).isNotNull();
    }

    @Test
    void the_extensions_of_each_chunk_have_a_limit_of_their_own() {
        String extended = "1;" + "a".repeat(200) + "\r\nx\r\n";
        assertThat(refusalOf(extended.repeat(5) + "0\r\n\r\n", HttpLimits.DEFAULTS))
                .isNull();
    }

    @Test
    void the_size_of_each_chunk_has_up_to_fifteen_digits() {
        String fifteen = "000000000000001\r\nx\r\n";
        assertThat(refusalOf(fifteen.repeat(5) + "0\r\n\r\n", HttpLimits.DEFAULTS))
                .isNull();
        assertThat(refusalOf("0" + fifteen, HttpLimits.DEFAULTS)).isNotNull();
    }

    @Test
    void trailers_have_the_limits_of_a_head() {
        String trailer = "X: " + "v".repeat(15) + "\r\n";
        HttpLimits bytes = new TestSettings().headerBytes(trailer.length() + 1).limits();
        assertThat(refusalOf("0\r\n" + trailer + "\r\n", bytes)).isNull();
        assertThat(refusalOf("0\r\nX" + trailer + "\r\n", bytes))
                .extracting(Refusal::status)
                .isEqualTo(431);
        HttpLimits lines = new TestSettings().headerLines(2).limits();
        assertThat(refusalOf("0\r\n" + trailer.repeat(2) + "\r\n", lines)).isNull();
        assertThat(refusalOf("0\r\n" + trailer.repeat(3) + "\r\n", lines))
                .extracting(Refusal::status)
                .isEqualTo(431);
    }

    @Test
    void broken_chunks_are_decoded_alike_byte_by_byte_and_at_once() {
        long seed = System.nanoTime();
        System.out.println("BodyDecoderTest seed " + seed);
        Random random = new Random(seed);
        long end = System.nanoTime() + MUTATION_NANOS;
        while (System.nanoTime() < end) {
            byte[] bytes = CHUNKED.getBytes(ISO_8859_1);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--)
                bytes[random.nextInt(bytes.length)] =
                        (byte) (random.nextBoolean() ? random.nextInt(256) : "\r\n;0 \"".charAt(random.nextInt(6)));
            String atOnce = decoded(bytes, bytes.length);
            assertThat(decoded(bytes, 1))
                    .as("seed %d, %s", seed, Arrays.toString(bytes))
                    .isEqualTo(atOnce);
        }
    }

    private static String decoded(byte[] bytes, int step) {
        BodyDecoder decoder = new BodyDecoder(head(0, true), HttpLimits.DEFAULTS);
        Sink sink = new Sink(Integer.MAX_VALUE);
        int position = 0;
        while (position < bytes.length && !decoder.isDone() && decoder.refusal() == null)
            position = decoder.decode(bytes, position, Math.min(bytes.length, position + step), sink);
        return decoder.refusal() + " " + decoder.isDone() + " " + sink.text() + " " + position;
    }

    private static Refusal refusalOf(String chunks, HttpLimits limits) {
        byte[] bytes = chunks.getBytes(ISO_8859_1);
        BodyDecoder decoder = new BodyDecoder(head(0, true), limits);
        decoder.decode(bytes, 0, bytes.length, BodySink.NOWHERE);
        return decoder.refusal();
    }

    private static RequestHead head(long length, boolean chunked) {
        return new RequestHead(
                Method.POST, "/", "", HttpVersion.HTTP_1_1, Headers.NONE, length, chunked, true, false, 0);
    }

    private static final class Sink implements BodySink {
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private int room;

        Sink(int room) {
            this.room = room;
        }

        @Override
        public void content(byte[] bytes, int from, int to) {
            content.write(bytes, from, to - from);
        }

        @Override
        public boolean isFull() {
            return content.size() >= room;
        }

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}

        String text() {
            return content.toString(ISO_8859_1);
        }
    }
}
