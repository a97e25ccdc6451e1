package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.content.ContentFilter;
import vesper.http.content.ContentSettings;
import vesper.http.files.DiskThreads;
import vesper.http.files.StaticFiles;
import vesper.testing.Eventually;

/** Files of a folder as clients get them, and files that they must not get. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StaticFilesTest {
    private static final Instant THEN = Instant.parse("2026-10-31T10:00:00.5Z");
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    private final DiskThreads disk = DiskThreads.start(4);
    private Path root;
    private HttpServer server;
    private Client client;

    @BeforeEach
    void serve() throws IOException {
        root = Files.createDirectory(folder.resolve("web"));
        write("index.html", "<h1>home</h1>");
        write("digits.txt", "0123456789");
        server = Mode.VIRTUAL.start(StaticFiles.ofFolder("/shop", root, disk));
        client = Client.connect(server);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
        disk.close();
    }

    private Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(UTF_8));
    }

    private Path write(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, content);
        return Files.setLastModifiedTime(file, FileTime.from(THEN));
    }

    private Answer get(String path, String... fields) throws IOException {
        return ask("GET", path, fields);
    }

    private Answer getUnchecked(String path, String... fields) {
        try {
            return get(path, fields);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Answer ask(String method, String path, String... fields) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < fields.length; i += 2)
            head.append(fields[i]).append(": ").append(fields[i + 1]).append("\r\n");
        return client.send(head + "\r\n").read(Method.valueOf(method));
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(length).nextBytes(noise);
        return noise;
    }

    @Test
    void a_file_comes_with_all_that_is_known_of_it() throws IOException {
        Answer answer = get("/shop/digits.txt");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("0123456789");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
        assertThat(answer.header("Last-Modified")).isEqualTo("Sat, 31 Oct 2026 10:00:00 GMT");
        assertThat(answer.header("ETag")).matches("\"[0-9a-f]+-a\"");
        assertThat(answer.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void HEAD_tells_the_length_of_small_and_large_files() throws IOException {
        write("large.bin", noise(MIB));
        for (int i = 0; i < 2; i++) {
            assertThat(ask("HEAD", "/shop/digits.txt").header("Content-Length")).isEqualTo("10");
            assertThat(ask("HEAD", "/shop/large.bin").header("Content-Length")).isEqualTo(String.valueOf(MIB));
        }
    }

    @ParameterizedTest
    @EnumSource
    void files_of_every_size_arrive_whole_in_every_mode(Mode mode) throws IOException {
        for (int size : new int[] {0, 1, 16 << 10, (16 << 10) + 1, 64 << 10, (64 << 10) + 1, 3 * MIB + 7}) {
            write("file" + size + ".bin", noise(size));
        }
        try (HttpServer own = mode.start(StaticFiles.ofFolder("/", root, disk));
                Client other = Client.connect(own)) {
            for (int size : new int[] {0, 1, 16 << 10, (16 << 10) + 1, 64 << 10, (64 << 10) + 1, 3 * MIB + 7}) {
                Answer answer = other.get("/file" + size + ".bin");
                assertThat(answer.header("Content-Length")).isEqualTo(String.valueOf(size));
                assertThat(answer.content()).isEqualTo(noise(size));
            }
            assertThat(other.get("/").text()).isEqualTo("<h1>home</h1>");
        }
    }

    @Test
    void a_client_of_HTTP_1_0_gets_a_large_file_and_keeps_its_connection() throws IOException {
        write("large.bin", noise(MIB));
        for (int i = 0; i < 2; i++) {
            client.send("GET /shop/large.bin HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.read().content()).isEqualTo(noise(MIB));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.html,text/html;charset=utf-8",
        "a.HTML,text/html;charset=utf-8",
        "a.css,text/css;charset=utf-8",
        "a.js,text/javascript;charset=utf-8",
        "a.mjs,text/javascript;charset=utf-8",
        "a.json,application/json",
        "a.svg,image/svg+xml",
        "a.png,image/png",
        "a.woff2,font/woff2",
        "a.wasm,application/wasm",
        "a.js.gz,application/gzip",
        "a.unheardof,application/octet-stream",
        "html,text/html;charset=utf-8",
        "a,application/octet-stream",
    })
    void the_type_is_that_of_the_ending(String name, String type) throws IOException {
        write(name, "x");
        assertThat(get("/shop/" + name).header("Content-Type")).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource({
        "app.3f2a9c1b.js,true",
        "app-3f2a9c1b0d.css,true",
        "app.3f2a9c1.js,false",
        "app.js,false",
        "report-20261122.txt,false",
        "jquery-deadbeef.js,false",
        "app.3f2a9c1b,false",
    })
    void what_has_a_hash_in_its_name_may_be_kept_for_ever(String name, boolean forEver) throws IOException {
        write(name, "x");
        assertThat(get("/shop/" + name).header("Cache-Control"))
                .isEqualTo(forEver ? "public, max-age=31536000, immutable" : "no-cache");
    }

    @Test
    void a_folder_is_its_index_and_is_redirected_to_its_slash() throws IOException {
        write("sub/index.html", "sub");
        Files.createDirectory(root.resolve("empty"));

        assertThat(get("/shop/").text()).isEqualTo("<h1>home</h1>");
        assertThat(get("/shop/sub/").text()).isEqualTo("sub");
        assertThat(get("/shop/sub?a=b%20c").status()).isEqualTo(308);
        assertThat(get("/shop/sub?a=b%20c").header("Location")).isEqualTo("/shop/sub/?a=b%20c");
        assertThat(get("/shop").header("Location")).isEqualTo("/shop/");
        assertThat(get("/shop/empty/").status()).isEqualTo(404);
        assertThat(get("/shop/empty").status()).isEqualTo(404);
        assertThat(get("/shop/digits.txt/").status()).isEqualTo(404);
        assertThat(get("/shopping").status()).isEqualTo(404);
    }

    @Test
    void nobody_is_redirected_to_another_host() throws IOException {
        Files.createDirectories(root.resolve("evil.example"));
        write("evil.example/index.html", "x");
        try (HttpServer own = Mode.VIRTUAL.start(StaticFiles.ofFolder("/", root, disk));
                Client other = Client.connect(own)) {
            assertThat(other.get("//evil.example").status()).isIn(400, 404);
            assertThat(other.get("/%2Fevil.example").status()).isEqualTo(404);
            assertThat(other.get("/\\evil.example").status()).isIn(400, 404);
            assertThat(other.get("/evil.example").header("Location")).isEqualTo("/evil.example/");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/shop/../secret.txt",
                "/shop/..%2fsecret.txt",
                "/shop/%2e%2e/secret.txt",
                "/shop/%2e%2e%2fsecret.txt",
                "/shop/..%5csecret.txt",
                "/shop/..\\secret.txt",
                "/shop/%252e%252e/secret.txt",
                "/shop/sub/..%2f..%2fsecret.txt",
                "/shop/%c0%ae%c0%ae/secret.txt",
                "/shop/%c0%af../secret.txt",
                "/shop/%00",
                "/shop/digits.txt%00.html",
                "/shop//digits.txt",
                "/shop/./%2e/secret.txt",
                "/shop//etc/passwd",
                "/shop/%2fetc%2fpasswd",
                "/shop/C:%5cwindows%5cwin.ini",
                "/shop/c:/windows",
                "/shop/.env",
                "/shop/%2eenv",
                "/shop/.git/config",
                "/shop/sub/.hidden",
                "/shop/digits.txt.",
                "/shop/digits.txt%20",
                "/shop/digits.txt::$DATA",
                "/shop/con",
                "/shop/NUL.txt",
                "/shop/com1",
                "/shop/aux.html",
                "/shop/digits.txt~",
                "/shop/digits.txt%0d%0aX:1",
                "/shop/%ff",
                "/shop/link-out",
                "/shop/folder-out/secret.txt",
                "/shop/link-to-hidden",
                "/shop/loop",
                "/shop/pipe",
                "/shop/absent",
                "/shop/digits.txt/more",
            })
    void nothing_else_is_there(String path) throws Exception {
        Files.writeString(folder.resolve("secret.txt"), "secret");
        write(".env", "secret");
        write(".git/config", "secret");
        write("sub/.hidden", "secret");
        for (String name : List.of("con", "NUL.txt", "com1", "aux.html", "digits.txt~")) write(name, "secret");
        Files.createSymbolicLink(root.resolve("link-out"), folder.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("folder-out"), folder);
        Files.createSymbolicLink(root.resolve("link-to-hidden"), root.resolve(".env"));
        Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));
        new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start().waitFor();

        Answer answer = get(path);

        assertThat(answer.status()).isIn(400, 404);
        assertThat(answer.text()).doesNotContain("secret", folder.toString());
    }

    @Test
    void paths_without_measure_are_not_there() throws IOException {
        assertThat(get("/shop/" + "a/".repeat(3000)).status()).isEqualTo(404);
        assertThat(get("/shop/" + "a".repeat(6000)).status()).isEqualTo(404);
        assertThat(get("/shop/" + "a".repeat(300)).status()).isEqualTo(404);
    }

    @Test
    void a_link_within_the_folder_is_followed() throws IOException {
        Files.createSymbolicLink(root.resolve("link.txt"), root.resolve("digits.txt"));
        assertThat(get("/shop/link.txt").text()).isEqualTo("0123456789");
    }

    @Test
    void names_beyond_ASCII_are_found() throws IOException {
        write("Grüße aus Zürich.txt", "hallo");
        assertThat(get("/shop/Gr%C3%BC%C3%9Fe%20aus%20Z%C3%BCrich.txt").text()).isEqualTo("hallo");
    }

    @Test
    void other_methods_are_told_which_ones_there_are() throws IOException {
        Answer posted = client.post("/shop/digits.txt", "x");
        assertThat(posted.status()).isEqualTo(405);
        assertThat(posted.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(ask("OPTIONS", "/shop/digits.txt").header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(client.post("/shop/absent", "x").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-3            | 206 | 0123       | bytes 0-3/10",
                "bytes=7-             | 206 | 789        | bytes 7-9/10",
                "bytes=-2             | 206 | 89         | bytes 8-9/10",
                "bytes=-99            | 206 | 0123456789 | bytes 0-9/10",
                "bytes=5-99           | 206 | 56789      | bytes 5-9/10",
                "Bytes=0-0            | 206 | 0          | bytes 0-0/10",
                "bytes=0-0,99-        | 206 | 0          | bytes 0-0/10",
                "bytes=10-            | 416 |            | bytes */10",
                "bytes=-0             | 416 |            | bytes */10",
                "bytes=99999999999999999- | 416 |        | bytes */10",
                "bytes=99999999999999999999- | 416 |     | bytes */10",
                "bytes=99999999999999999999-99999999999999999999 | 416 | | bytes */10",
                "bytes=-99999999999999999999 | 206 | 0123456789 | bytes 0-9/10",
                "bytes=8-99999999999999999999 | 206 | 89 | bytes 8-9/10",
                "bytes=9999999999999999999999- | 416 |   | bytes */10",
                "bytes=99999999999999999999-8 | 200 | 0123456789 | ''",
                "bytes=3-2            | 200 | 0123456789 | ''",
                "bytes=               | 200 | 0123456789 | ''",
                "bytes=-              | 200 | 0123456789 | ''",
                "bytes=a-b            | 200 | 0123456789 | ''",
                "bytes=0-0,1-1,       | 200 | 0123456789 | ''",
                "bytes=0-5,3-8        | 200 | 0123456789 | ''",
                "bytes=0-0,0-0        | 200 | 0123456789 | ''",
                "bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8,9-9,9- | 200 | 0123456789 | ''",
                "items=0-3            | 200 | 0123456789 | ''",
            })
    void a_range_is_sent_if_it_is_one(String range, int status, String content, String contentRange)
            throws IOException {
        Answer answer = get("/shop/digits.txt", "Range", range);

        assertThat(answer.status()).isEqualTo(status);
        if (content != null) assertThat(answer.text()).isEqualTo(content);
        assertThat(answer.header("Content-Range")).isEqualTo(contentRange);
    }

    @Test
    void several_ranges_come_in_parts() throws IOException {
        Answer answer = get("/shop/digits.txt", "Range", "bytes=7-8, 0-1,-1");

        assertThat(answer.status()).isEqualTo(206);
        String boundary = answer.header("Content-Type").replace("multipart/byteranges; boundary=", "");
        String head = "\r\n--" + boundary + "\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Range: bytes ";
        assertThat("\r\n" + answer.text())
                .isEqualTo(head + "7-8/10\r\n\r\n78" + head + "0-1/10\r\n\r\n01" + head + "9-9/10\r\n\r\n9\r\n--"
                        + boundary + "--\r\n");
        assertThat(answer.headers().contains("Content-Range")).isFalse();
    }

    @Test
    void ten_ranges_are_as_many_as_come_in_parts() throws IOException {
        String ten = "bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8,9-9";
        assertThat(get("/shop/digits.txt", "Range", ten).status()).isEqualTo(206);
    }

    @Test
    void a_range_of_a_large_file_is_read_from_where_it_begins() throws IOException {
        write("large.bin", noise(3 * MIB));
        Answer answer = get("/shop/large.bin", "Range", "bytes=1000000-2999999");
        assertThat(answer.content()).isEqualTo(Arrays.copyOfRange(noise(3 * MIB), 1_000_000, 3_000_000));
    }

    @Test
    void a_range_is_of_the_version_that_the_client_has_or_the_whole_is_sent() throws IOException {
        Answer first = get("/shop/digits.txt");
        String[][] same = {{"If-Range", first.header("ETag")}, {"If-Range", first.header("Last-Modified")}};
        for (String[] condition : same)
            assertThat(get("/shop/digits.txt", "Range", "bytes=0-1", condition[0], condition[1])
                            .status())
                    .isEqualTo(206);
        for (String other : List.of("\"other\"", "W/" + first.header("ETag"), "Sat, 31 Oct 2026 09:59:59 GMT", "what"))
            assertThat(get("/shop/digits.txt", "Range", "bytes=0-1", "If-Range", other)
                            .status())
                    .isEqualTo(200);
    }

    @Test
    void a_file_that_has_just_changed_has_a_weak_tag() throws IOException {
        Files.setLastModifiedTime(root.resolve("digits.txt"), FileTime.from(Instant.now()));
        Answer answer = get("/shop/digits.txt");

        assertThat(answer.header("ETag")).startsWith("W/\"");
        assertThat(get("/shop/digits.txt", "If-None-Match", answer.header("ETag"))
                        .status())
                .isEqualTo(304);
        assertThat(get("/shop/digits.txt", "Range", "bytes=0-1", "If-Range", answer.header("ETag"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void conditions_are_carried_out() throws IOException {
        String tag = get("/shop/digits.txt").header("ETag");
        Answer unmodified = get("/shop/digits.txt", "If-None-Match", tag);
        assertThat(unmodified.status()).isEqualTo(304);
        assertThat(unmodified.header("ETag")).isEqualTo(tag);
        assertThat(unmodified.headers().contains("Content-Type")).isFalse();
        assertThat(get("/shop/digits.txt", "If-Match", "\"x\"").status()).isEqualTo(412);
        assertThat(get("/shop/digits.txt", "If-Match", tag, "Range", "bytes=0-0")
                        .status())
                .isEqualTo(206);
        assertThat(get("/shop/digits.txt", "If-None-Match", tag, "Range", "bytes=0-0")
                        .status())
                .isEqualTo(304);

        write("digits.txt", "9876543210");
        Files.setLastModifiedTime(root.resolve("digits.txt"), FileTime.from(THEN.plusSeconds(1)));
        Eventually.until(
                "the change is seen",
                () -> getUnchecked("/shop/digits.txt", "If-None-Match", tag)
                        .text()
                        .equals("9876543210"));
    }

    @Test
    void a_sibling_that_was_compressed_before_is_sent_to_those_who_take_it() throws IOException {
        write("app.js", "plain");
        write("app.js.br", "as br");
        write("app.js.gz", "as gzip");

        assertThat(get("/shop/app.js").text()).isEqualTo("plain");
        assertThat(get("/shop/app.js").header("Vary")).isEqualTo("Accept-Encoding");
        Answer answer = get("/shop/app.js", "Accept-Encoding", "gzip, br");
        assertThat(answer.text()).isEqualTo("as br");
        assertThat(answer.header("Content-Encoding")).isEqualTo("br");
        assertThat(answer.header("Content-Type")).isEqualTo("text/javascript;charset=utf-8");
        assertThat(answer.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(answer.header("ETag")).isNotEqualTo(get("/shop/app.js").header("ETag"));
        assertThat(get("/shop/app.js", "Accept-Encoding", "gzip, br;q=0.5").text())
                .isEqualTo("as gzip");
        assertThat(get("/shop/app.js", "Accept-Encoding", "zstd").text()).isEqualTo("plain");
        assertThat(get("/shop/app.js", "Accept-Encoding", "*;q=0").status()).isEqualTo(406);
        assertThat(get("/shop/app.js.gz", "Accept-Encoding", "gzip").headers().contains("Content-Encoding"))
                .isFalse();
        assertThat(get("/shop/digits.txt").headers().contains("Vary")).isFalse();
    }

    @Test
    void a_sibling_that_is_older_than_the_file_is_not_taken() throws IOException {
        write("app.js", "new");
        Files.setLastModifiedTime(write("app.js.gz", "of the old"), FileTime.from(THEN.minusSeconds(60)));
        assertThat(get("/shop/app.js", "Accept-Encoding", "gzip").text()).isEqualTo("new");
    }

    @Test
    void behind_a_coding_handler_text_is_compressed_but_no_range_of_it() throws IOException {
        write("long.txt", "all work and no play ".repeat(10_000));
        Handler coding = new ContentFilter(ContentSettings.DEFAULTS).before(StaticFiles.ofFolder("/shop", root, disk));
        try (HttpServer own = Mode.VIRTUAL.start(coding);
                Client other = Client.connect(own)) {
            String asked = "GET /shop/long.txt HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n";
            Answer whole = other.send(asked + "\r\n").read();
            assertThat(whole.header("Content-Encoding")).isEqualTo("gzip");
            assertThat(whole.content()).hasSizeLessThan(20_000);
            assertThat(whole.header("ETag")).endsWith("--gzip\"");
            Answer part = other.send(asked + "Range: bytes=0-3\r\n\r\n").read();
            assertThat(part.text()).isEqualTo("all ");
            assertThat(part.headers().contains("Content-Encoding")).isFalse();
            Answer again = other.send(asked + "If-None-Match: " + whole.header("ETag") + "\r\n\r\n")
                    .read();
            assertThat(again.status()).isEqualTo(304);
            assertThat(again.header("ETag")).isEqualTo(whole.header("ETag"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_file_that_changes_while_it_is_sent_cuts_the_connection(boolean shrinks) throws IOException {
        Path file = write("large.bin", noise(32 * MIB));
        try (LogLines log = LogLines.of(HandlerCalls.class);
                Client slow = Client.connectWithSmallBuffer(server)) {
            slow.send("GET /shop/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(slow.line()).contains("200");
            if (shrinks) Files.write(file, noise(10 * MIB));
            else Files.write(file, new byte[32 * MIB]);

            byte[] got = slow.readToEnd();

            assertThat(got.length).isLessThan(32 * MIB);
            int head = new String(got, ISO_8859_1).indexOf("\r\n\r\n") + 4;
            byte[] content = Arrays.copyOfRange(got, head, got.length);
            // Everything sent before the change is from the old file.
            assertThat(content).isEqualTo(Arrays.copyOf(noise(32 * MIB), content.length));
            Eventually.until("the log says so", () -> !log.lines().isEmpty());
        }
    }

    @Test
    void a_file_that_is_replaced_or_deleted_while_it_is_sent_cuts_the_connection() throws IOException {
        Path file = write("large.bin", noise(32 * MIB));
        try (LogLines log = LogLines.of(HandlerCalls.class);
                Client slow = Client.connectWithSmallBuffer(server)) {
            slow.send("GET /shop/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(slow.line()).contains("200");
            Files.delete(file);
            assertThat(slow.readToEnd().length).isLessThan(32 * MIB);
            Eventually.until("the log says so", () -> !log.lines().isEmpty());
        }
        assertThat(get("/shop/large.bin").status()).isEqualTo(404);
    }

    @Test
    void many_slow_readers_hold_neither_files_nor_the_loop() throws IOException {
        write("large.bin", noise(4 * MIB));
        List<Client> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Client one = Client.connectWithSmallBuffer(server);
                slow.add(one);
                one.send("GET /shop/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            for (Client one : slow) assertThat(one.line()).contains("200");
            assertThat(get("/shop/digits.txt").text()).isEqualTo("0123456789");
            assertThat(openFilesNamed("large.bin")).isLessThan(3);
        } finally {
            for (Client one : slow) one.close();
        }
    }

    private static long openFilesNamed(String name) throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        if (!Files.isDirectory(descriptors)) return 0;
        try (var all = Files.list(descriptors)) {
            return all.filter(one -> {
                        try {
                            return Files.readSymbolicLink(one).toString().endsWith(name);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    @Test
    void a_content_that_is_not_as_long_as_it_said_is_cut() throws IOException {
        Handler less = _ -> Response.of(200).body(10, out -> out.write(new byte[9]));
        Handler more = _ -> Response.of(200).body(10, out -> out.write(new byte[11]));
        for (Handler handler : List.of(less, more)) {
            try (LogLines log = LogLines.of(HandlerCalls.class);
                    HttpServer own = Mode.VIRTUAL.start(handler);
                    Client other = Client.connect(own)) {
                assertThatThrownBy(() -> other.get("/")).isInstanceOf(EOFException.class);
                assertThat(log.lines()).hasSize(1);
            }
        }
    }

    @Test
    void files_of_the_class_path_are_served_too() throws IOException {
        StaticFiles files = StaticFiles.ofResources("/console", getClass().getClassLoader(), "served", disk);
        try (HttpServer own = Mode.VIRTUAL.start(files);
                Client other = Client.connect(own)) {
            Answer index = other.get("/console/");
            assertThat(index.text()).isEqualTo("from the class path");
            assertThat(index.header("ETag")).matches("\"[0-9a-f]{24}\"");
            assertThat(other.get("/console/index.html").text()).isEqualTo("from the class path");
            assertThat(other.get("/console/inner/page.txt").text()).isEqualTo("inner");
            assertThat(other.get("/console").header("Location")).isEqualTo("/console/");
            for (String none :
                    List.of("/console/inner", "/console/inner/", "/console/absent", "/console/%2e%2e/logback.xml"))
                assertThat(other.get(none).status()).as(none).isEqualTo(404);
        }
    }

    @Test
    void files_in_a_jar_are_served_too() throws Exception {
        Path jar = folder.resolve("files.jar");
        try (var out = new java.util.jar.JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of("web/", "web/index.html", "web/sub/", "web/sub/a.txt")) {
                out.putNextEntry(new java.util.zip.ZipEntry(name));
                if (!name.endsWith("/")) out.write(name.getBytes(UTF_8));
                out.closeEntry();
            }
        }
        try (var loader = new java.net.URLClassLoader(
                        new java.net.URL[] {jar.toUri().toURL()}, null);
                HttpServer own = Mode.VIRTUAL.start(StaticFiles.ofResources("/c", loader, "web", disk));
                Client other = Client.connect(own)) {
            assertThat(other.get("/c/").text()).isEqualTo("web/index.html");
            assertThat(other.get("/c/sub/a.txt").text()).isEqualTo("web/sub/a.txt");
            assertThat(other.get("/c/sub").status()).isEqualTo(404);
        }
    }
}
