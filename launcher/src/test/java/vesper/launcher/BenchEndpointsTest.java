package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** The API for results of benchmarks, and a benchmark of the server itself. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchEndpointsTest {
    private static final String RESULTS = "/admin/bench/results";
    private static final String RUNS = "/admin/bench/runs";

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        vesper = RunningVesper.serving(packages, folder.resolve("data"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    private static Path result(String name, String startedAt, int rate) throws IOException {
        Path result = Files.createDirectories(folder.resolve("data/bench").resolve(name));
        Files.writeString(result.resolve("result.json"), """
                {"experiment":"factors","startedAt":"%s","quick":true,"stable":false,"brokenOff":null,
                 "arms":[{"name":"a","met":true}],"bars":[{"what":"x","measured":{"low":1},"met":true},{"met":false},{"met":null}]}
                """.formatted(startedAt));
        Files.writeString(result.resolve("report.html"), "<!doctype html><title>A report</title>");
        StringBuilder runs = new StringBuilder("start,round,arm,requestsPerSecond,cpuMicrosPerRequest,p99Micros\n");
        for (int start = 1; start <= 3; start++) {
            runs.append(start).append(",1,connections=1,").append(rate + start).append(",5,100\n");
        }
        Files.writeString(result.resolve("runs.csv"), runs);
        return result;
    }

    private static JsonNode read(String path) throws Exception {
        return JsonText.read(client.get(path).body());
    }

    @Test
    void results_are_listed_shown_compared_and_deleted() throws Exception {
        result("run-old", "2026-11-23T10:00:00Z", 1000);
        Path young = result("run-young", "2026-11-24T10:00:00Z", 2000);
        Files.writeString(
                Files.createDirectories(folder.resolve("data/bench/no-result")).resolve("result.json"), "[1");

        JsonNode items = read(RESULTS).path("items");
        assertThat(items.valueStream().map(item -> item.path("id").asString()))
                .containsSubsequence("run-young", "run-old");
        JsonNode first = items.valueStream()
                .filter(item -> item.path("id").asString().equals("run-young"))
                .findFirst()
                .orElseThrow();
        assertThat(first.path("experiment").asString()).isEqualTo("factors");
        assertThat(first.path("quick").asBoolean()).isTrue();
        assertThat(first.path("stable").asBoolean(true)).isFalse();
        assertThat(first.path("bars").path("met").asInt()).isEqualTo(1);
        assertThat(first.path("bars").path("missed").asInt()).isEqualTo(1);
        assertThat(first.path("own").asBoolean()).isTrue();
        assertThat(read(RESULTS + "/run-young")
                        .path("arms")
                        .path(0)
                        .path("name")
                        .asString())
                .isEqualTo("a");

        JsonNode compared = read("/admin/bench/comparison?first=run-old&second=run-young")
                .path("items")
                .path(0);
        assertThat(compared.path("arm").asString()).isEqualTo("connections=1");
        assertThat(compared.path("figure").asString()).isEqualTo("requestsPerSecond");
        assertThat(compared.path("ratio").asDouble()).isBetween(1.9, 2.1);
        assertThat(compared.path("verdict").asString()).isEqualTo("faster");

        assertThat(client.send("DELETE", RESULTS + "/run-young", BodyPublishers.noBody())
                        .statusCode())
                .isEqualTo(204);
        assertThat(young).doesNotExist();
        assertThat(client.get(RESULTS + "/run-young").statusCode()).isEqualTo(404);
        assertThat(client.get("/admin/bench/comparison?first=run-old&second=run-young")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_report_runs_its_script_as_nobodys_page() throws Exception {
        result("run-report", "2026-11-22T10:00:00Z", 1000);

        HttpResponse<String> report = client.get(RESULTS + "/run-report/report");

        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(report.body()).contains("A report");
        assertThat(report.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(report.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "sandbox allow-scripts")
                .doesNotContain("allow-same-origin");
    }

    @Test
    void nothing_outside_of_the_folders_of_results_is_shown() throws Exception {
        for (String id : new String[] {"..", "..%2Fdata", "%2e%2e%2f%2e%2e", "run:..", ".hidden"}) {
            assertThat(client.get(RESULTS + "/" + id).statusCode()).as(id).isIn(400, 404);
        }
    }

    @Test
    @Timeout(60)
    void a_bench_of_the_server_is_started_watched_and_ended_and_what_it_measured_is_kept() throws Exception {
        HttpResponse<String> started =
                client.json("POST", RUNS, "{\"path\":\"/health/live\",\"connections\":[1,2],\"seconds\":1}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        String id = JsonText.read(started.body()).path("id").asString();

        assertThat(client.json("POST", RUNS, "{\"path\":\"/health/live\"}").statusCode())
                .isEqualTo(409);
        Eventually.until(() -> run(id).path("lines").toString().contains("connections="));
        assertThat(run(id).path("state").asString()).isEqualTo("running");
        assertThat(client.send("DELETE", RUNS + "/" + id, BodyPublishers.noBody())
                        .statusCode())
                .isEqualTo(204);
        Eventually.until(() -> !run(id).path("state").asString().equals("running"));

        assertThat(run(id).path("state").asString()).isEqualTo("stopped");
        JsonNode result = read(RESULTS + "/" + id);
        assertThat(result.path("brokenOff").asString()).isEqualTo("interrupted");
        assertThat(result.path("experiment").asString()).isEqualTo("factors");
        assertThat(client.get(RESULTS + "/" + id + "/report").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//127.0.0.2:1/x",
                "/admin/packages/hello",
                "/%61dmin",
                "/x/../admin/status",
                "/x/%2e%2e/admin/packages",
                "/x/.%2E/admin",
                "/../admin",
                "/.//admin/",
                "/a\\b",
                "/<",
                "/ä"
            })
    void a_bench_stays_on_this_server_and_off_what_is_for_operators(String path) throws Exception {
        String body = JsonText.of(Map.of("path", path));

        HttpResponse<String> refused = client.json("POST", RUNS, body);

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("#/path");
    }

    @Test
    void a_run_that_has_found_nothing_leaves_nothing() throws Exception {
        HttpResponse<String> started = client.json("POST", RUNS, "{\"path\":\"/health/live\",\"seconds\":1}");
        String id = JsonText.read(started.body()).path("id").asString();
        client.send("DELETE", RUNS + "/" + id, BodyPublishers.noBody());

        Eventually.until(() -> !run(id).path("state").asString().equals("running"));
        Path left = folder.resolve("data/bench").resolve(id);
        Eventually.until(() -> !Files.exists(left) || Files.exists(left.resolve("result.json")));
    }

    private static JsonNode run(String id) throws Exception {
        return read(RUNS)
                .path("items")
                .valueStream()
                .filter(item -> item.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_cannot_be_measured_is_refused_with_all_that_is_wrong() throws Exception {
        HttpResponse<String> refused = client.json("POST", RUNS, """
                {"path":"nowhere","method":"BREW","connections":[0],"seconds":61,"rate":-1}""");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(JsonText.read(refused.body())
                        .path("errors")
                        .valueStream()
                        .map(error -> error.path("pointer").asString()))
                .containsExactly("#/path", "#/method", "#/connections", "#/rate", "#/seconds");
        assertThat(client.json("POST", RUNS, "{}").statusCode()).isEqualTo(422);
        assertThat(client.json("POST", RUNS, "{\"path\":\"/health/live\",\"connections\":[null]}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(client.send("DELETE", RUNS + "/none", BodyPublishers.noBody())
                        .statusCode())
                .isEqualTo(404);
    }
}
