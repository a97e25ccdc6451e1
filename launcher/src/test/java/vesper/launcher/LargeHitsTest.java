package vesper.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Searches with large hits, and clients that do not read them. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LargeHitsTest {
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Stored {
                @PostMapping('stored')
                int stored(@RequestBody String body) { body.length() }
            }
            """;
    private static final int RECORDS = 300;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/stored/code"));
        Files.writeString(code.resolve("Stored.groovy"), SERVICE);
        vesper = RunningVesper.serving(
                folder.resolve("packages"), folder.resolve("data"), "tracker.enabled=true", "http.limit.answer=8MiB");
        client = new RecordsClient(vesper.address());
        for (int i = 0; i < RECORDS; i++) {
            String body = "largeone " + "\u0001".repeat(30_000);
            assertThat(client.send(
                                    "POST",
                                    "/api/stored?n=" + i,
                                    BodyPublishers.ofString(body),
                                    "Content-Type",
                                    "text/plain")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    static void stop() {
        client.close();
        vesper.close();
    }

    @Test
    void a_page_ends_before_its_answer_is_too_large_and_says_where_the_next_one_begins() throws Exception {
        List<String> urls = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            HttpResponse<String> answer = search("&limit=1000" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            assertThat(answer.statusCode()).isEqualTo(200);
            JsonNode page = JsonText.read(answer.body());
            assertThat(page.path("items").size()).isPositive();
            page.path("items").forEach(item -> urls.add(item.path("url").asString()));
            cursor = page.path("next").asString("");
            pages++;
        } while (!cursor.isEmpty());
        assertThat(pages).isGreaterThan(5);
        assertThat(urls).hasSize(RECORDS).doesNotHaveDuplicates();
    }

    @Test
    void clients_that_do_not_read_lines_keep_nobody_from_searching_and_others_get_a_refusal() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            int refused = 0;
            for (int i = 0; i < 9; i++) {
                Socket socket = asking();
                stalled.add(socket);
                // Reads only the head of the response, to learn its status.
                if (head(socket).startsWith("HTTP/1.1 503 ")) refused++;
            }
            assertThat(refused).as("beyond eight").isEqualTo(1);
            assertThat(search("&limit=1").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : stalled) socket.close();
        }
    }

    private static Socket asking() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(
                vesper.address().getHost(), vesper.address().getPort()));
        String request = "GET /admin/tracker/transactions?q=largeone&limit=1000 HTTP/1.1\r\n"
                + "Host: localhost\r\nAccept: application/x-ndjson\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        return socket;
    }

    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0)
            head.append((char) socket.getInputStream().read());
        return head.toString();
    }

    private static HttpResponse<String> search(String more) throws Exception {
        return client.get(RecordsClient.TRANSACTIONS + "?q=largeone" + more);
    }
}
