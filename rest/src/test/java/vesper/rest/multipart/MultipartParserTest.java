package vesper.rest.multipart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.RefusedException;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MultipartParserTest {
    private static final UploadLimits LIMITS = new UploadLimits(3, 200, 1 << 20, 1 << 20, 20, 1 << 20);
    private static final String HEAD = "Content-Disposition: form-data; name=a\r\n\r\n";

    private record Read(PartHead head, String content) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100_000})
    void parts_are_the_same_however_their_bytes_arrive(int bytesAtATime) throws IOException {
        String upload = "preamble\r\n--XX\r\n" + HEAD + "one\r\n--XX  \t\r\n"
                + "content-disposition:form-data;name=\"b\";filename=\"b.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + "two\r\n--X\r\n--XY\r\n\r\n--XX\r\n" + HEAD + "\r\n--XX--\r\nepilogue";
        List<Read> parts = read(upload, bytesAtATime);
        assertThat(parts).extracting(Read::content).containsExactly("one", "two\r\n--X\r\n--XY\r\n", "");
        assertThat(parts.get(1).head()).isEqualTo(new PartHead("b", "b.txt", "text/plain"));
        assertThat(parts.get(0).head()).isEqualTo(new PartHead("a", null, null));
    }

    @Test
    void content_may_be_any_bytes() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder content = new StringBuilder();
            for (int i = random.nextInt(200); i > 0; i--) {
                content.append(new String[] {"\r", "\n", "-", "--", "X", "\r\n--X", "\r\n--", "\0", "\u00ff"}
                        [random.nextInt(9)]);
            }
            if (("\r\n" + content + "\r\n").contains("\r\n--XX")) continue;
            String upload = "--XX\r\n" + HEAD + content + "\r\n--XX--";
            assertThat(read(upload, 1 + random.nextInt(20)))
                    .as("seed %d", seed)
                    .extracting(Read::content)
                    .containsExactly(content.toString());
        }
    }

    @Test
    void an_upload_may_have_no_parts() throws IOException {
        assertThat(read("--XX--", 100)).isEmpty();
        assertThat(read("--XX--\r\n", 100)).isEmpty();
    }

    @Test
    void names_may_have_any_characters_but_control_characters() throws IOException {
        assertThat(named("name=\"\u00fcml\u00e4ut \u20ac\"; filename=\"\u20ac.txt\""))
                .isEqualTo(new PartHead("\u00fcml\u00e4ut \u20ac", "\u20ac.txt", null));
        assertThat(named("name=\"say \\\"hi\\\"\"; filename=\"a\\\\b\"").name()).isEqualTo("say \"hi\"");
        assertThat(named("name=\"a;b=c\"").name()).isEqualTo("a;b=c");
        assertThat(named("name=\"\"").name()).isEmpty();
        assertThat(named("name=a; filename=\"\"").statedFileName()).isEmpty();
        assertThat(named("name=a; filename*=UTF-8''%e2%82%ac.txt").statedFileName())
                .isEqualTo("\u20ac.txt");
        assertThat(named("name=a; filename=\"1.txt\"; filename*=UTF-8''2.txt").statedFileName())
                .isEqualTo("1.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "C:\\Users\\me\\passwd", "/etc/passwd", "..\\passwd", "a/b\\passwd"})
    void of_a_file_name_the_folders_are_not_kept(String sent) throws IOException {
        assertThat(named("name=a; filename=\"" + sent + "\"").statedFileName()).isEqualTo("passwd");
    }

    @Test
    void what_is_malformed_is_refused() {
        refused(400, "");
        refused(400, "--XX");
        refused(400, "--XX\r\n" + HEAD + "cut off");
        refused(400, "--XX\r\n" + HEAD + "cut off\r\n--XX");
        refused(400, "--XX\r\n" + HEAD + "cut off\r\n--XX-");
        refused(400, "--XX\r\n" + HEAD + "wrong\r\n--XXX--");
        refused(400, "--XX\n" + HEAD + "bare\r\n--XX--");
        refused(400, "--YY\r\n" + HEAD + "other\r\n--YY--");
        refused(400, "x".repeat(1000));
        refused(400, "--XX\r\n\r\nno head\r\n--XX--");
        refused(400, part("Content-Type: text/plain"));
        refused(400, part("Content-Disposition: attachment; name=a"));
        refused(400, part("Content-Disposition: form-data"));
        refused(400, part("Content-Disposition: form-data; filename=a"));
        refused(400, part("Content-Disposition: form-data; name=a; name=b"));
        refused(400, part("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b"));
        refused(400, part("Content-Disposition: form-data; name=\"a"));
        refused(400, part("Content-Disposition: form-data; name=a b"));
        refused(400, part("Content-Disposition: form-data; name="));
        refused(400, part("Content-Disposition : form-data; name=a"));
        refused(400, part("Content-Disposition: form-data;\r\n name=a"));
        refused(400, part("Content-Disposition: form-data; name=a\nX: y"));
        refused(400, part("Content-Disposition: form-data; name=a\rX: y"));
        refused(400, part("Content-Disposition: form-data; name=\"a\0\""));
        refused(400, part("Content-Disposition: form-data; name=a; filename=\"a\u007f\""));
        refused(400, part("Content-Disposition: form-data; name=a; filename*=UTF-8''%zz"));
        refused(400, part("Content-Disposition: form-data; name=a; filename*=ISO-8859-1''a"));
        byte[] notUtf8 = part("Content-Disposition: form-data; name=\"\u00ff\"").getBytes(ISO_8859_1);
        assertStatus(400, notUtf8);
    }

    @Test
    void what_is_over_a_limit_is_refused() {
        String one = "--XX\r\n" + HEAD + "1\r\n";
        refused(413, one.repeat(4) + "--XX--");
        refused(413, part(HEAD.strip() + "\r\nX: " + "y".repeat(200)));
        refused(413, part(HEAD.strip() + "; filename=" + "y".repeat(21)));
        StringBuilder lines = new StringBuilder(HEAD.strip());
        for (int i = 0; i < 20; i++) lines.append("\r\nX").append(i).append(":");
        refused(413, part(lines.toString()));
        refused(413, part(HEAD.strip()) + "x".repeat(1 << 20));
        refused(413, "--XX\r\n" + HEAD + "x".repeat(1 << 20) + "\r\n--XX--");
    }

    @Test
    void a_head_may_be_as_large_as_its_limit_and_no_byte_larger() throws IOException {
        String first = HEAD.strip() + "\r\nX: ";
        int left = LIMITS.partHeaderBytes() - first.length() - 2;
        assertThat(read(part(first + "y".repeat(left)), 50)).hasSize(1);
        refused(413, part(first + "y".repeat(left + 1)));
        // Any line after one that leaves at most two bytes of the limit.
        for (int shorter = 0; shorter < 3; shorter++) refused(413, part(first + "y".repeat(left - shorter) + "\r\nZ:"));
        // The limit counts bytes, not characters.
        refused(413, part(first + "\u20ac".repeat(left / 3 + 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void what_is_wrong_before_a_limit_is_told_rather_than_the_limit(int bytesAtATime) {
        byte[] upload = ("--XX\n" + "x".repeat(2 << 20)).getBytes(UTF_8);
        assertThatThrownBy(() -> read(upload, bytesAtATime))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().status()).isEqualTo(400));
    }

    @Test
    void a_coding_that_nobody_uses_is_not_supported() {
        refused(415, part(HEAD.strip() + "\r\nContent-Transfer-Encoding: base64"));
    }

    @Test
    void near_delimiters_take_no_more_time_than_other_bytes() throws IOException {
        UploadLimits limits = new UploadLimits(1, 200, 32 << 20, 32 << 20, 20, 1);
        String boundary = "a".repeat(70);
        String near = ("\r\n--" + "a".repeat(69)).repeat(200_000);
        byte[] upload = ("--" + boundary + "\r\n" + HEAD + near + "\r\n--" + boundary + "--").getBytes(ISO_8859_1);
        MultipartParser parser = new MultipartParser(new ByteArrayInputStream(upload), new Boundary(boundary), limits);
        parser.next();
        byte[] piece = new byte[16 << 10];
        long length = 0;
        for (int count = parser.content(piece); count >= 0; count = parser.content(piece)) length += count;
        assertThat(length).isEqualTo(near.length());
    }

    @Test
    void a_boundary_is_understood_or_refused() throws IOException {
        assertThat(Boundary.of("multipart/form-data; boundary=abc").text()).isEqualTo("abc");
        assertThat(Boundary.of("Multipart/Form-Data; charset=utf-8; Boundary=\"a b:c\"")
                        .text())
                .isEqualTo("a b:c");
        for (String bad : List.of(
                "",
                "; boundary=",
                "; boundary=\"a\r\"",
                "; boundary=\"a \"",
                "; boundary=" + "a".repeat(71),
                "; boundary=a; boundary=b",
                "; boundary=\"\u00e9\"")) {
            assertThatThrownBy(() -> Boundary.of("multipart/form-data" + bad))
                    .as(bad)
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            e -> assertThat(e.refusal().status()).isEqualTo(400));
        }
        assertThatThrownBy(() -> Boundary.of("multipart/mixed; boundary=a"))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().status()).isEqualTo(415));
    }

    private static PartHead named(String parameters) throws IOException {
        return read(part("Content-Disposition: form-data; " + parameters), 100)
                .getFirst()
                .head();
    }

    private static String part(String head) {
        return "--XX\r\n" + head + "\r\n\r\ncontent\r\n--XX--\r\n";
    }

    private static void refused(int status, String upload) {
        assertStatus(status, upload.getBytes(UTF_8));
    }

    private static void assertStatus(int status, byte[] upload) {
        assertThatThrownBy(() -> read(upload, 50))
                .as(new String(upload, ISO_8859_1))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().status()).isEqualTo(status));
    }

    private static List<Read> read(String upload, int bytesAtATime) throws IOException {
        return read(upload.getBytes(UTF_8), bytesAtATime);
    }

    private static List<Read> read(byte[] upload, int bytesAtATime) throws IOException {
        MultipartParser parser = new MultipartParser(new Trickle(upload, bytesAtATime), new Boundary("XX"), LIMITS);
        List<Read> parts = new ArrayList<>();
        byte[] piece = new byte[10];
        for (PartHead head = parser.next(); head != null; head = parser.next()) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (int count = parser.content(piece); count >= 0; count = parser.content(piece))
                content.write(piece, 0, count);
            parts.add(new Read(head, content.toString(UTF_8)));
        }
        assertThat(parser.next()).isNull();
        return parts;
    }

    /** A stream that returns a few bytes at a time, like a slow network. */
    private static final class Trickle extends InputStream {
        private final ByteArrayInputStream all;
        private final int atATime;

        Trickle(byte[] bytes, int atATime) {
            this.all = new ByteArrayInputStream(bytes);
            this.atATime = atATime;
        }

        @Override
        public int read() {
            return all.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return all.read(target, offset, Math.min(length, atATime));
        }
    }
}
