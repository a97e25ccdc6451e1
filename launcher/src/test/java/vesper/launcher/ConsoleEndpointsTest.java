package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLConnection;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** What a console shows of a server that runs: how it was, its routes, and what it answers at the moment. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleEndpointsTest {
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Greeting {
                @GetMapping('greeting')
                Map<String, String> greet() { [text: 'hello'] }
            }
            """;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/greeting/code"));
        Files.writeString(code.resolve("Greeting.groovy"), SERVICE);
        vesper = RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void the_last_minutes_are_told_second_by_second() throws Exception {
        client.get("/api/greeting/greeting");

        JsonNode history = Eventually.answer(
                "a sample",
                () -> read("/admin/status/history?minutes=15"),
                told -> !told.path("items").isEmpty());

        assertThat(history.path("everyMillis").asInt()).isEqualTo(1000);
        JsonNode sample = history.path("items").path(0);
        assertThat(Instant.parse(sample.path("at").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(sample.propertyNames())
                .contains("requestsPerSecond", "errorsPerSecond", "p50Micros", "p99Micros", "cpuPercent", "gcMillis")
                .contains("connections", "running", "pending", "lagMillis");
        assertThat(sample.path("heapBytes").asLong()).isPositive();
    }

    @Test
    void minutes_that_are_not_kept_are_refused() throws Exception {
        HttpResponse<String> refused = client.get("/admin/status/history?minutes=16");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(JsonText.read(refused.body()).at("/errors/0/pointer").asString())
                .isEqualTo("minutes");
    }

    @Test
    void each_sample_is_sent_to_who_follows() throws Exception {
        URLConnection live =
                URI.create(client.url() + "/admin/status/live").toURL().openConnection();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(live.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> event = new ArrayList<>();
            String data = "";
            while (!data.startsWith("data:")) event.add(data = lines.readLine());

            assertThat(live.getContentType()).startsWith("text/event-stream");
            assertThat(event).anyMatch(line -> line.matches("event: ?sample"));
            assertThat(JsonText.read(data.substring("data:".length()))
                            .path("heapBytes")
                            .asLong())
                    .isPositive();
        }
    }

    private static JsonNode read(String path) throws Exception {
        HttpResponse<String> answer = client.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body());
    }
}
