package vesper.peers.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.peers.PeerProcess;
import vesper.testing.Eventually;

/** Tests the service as a process, on each kind of threads. */
@Timeout(120)
@ParameterizedClass
@EnumSource(HandlerThreads.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JettyUuidPeerTest {
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int RFC_9562_VARIANT = 2;

    @TempDir
    static Path folder;

    private static PeerProcess peer;

    @Parameter
    HandlerThreads threads;

    @BeforeParameterizedClassInvocation
    static void start(HandlerThreads threads) throws Exception {
        peer = PeerProcess.ofJvm(
                JettyUuidPeer.class.getName(),
                "--handlers",
                threads.flag(),
                "--threads",
                "50",
                "--access-log",
                "on",
                "--data",
                folder.resolve(threads.flag()).toString());
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        peer.close();
    }

    @Test
    void so_many_are_made_by_the_method_that_was_asked_for() throws Exception {
        HttpResponse<String> three = peer.get("/api/uuid?method=TIME&count=3");
        assertThat(three.statusCode()).isEqualTo(200);
        assertThat(three.headers().firstValue("Content-Type")).contains("application/xml");
        assertThat(three.body()).matches("<uuids>(<uuid>[0-9a-f-]{36}</uuid>){3}</uuids>");

        assertThat(uuids(peer.get("/api/uuid?method=RANDOM&count=10000")))
                .hasSize(10_000)
                .doesNotHaveDuplicates()
                .allMatch(uuid -> isOfVersion(4, uuid));
        assertThat(uuids(peer.get("/api/uuid?method=TIME&count=10000")))
                .hasSize(10_000)
                .doesNotHaveDuplicates()
                .allMatch(uuid -> isOfVersion(1, uuid));
        assertThat(uuids(peer.get("/api/uuid?method=NAME&name=ada%20l&count=2")))
                .hasSize(2)
                .allMatch(uuid -> isOfVersion(5, uuid))
                .isEqualTo(uuids(peer.get("/api/uuid?method=NAME&name=ada+l&count=2")));
        assertThat(uuids(peer.get("/api/uuid"))).hasSize(1).allMatch(uuid -> isOfVersion(4, uuid));
    }

    @Test
    void a_posted_request_says_what_to_make_and_an_empty_one_leaves_it_to_the_query() throws Exception {
        assertThat(uuids(post("<request><method>TIME</method><count>10</count></request>")))
                .hasSize(10)
                .allMatch(uuid -> isOfVersion(1, uuid));
        assertThat(uuids(post("<request> <count> 2 </count> </request>")))
                .hasSize(2)
                .allMatch(uuid -> isOfVersion(4, uuid));
        assertThat(uuids(post("<request><method>NAME</method><name>" + "n".repeat(4_000) + "</name></request>")))
                .hasSize(1);
        assertThat(uuids(peer.post("/api/uuid?method=TIME&count=2", "application/xml", "")))
                .hasSize(2)
                .allMatch(uuid -> isOfVersion(1, uuid));
    }

    @Test
    void a_body_may_come_long_after_its_head_and_in_pieces() throws Exception {
        try (Socket socket = new Socket(peer.address().getHost(), peer.address().getPort())) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            out.write(ascii("POST /api/uuid HTTP/1.1\r\nHost: peer\r\nConnection: close\r\n"
                    + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"));
            // The peer requests the body only once its handler reads, so no part of it can have come with the head.
            assertThat(lineOf(socket.getInputStream())).isEqualTo("HTTP/1.1 100 Continue");
            out.write(ascii("9\r\n<request>\r\n"));
            out.flush();
            out.write(ascii("1b\r\n<count>7</count></request> \r\n0\r\n\r\n"));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).contains("HTTP/1.1 200 OK");
            assertThat(UUID_TEXT.matcher(answer).results()).hasSize(7);
        }
    }

    @Test
    void what_cannot_be_made_is_refused_in_a_sentence() throws Exception {
        assertRefused("count is 0, not of 1 to 10000", peer.get("/api/uuid?count=0"));
        assertRefused("count is 10001, not of 1 to 10000", peer.get("/api/uuid?count=10001"));
        assertRefused("count is no number", peer.get("/api/uuid?count=many"));
        assertRefused("method is none of RANDOM, TIME and NAME", peer.get("/api/uuid?method=MAGIC"));
        assertRefused("method NAME needs a name", peer.get("/api/uuid?method=NAME"));
        assertRefused("<colour> is not part of a request", post("<request><colour/></request>"));
        assertRefused("the root element is not <request>", post("<uuids/>"));
        assertRefused("the body is not the XML of a request", post("<request>"));
        assertRefused(
                "the body is not the XML of a request",
                post("<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><request><name>&e;</name></request>"));
        assertRefused("count is 10001, not of 1 to 10000", post("<request><count>10001</count></request>"));
        assertThat(uuids(peer.get("/api/uuid"))).hasSize(1);
    }

    @Test
    void a_body_that_is_too_long_is_not_parsed() throws Exception {
        HttpResponse<String> answer = post("<request>" + "<a>".repeat(2_000));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).isEqualTo("a request has at most 4096 bytes");
    }

    @Test
    void other_methods_and_paths_are_told_apart() throws Exception {
        HttpResponse<String> put =
                peer.send(HttpRequest.newBuilder(peer.address().resolve("/api/uuid"))
                        .PUT(BodyPublishers.ofString("<request/>"))
                        .build());
        assertThat(put.statusCode()).isEqualTo(405);
        assertThat(put.headers().firstValue("Allow")).contains("GET, POST");
        assertThat(peer.get("/api/other").statusCode()).isEqualTo(404);
    }

    @Test
    void the_access_log_has_a_line_for_each_request() throws Exception {
        for (int i = 1; i <= 20; i++) peer.get("/api/uuid?logged&count=" + i);
        List<String> lines = Eventually.answer("the access log", () -> logged("logged"), found -> found.size() == 20);
        assertThat(lines).allMatch(line -> line.startsWith("127.0.0.1 ") && line.contains(" 200 "));
        assertThat(lines.getLast()).contains("\"GET /api/uuid?logged&count=20 HTTP/1.1\"");
    }

    private List<String> logged(String word) throws IOException {
        return Files.readAllLines(folder.resolve(threads.flag()).resolve("access.log")).stream()
                .filter(line -> line.contains(word))
                .toList();
    }

    private static HttpResponse<String> post(String body) throws Exception {
        return peer.post("/api/uuid", "application/xml", body);
    }

    private static void assertRefused(String sentence, HttpResponse<String> answer) {
        assertThat(answer.body()).isEqualTo(sentence);
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    private static List<UUID> uuids(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return UUID_TEXT
                .matcher(answer.body())
                .results()
                .map(found -> UUID.fromString(found.group()))
                .toList();
    }

    private static boolean isOfVersion(int version, UUID uuid) {
        return uuid.version() == version && uuid.variant() == RFC_9562_VARIANT;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String lineOf(InputStream in) throws Exception {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) line.append((char) c);
        return line.toString().strip();
    }
}
