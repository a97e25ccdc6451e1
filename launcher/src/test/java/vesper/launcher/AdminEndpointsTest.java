package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdminEndpointsTest {
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
        Path broken = Files.createDirectories(folder.resolve("packages/broken/code"));
        Files.writeString(broken.resolve("Broken.groovy"), "class Broken { int x = }");
        Files.writeString(folder.resolve("packages/broken/package.properties"), "required=false\n");
        vesper = RunningVesper.serving(
                folder.resolve("packages"),
                folder.resolve("data"),
                "admin.token=s3cret",
                "admin.loopback=trusted",
                "http.access-log=" + folder.resolve("access.log"));
        client = new RecordsClient(vesper.address());
    }

    @Test
    void metrics_count_what_was_answered_and_are_for_this_machine_only() throws Exception {
        get("/api/greeting/greeting");
        HttpResponse<String> page = get("/metrics");
        assertThat(page.body())
                .containsPattern(
                        "http_server_request_duration_seconds_count\\{http_request_method=\"GET\",[^}]*} [1-9]")
                .contains("http_server_active_requests 1.0")
                .contains("\nvesper_records_pending 0.0\n", "\nvesper_records_lag_seconds 0.0\n")
                .contains("\nvesper_records_kept_total 0.0\n", "\nvesper_records_lost_total 0.0\n")
                .contains("\nvesper_records_journal_bytes 0.0\n", "\nvesper_records_block_bytes 0.0\n")
                .contains("\nvesper_callbacks_sent_total 0.0\n", "\nvesper_callbacks_failed_total 0.0\n");
        HttpResponse<String> forwarded = get("/metrics", "X-Forwarded-For", "203.0.113.9");
        assertThat(forwarded.statusCode()).isEqualTo(401);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void what_was_answered_is_in_the_access_log() throws Exception {
        assertThat(get("/health/live?by=access-log&access_token=KEY").statusCode())
                .isEqualTo(200);

        Eventually.until(
                "the line",
                () -> Files.readString(folder.resolve("access.log"))
                        .contains("\"GET /health/live?by=access-log&access_token=*** HTTP/1.1\" 200 "));
    }

    @Test
    void the_status_says_what_is_and_why_not() throws Exception {
        JsonNode status = JsonText.read(get("/admin/status").body());

        assertThat(status.path("idle").asBoolean()).isTrue();
        assertThat(status.path("pending").asInt()).isZero();
        assertThat(status.path("lagMillis").asInt()).isZero();
        assertThat(status.path("lost").asInt(-1)).isZero();
        assertThat(status.has("trouble")).isFalse();
        assertThat(status.path("monitor").path("on").asBoolean()).isFalse();
        assertThat(status.path("monitor").path("why").asString()).isNotEmpty();
        assertThat(status.path("uptimeMillis").asLong()).isPositive();
        assertThat(status.path("connections").asLong()).isPositive();
        assertThat(status.path("handlers").asString()).isEqualTo("virtual");
        assertThat(Path.of(status.path("packagesFolder").asString()))
                .isAbsolute()
                .isDirectory();
        assertThat(status.path("steps").isArray()).isTrue();
        assertThat(status.path("steps")).isEmpty();
        assertThat(status.path("packages")).hasSize(2);
        JsonNode broken = status.path("packages").path(0);
        assertThat(broken.path("name").asString()).isEqualTo("broken");
        assertThat(broken.path("why").asString())
                .startsWith("code/Broken.groovy:1:")
                .doesNotContain("\n");
        assertThat(status.path("packages").path(1).has("why")).isFalse();
    }

    @Test
    void the_status_command_says_why_a_package_is_broken() {
        String url = vesper.address().toString();
        assertThat(CommandRun.of("status", "--url", url, "--token", "s3cret").out())
                .containsPattern("package broken +load-failed +code/Broken.groovy:1:");
    }

    @Test
    void health_is_open_to_all() throws Exception {
        assertThat(get("/health/live", "X-Forwarded-For", "10.0.0.9").statusCode())
                .isEqualTo(200);
        assertThat(get("/health/ready", "X-Forwarded-For", "10.0.0.9").statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_package_shows_its_state_and_a_broken_one_its_errors() throws Exception {
        JsonNode greeting = JsonText.read(get("/admin/packages/greeting").body());
        JsonNode broken = JsonText.read(get("/admin/packages/broken").body());

        assertThat(greeting.path("state").asString()).isEqualTo("started");
        assertThat(broken.path("state").asString()).isEqualTo("load-failed");
        assertThat(broken.path("errors").path(0).path("file").asString()).isEqualTo("code/Broken.groovy");
        assertThat(broken.path("errors").path(0).path("line").asInt()).isEqualTo(1);
        assertThat(broken.path("errors").path(0).path("excerpt").asString()).contains("int x =");
    }

    @Test
    void all_packages_are_a_list_of_items() throws Exception {
        assertThat(JsonText.read(get("/admin/packages").body()).path("items")).hasSize(2);
    }

    @Test
    void a_package_that_is_not_there_is_a_problem() throws Exception {
        HttpResponse<String> response = get("/admin/packages/nobody");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void a_package_can_be_stopped_started_and_reloaded() throws Exception {
        assertThat(post("/admin/packages/greeting/stop").statusCode()).isEqualTo(200);
        assertThat(get("/api/greeting").statusCode()).isEqualTo(404);

        assertThat(post("/admin/packages/greeting/start").statusCode()).isEqualTo(200);
        assertThat(get("/api/greeting").statusCode()).isEqualTo(200);

        assertThat(post("/admin/packages/greeting/reload").statusCode()).isEqualTo(200);
        assertThat(post("/admin/packages/broken/reload").statusCode()).isEqualTo(409);
    }

    @Test
    void a_forwarded_call_is_asked_for_the_token_and_let_in_with_it() throws Exception {
        HttpResponse<String> without = get("/admin/status", "X-Forwarded-For", "10.0.0.9");
        HttpResponse<String> with =
                get("/admin/status", "X-Forwarded-For", "10.0.0.9", "Authorization", "Bearer s3cret");

        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate"))
                .hasValue("Bearer realm=\"vesper\", Basic realm=\"vesper\", charset=\"UTF-8\"");
        assertThat(with.statusCode()).isEqualTo(200);
    }

    @Test
    void no_way_of_writing_the_path_leads_around_the_door() throws Exception {
        assertThat(statusOfRemote("/%61dmin/status")).isEqualTo(401);
        assertThat(statusOfRemote("/admin/status/")).isEqualTo(401);
        assertThat(statusOfRemote("/admin/status?x=/health/live")).isEqualTo(401);
        assertThat(statusOfRemote("//admin/status")).isEqualTo(404);
        assertThat(statusOfRemote("/admin//status")).isEqualTo(401);
        assertThat(statusOfRemote("/ADMIN/status")).isEqualTo(404);
        assertThat(statusOfRemote("/admin%2Fstatus")).isEqualTo(404);
        assertThat(statusOfRemote("/admin/./status")).isIn(400, 401, 404);
        assertThat(statusOfRemote("/x/../admin/status")).isIn(400, 401, 404);
        assertThat(statusOfRemote("/health/../admin/status")).isIn(400, 401, 404);
    }

    @Test
    void a_stranger_does_not_learn_which_paths_of_operators_exist() throws Exception {
        for (String path : new String[] {"/admin", "/admin/", "/admin/nothing", "/admin/status/x", "/metrics/x"}) {
            assertThat(statusOfRemote(path)).as(path).isEqualTo(401);
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    private static int statusOfRemote(String path) throws Exception {
        return get(path, "X-Forwarded-For", "10.0.0.9").statusCode();
    }

    @Test
    void a_page_of_another_site_is_refused() throws Exception {
        HttpResponse<String> response = post("/admin/packages/greeting/reload", "Origin", "http://evil.example");

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void status_tells_people_the_same() {
        String url = vesper.address().toString();

        CommandRun run = CommandRun.of("status", "--url", url);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("serving ", "package greeting", "load-failed")
                .contains("idle, nothing pending", "off (no rule is enabled)", "off (it is switched off");
        assertThat(JsonText.read(CommandRun.of("status", "--url", url, "--json").out())
                        .path("version")
                        .asString())
                .isNotEmpty();
    }

    @Test
    void a_wrong_token_is_told_by_status() {
        CommandRun run = CommandRun.of("status", "--url", vesper.address().toString(), "--token", "wrong");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("401", "admin.token");
    }

    private static HttpResponse<String> get(String path, String... headers) throws Exception {
        return client.get(path, headers);
    }

    private static HttpResponse<String> post(String path, String... headers) throws Exception {
        return client.send("POST", path, BodyPublishers.noBody(), headers);
    }
}
