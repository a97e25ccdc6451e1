package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Results of the parser for heads that are complete, truncated, or randomly broken. {@code ScenarioTest} covers the
 * rules.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeadParserTest {
    private static final long MUTATION_NANOS = 2_000_000_000L;
    private static final List<String> HEADS = List.of(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "\r\nPOST /a/./%2e%2e/b?c=%20 HTTP/1.0\r\nContent-Length: 12\r\nConnection: keep-alive, x\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nX:\r\n\r\n",
            "PUT http://a:8080/b HTTP/1.1\r\nhost: a:8080\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");

    private final HeadParser parser = new HeadParser(HttpLimits.DEFAULTS);

    @Test
    void a_whole_head_is_understood() {
        RequestHead head = (RequestHead) parse(
                "POST /a%20b?c=d HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\nX: 1\r\n\r\nabc");
        assertThat(head.method()).isEqualTo(Method.POST);
        assertThat(head.path()).isEqualTo("/a%20b");
        assertThat(head.query()).isEqualTo("c=d");
        assertThat(head.version()).isEqualTo(HttpVersion.HTTP_1_1);
        assertThat(head.contentLength()).isEqualTo(3);
        assertThat(head.chunked()).isFalse();
        assertThat(head.hasContent()).isTrue();
        assertThat(head.keepsAlive()).isTrue();
        assertThat(head.expectsContinue()).isTrue();
        assertThat(head.headers()).hasToString("Host: a\nContent-Length: 3\nExpect: 100-continue\nX: 1");
        assertThat(head.end()).isEqualTo(84);
    }

    @Test
    void blanks_around_a_value_do_not_belong_to_it() {
        RequestHead head = (RequestHead) parse("GET / HTTP/1.1\r\nHost: a\r\nX: \tb c \t \r\nY: \t \r\n\r\n");
        assertThat(head.headers().first("X")).contains("b c");
        assertThat(head.headers().first("Y")).contains("");
    }

    @Test
    void a_head_may_begin_anywhere_in_the_bytes() {
        byte[] bytes = ("rest" + HEADS.getFirst() + "more").getBytes(ISO_8859_1);
        RequestHead head = (RequestHead) parser.parse(bytes, 4, bytes.length);
        assertThat(head.end()).isEqualTo(bytes.length - 4);
        assertThat(head.headers().first("host")).contains("a");
    }

    @Test
    void what_was_parsed_before_leaves_no_trace() {
        parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n");
        parse("nonsense\r\n");
        RequestHead head = (RequestHead) parse(HEADS.getFirst());
        assertThat(head.hasContent()).isFalse();
        assertThat(head.keepsAlive()).isTrue();
        assertThat(head.expectsContinue()).isFalse();
        assertThat(head.headers().size()).isEqualTo(1);
    }

    @Test
    void every_beginning_of_a_head_is_incomplete() {
        for (String head : HEADS) {
            byte[] bytes = head.getBytes(ISO_8859_1);
            for (int to = 0; to < bytes.length; to++)
                assertThat(parser.parse(bytes, 0, to)).isInstanceOf(HeadParser.Incomplete.class);
            assertThat(parser.parse(bytes, 0, bytes.length)).isInstanceOf(RequestHead.class);
        }
    }

    @Test
    void only_empty_lines_begin_nothing() {
        for (String text : List.of("", "\r", "\r\n", "\r\n\r", "\r\n\r\n"))
            assertThat(parse(text)).isEqualTo(HeadParser.Incomplete.NOTHING);
        assertThat(parse("\r\nG")).isEqualTo(HeadParser.Incomplete.LINE);
    }

    @Test
    void a_head_at_its_limits_is_accepted_however_it_is_cut() {
        HeadParser narrow = new HeadParser(new TestSettings()
                .requestLineBytes(16)
                .headerBytes(20)
                .headerLines(2)
                .limits());
        byte[] bytes = "GET /ab HTTP/1.1\r\nHost: a\r\nX: 1234\r\n\r\n".getBytes(ISO_8859_1);
        for (int to = 0; to < bytes.length; to++)
            assertThat(narrow.parse(bytes, 0, to)).as("%d bytes", to).isInstanceOf(HeadParser.Incomplete.class);
        assertThat(narrow.parse(bytes, 0, bytes.length)).isInstanceOf(RequestHead.class);
    }

    @Test
    void what_stands_beyond_a_limit_is_not_looked_at() {
        HeadParser narrow = new HeadParser(
                new TestSettings().requestLineBytes(16).headerBytes(20).limits());
        String line = "GET /abc HTTP/1.1";
        assertThat(status(narrow, line + "\r\n")).isEqualTo(414);
        assertThat(status(narrow, line + "\0\n")).isEqualTo(414);
        String section = "GET / HTTP/1.1\r\nHost: a\r\nX: 1234567";
        assertThat(status(narrow, section + "8\r\n\r\n")).isEqualTo(431);
        assertThat(status(narrow, section + "8\0\n\r\n")).isEqualTo(431);
    }

    @Test
    void one_line_more_than_the_limit_is_refused() {
        HeadParser narrow = new HeadParser(new TestSettings().headerLines(2).limits());
        String two = "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n";
        byte[] bytes = (two + "\r\n").getBytes(ISO_8859_1);
        assertThat(narrow.parse(bytes, 0, bytes.length)).isInstanceOf(RequestHead.class);
        assertThat(status(narrow, two + "Y: 1\r\n\r\n")).isEqualTo(431);
    }

    private static int status(HeadParser parser, String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return ((HeadParser.Refused) parser.parse(bytes, 0, bytes.length))
                .refusal()
                .status();
    }

    @Test
    void broken_heads_never_fail_otherwise_than_by_refusal_and_more_bytes_change_no_mind() {
        long seed = System.nanoTime();
        System.out.println("HeadParserTest seed " + seed);
        Random random = new Random(seed);
        long end = System.nanoTime() + MUTATION_NANOS;
        while (System.nanoTime() < end) {
            byte[] bytes = mutated(HEADS.get(random.nextInt(HEADS.size())).getBytes(ISO_8859_1), random);
            HeadParser.Parsed decided = null;
            for (int to = 0; to <= bytes.length; to++) {
                HeadParser.Parsed now = parser.parse(bytes, 0, to);
                if (decided != null)
                    assertThat(now)
                            .as("seed %d, %d bytes of %s", seed, to, Arrays.toString(bytes))
                            .isEqualTo(decided);
                else if (!(now instanceof HeadParser.Incomplete)) decided = now;
            }
        }
    }

    private static byte[] mutated(byte[] head, Random random) {
        byte[] bytes = Arrays.copyOf(head, head.length + random.nextInt(20));
        String likely = "\r\n\r\n\r\n :\t/%.?*,;[]\0\u007f\u00e4" + "0123456789abcHTP";
        for (int i = head.length; i < bytes.length; i++)
            bytes[i] = (byte) likely.charAt(random.nextInt(likely.length()));
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) likely.charAt(random.nextInt(likely.length()));
                case 2 -> System.arraycopy(bytes, at, bytes, 0, bytes.length - at);
                default -> System.arraycopy(bytes, 0, bytes, at, bytes.length - at);
            }
        }
        return bytes;
    }

    private HeadParser.Parsed parse(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        return parser.parse(bytes, 0, bytes.length);
    }
}
