package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AccessLogTest {
    private static final String TIME = "\\[\\d{2}/[A-Z][a-z]{2}/\\d{4}:\\d{2}:\\d{2}:\\d{2} \\+0000]";

    @Test
    void each_exchange_is_a_line_in_the_combined_format_that_no_client_can_break(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("access.log");
        try (AccessLog log = AccessLog.open(file, ZoneOffset.UTC, UnaryOperator.identity());
                HttpServer server = Mode.VIRTUAL.start(new EchoHandler(), log);
                Client client = Client.connect(server)) {
            client.send("GET /?a=b HTTP/1.1\r\nHost: a\r\nReferer: http://x/\r\nUser-Agent: \"q\" \\ \u00e9\r\n\r\n");
            int length = client.read().text().length();
            client.send("nonsense\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            Eventually.until("both lines are there", () -> lines(file).size() == 2);
            assertThat(lines(file).getFirst())
                    .matches("127\\.0\\.0\\.1 - - " + TIME + " \"GET /\\?a=b HTTP/1\\.1\" 200 " + length
                            + " \"http://x/\" \"\\\\\"q\\\\\" \\\\\\\\ \\\\xe9\"");
            assertThat(lines(file).getLast()).matches("127\\.0\\.0\\.1 - - " + TIME + " \"-\" 400 \\d+ \"-\" \"-\"");
        }
    }

    @Test
    void queries_are_written_as_they_may_be_shown(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("access.log");
        try (AccessLog log = AccessLog.open(file, ZoneOffset.UTC, query -> query.replace("secret", "***"));
                HttpServer server = Mode.VIRTUAL.start(new EchoHandler(), log);
                Client client = Client.connect(server)) {
            client.send("GET /secret?a=secret HTTP/1.1\r\nHost: a\r\nReferer: http://secret/?b=secret\r\n\r\n");
            client.read();
        }
        assertThat(lines(file).getFirst()).contains("\"GET /secret?a=*** HTTP/1.1\"", "\"http://secret/?b=***\" \"-\"");
    }

    @Test
    void what_waits_is_written_before_it_is_closed(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("access.log");
        try (AccessLog log = AccessLog.open(file, ZoneOffset.UTC, UnaryOperator.identity());
                HttpServer server = Mode.VIRTUAL.start(new EchoHandler(), log);
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
            for (int i = 0; i < 1000; i++) client.read();
        }
        assertThat(lines(file)).hasSize(1000);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
