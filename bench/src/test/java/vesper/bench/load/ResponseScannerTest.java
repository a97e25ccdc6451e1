package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResponseScannerTest {
    private static final byte[] HELLO = "hello".getBytes(ISO_8859_1);
    private static final String FIXED = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2\r\nhe\r\n3;ext=1\r\nllo\r\n0\r\nTrailer: x\r\n\r\n";
    private static final String INTERIM = "HTTP/1.1 100 Continue\r\n\r\n" + FIXED;
    private static final String BARE_LINE_FEEDS = "HTTP/1.1 200 OK\nCONTENT-LENGTH:5\n\nhello";

    @Test
    void an_answer_is_complete_at_its_last_byte_wherever_it_is_cut() {
        for (String answer : List.of(FIXED, CHUNKED, INTERIM, BARE_LINE_FEEDS)) {
            byte[] bytes = answer.getBytes(ISO_8859_1);
            for (int cut = 0; cut <= bytes.length; cut++) {
                var scanner = new ResponseScanner(HELLO);
                int first = scanner.scan(bytes, 0, cut, false);
                assertThat(first).isEqualTo(cut);
                assertThat(scanner.isComplete()).isEqualTo(cut == bytes.length);
                scanner.scan(bytes, cut, bytes.length, false);
                assertThat(scanner.isComplete()).as("%s cut at %d", answer, cut).isTrue();
                assertThat(scanner.status()).isEqualTo(200);
                assertThat(scanner.hasExpectedBody()).isTrue();
                assertThat(scanner.keepsAlive()).isTrue();
            }
        }
    }

    @Test
    void pipelined_answers_are_taken_one_at_a_time() {
        byte[] bytes = (FIXED + CHUNKED + FIXED).getBytes(ISO_8859_1);
        var scanner = new ResponseScanner(HELLO);
        int at = 0;
        for (String answer : List.of(FIXED, CHUNKED, FIXED)) {
            int end = scanner.scan(bytes, at, bytes.length, false);
            assertThat(end - at).isEqualTo(answer.length());
            assertThat(scanner.isComplete()).isTrue();
            assertThat(scanner.hasExpectedBody()).isTrue();
            scanner.reset();
            at = end;
        }
        assertThat(at).isEqualTo(bytes.length);
    }

    @Test
    void an_answer_without_length_ends_with_the_connection() {
        ResponseScanner scanner = scanned("HTTP/1.1 200 OK\r\n\r\nhello", HELLO, false);
        assertThat(scanner.isComplete()).isFalse();
        scanner.endOfStream();
        assertThat(scanner.isComplete()).isTrue();
        assertThat(scanner.hasExpectedBody()).isTrue();
        assertThat(scanner.keepsAlive()).isFalse();
    }

    @Test
    void an_answer_cut_off_in_its_body_is_never_complete() {
        ResponseScanner scanner = scanned(FIXED.substring(0, FIXED.length() - 1), HELLO, false);
        scanner.endOfStream();
        assertThat(scanner.isComplete()).isFalse();
        assertThat(scanner.isMalformed()).isFalse();
    }

    @Test
    void a_body_that_is_wrong_short_or_long_is_not_as_expected() {
        for (String body : List.of("jello", "hell", "hello!", "")) {
            String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            ResponseScanner scanner = scanned(answer, HELLO, false);
            assertThat(scanner.isComplete()).isTrue();
            assertThat(scanner.hasExpectedBody()).as(body).isFalse();
        }
    }

    @Test
    void any_body_will_do_when_none_is_expected() {
        assertThat(scanned(FIXED, null, false).hasExpectedBody()).isTrue();
    }

    @Test
    void answers_to_head_and_without_content_have_no_body() {
        assertThat(scanned("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", HELLO, true)
                        .isComplete())
                .isTrue();
        assertThat(scanned("HTTP/1.1 204 No Content\r\n\r\n", null, false).isComplete())
                .isTrue();
        assertThat(scanned("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", null, false)
                        .isComplete())
                .isTrue();
    }

    @Test
    void the_connection_field_and_the_version_say_whether_the_connection_lives_on() {
        assertThat(scanned("HTTP/1.1 204 X\r\nConnection: Close\r\n\r\n", null, false)
                        .keepsAlive())
                .isFalse();
        assertThat(scanned("HTTP/1.0 204 X\r\n\r\n", null, false).keepsAlive()).isFalse();
        assertThat(scanned("HTTP/1.0 204 X\r\nConnection: keep-alive\r\n\r\n", null, false)
                        .keepsAlive())
                .isTrue();
    }

    @Test
    void what_is_not_http_is_malformed() {
        for (String answer : List.of(
                "SSH-2.0-OpenSSH_9.2p1\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 abc OK\r\n",
                "HTTP/1.1 20 OK\r\n",
                "HTTP/1.1 2000 OK\r\n",
                "HTTP/1.1 099 OK\r\n",
                "\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n")) {
            assertThat(scanned(answer, null, false).isMalformed()).as(answer).isTrue();
        }
    }

    @Test
    void a_field_line_longer_than_what_is_kept_does_no_harm() {
        String answer = "HTTP/1.1 200 OK\r\nX: " + "y".repeat(5000) + "\r\nContent-Length: 5\r\n\r\nhello";
        assertThat(scanned(answer, HELLO, false).isComplete()).isTrue();
    }

    private static ResponseScanner scanned(String answer, byte[] expectedBody, boolean headRequest) {
        var scanner = new ResponseScanner(expectedBody);
        byte[] bytes = answer.getBytes(ISO_8859_1);
        scanner.scan(bytes, 0, bytes.length, headRequest);
        return scanner;
    }
}
