package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.launcher.logging.LogLevels;
import vesper.launcher.settings.Keys;
import vesper.testing.Eventually;

/** Changing settings and log levels of a running server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SteeringEndpointsTest {
    private static final String SETTINGS = "/admin/settings/";

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        vesper = RunningVesper.serving(
                packages,
                folder.resolve("data"),
                "admin.token=s3cret",
                "admin.loopback=trusted",
                "packages.orders.password=hidden");
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void every_setting_is_told_and_secrets_are_not() throws Exception {
        HttpResponse<String> answer = client.get("/admin/settings");
        JsonNode items = JsonText.read(answer.body()).path("items");

        assertThat(items).hasSize(Keys.ALL.size() + 1);
        assertThat(answer.body()).doesNotContain("s3cret").doesNotContain("\"hidden\"");
        JsonNode port = setting("http.port");
        assertThat(port.path("value").asString()).isEqualTo("0");
        assertThat(port.path("origin").asString()).isEqualTo("flag --port");
        assertThat(port.path("meaning").asString()).isEqualTo("port to listen on, 0 for any free one");
        assertThat(port.path("form").asString()).isEqualTo("number");
        assertThat(port.path("default").asString()).isEqualTo("8080");
        assertThat(port.path("changeable").asBoolean()).isFalse();
        assertThat(port.has("choices")).isFalse();
        JsonNode level = setting("log.level");
        assertThat(level.path("form").asString()).isEqualTo("choice");
        assertThat(level.path("choices").valueStream().map(JsonNode::asString))
                .containsExactly("error", "warn", "info", "debug", "trace");
        assertThat(level.path("changeable").asBoolean()).isTrue();
        assertThat(setting("http.drain").path("form").asString()).isEqualTo("duration");
        assertThat(setting("http.limit.body").path("form").asString()).isEqualTo("bytes");
        assertThat(setting("packages.orders.password").path("value").asString()).isEqualTo("********");
    }

    @Test
    void one_that_can_change_holds_at_once_and_the_change_is_noted() throws Exception {
        assertThat(client.status().path("monitor").path("on").asBoolean()).isFalse();

        JsonNode changed = JsonText.read(change("monitor.always", "true").body());

        assertThat(changed.path("value").asString()).isEqualTo("true");
        assertThat(changed.path("origin").asString()).isEqualTo("changed while running");
        assertThat(client.status().path("monitor").path("on").asBoolean()).isTrue();
        JsonNode noted = audit("monitor.always");
        assertThat(noted.path("from").asString()).isEqualTo("false");
        assertThat(noted.path("to").asString()).isEqualTo("true");
        assertThat(noted.path("who").asString()).startsWith("127.0.0.1:");
        assertThat(Instant.parse(noted.path("at").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        change("monitor.always", "false");
        assertThat(client.status().path("monitor").path("on").asBoolean()).isFalse();
    }

    @Test
    void a_switch_that_others_turn_is_told_as_it_is() throws Exception {
        client.switchTracker(true);
        assertThat(setting("tracker.enabled").path("value").asString()).isEqualTo("true");
        assertThat(setting("tracker.enabled").path("origin").asString()).isEqualTo("changed while running");

        assertThat(change("tracker.enabled", "false").statusCode()).isEqualTo(200);
        assertThat(client.status().path("tracker").path("on").asBoolean()).isFalse();
    }

    @Test
    void the_access_log_is_switched_on_and_off() throws Exception {
        Path file = folder.resolve("access.log");
        assertThat(change("http.access-log", file.toString()).statusCode()).isEqualTo(200);
        client.get("/health/live?by=switched-on");
        Eventually.until("the line", () -> Files.readString(file).contains("by=switched-on"));

        assertThat(change("http.access-log", "").statusCode()).isEqualTo(200);
        client.get("/health/live?by=switched-off");
        assertThat(Files.readString(file)).doesNotContain("switched-off");
        assertThat(setting("http.access-log").path("value").asString()).isEmpty();
    }

    @Test
    void an_access_log_that_cannot_be_written_changes_nothing() throws Exception {
        HttpResponse<String> refused =
                change("http.access-log", folder.resolve("missing/a.log").toString());

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("cannot be written");
    }

    @Test
    void one_that_needs_a_restart_says_with_which_flag() throws Exception {
        HttpResponse<String> port = change("http.port", "9000");
        assertThat(port.statusCode()).isEqualTo(409);
        assertThat(port.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(port.body()).contains("restart the server with --set http.port=9000");

        assertThat(change("cors.origins", "http://a.example, http://b.example").body())
                .contains("--set 'cors.origins=http://a.example, http://b.example'");
        assertThat(change("admin.token", "other").body())
                .doesNotContain("other")
                .contains("admin.token=***");
    }

    @Test
    void what_is_no_value_or_no_setting_is_refused() throws Exception {
        HttpResponse<String> wrong = change("log.level", "loud");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(JsonText.read(wrong.body()).at("/errors/0/pointer").asString())
                .isEqualTo("#/value");
        assertThat(JsonText.read(wrong.body()).at("/errors/0/detail").asString())
                .startsWith("expected one of error, warn");
        assertThat(change("http.port", "many").statusCode()).isEqualTo(422);
        assertThat(change("http.prot", "1").statusCode()).isEqualTo(404);
        assertThat(client.json("PUT", SETTINGS + "log.level", "{\"value\": null}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(client.json("PUT", SETTINGS + "tracker.enabled", "{\"value\": false}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_logger_gets_a_level_of_its_own_and_loses_it() throws Exception {
        JsonNode root =
                JsonText.read(client.get("/admin/loggers").body()).path("items").path(0);
        assertThat(root.path("name").asString()).isEqualTo("ROOT");
        assertThat(root.path("level").asString())
                .isEqualTo(root.path("effectiveLevel").asString());

        JsonNode set =
                JsonText.read(level("vesper.launcher.steering", "\"debug\"").body());
        assertThat(set.path("level").asString()).isEqualTo("DEBUG");
        assertThat(set.path("effectiveLevel").asString()).isEqualTo("DEBUG");
        assertThat(LogLevels.find("vesper.launcher.steering.ChangeLog")
                        .orElseThrow()
                        .effective())
                .isEqualTo("DEBUG");
        assertThat(audit("logger:vesper.launcher.steering").path("to").asString())
                .isEqualTo("DEBUG");

        JsonNode unset = JsonText.read(level("vesper.launcher.steering", "null").body());
        assertThat(unset.has("level")).isFalse();
        assertThat(unset.path("effectiveLevel").asString())
                .isEqualTo(root.path("effectiveLevel").asString());
    }

    @Test
    void loggers_and_levels_that_are_none_are_refused() throws Exception {
        assertThat(level("nobody.logs.here", "\"INFO\"").statusCode()).isEqualTo(404);
        assertThat(level("vesper", "\"LOUD\"").statusCode()).isEqualTo(422);
        assertThat(level("ROOT", "null").statusCode()).isEqualTo(422);
    }

    private static HttpResponse<String> change(String key, String value) throws Exception {
        return client.json("PUT", SETTINGS + key, "{\"value\": \"" + value + "\"}");
    }

    private static HttpResponse<String> level(String logger, String level) throws Exception {
        return client.json("PUT", "/admin/loggers/" + logger, "{\"level\": " + level + "}");
    }

    private static JsonNode setting(String key) throws Exception {
        return itemWith("/admin/settings", key);
    }

    private static JsonNode audit(String key) throws Exception {
        return itemWith("/admin/audit", key);
    }

    private static JsonNode itemWith(String path, String key) throws Exception {
        return JsonText.read(client.get(path).body())
                .path("items")
                .valueStream()
                .filter(item -> item.path("key").asString().equals(key))
                .findFirst()
                .orElseThrow();
    }
}
