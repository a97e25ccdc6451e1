package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.rules.RuleBook;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesControllersTest {
    private static final String MONITOR = "/admin/monitor/rules";
    private static final String THROTTLING = "/admin/throttling/rules";

    @TempDir
    Path folder;

    private Router router;

    @BeforeEach
    void publish() throws Exception {
        Codec codec = new Codec(false);
        router = new Router(codec);
        Controllers controllers = new Controllers(codec, Runnable::run);
        router.publish(
                "monitor",
                controllers.routesOf(new MonitorRulesController(RuleBook.ofMonitor(folder, _ -> false)), "", "vesper"));
        router.publish(
                "throttling",
                controllers.routesOf(new ThrottlingRulesController(RuleBook.ofThrottling(folder)), "", "vesper"));
    }

    @Test
    void a_rule_is_made_found_changed_and_taken_away() throws Exception {
        Response made = ask(Method.POST, MONITOR, "{\"name\":\"All\",\"mask\":[\"pin\"]}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).contains(MONITOR + "/all");
        assertThat(made.header("ETag")).contains("\"1\"");
        assertThat(body(made)).startsWith("{\"id\":\"all\",\"name\":\"All\",\"enabled\":true,\"priority\":0,");

        assertThat(body(ask(Method.GET, MONITOR, "")))
                .startsWith("{\"items\":[{\"id\":\"all\"")
                .endsWith("]}");
        assertThat(body(ask(Method.GET, MONITOR + "?count=true", ""))).endsWith("],\"total\":1}");
        Response one = ask(Method.GET, MONITOR + "/all", "");
        assertThat(one.header("ETag")).contains("\"1\"");

        Response replaced = ask(Method.PUT, MONITOR + "/all", body(one).replace("\"pin\"", "\"pan\""), "\"1\"");
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.header("ETag")).contains("\"2\"");
        assertThat(body(replaced)).contains("\"pan\"");

        Response patched = ask(Method.PATCH, MONITOR + "/all", "{\"priority\":5}", "\"1\", \"2\"");
        assertThat(body(patched)).contains("\"priority\":5").contains("\"pan\"");

        assertThat(ask(Method.DELETE, MONITOR + "/all", "", "*").status()).isEqualTo(204);
        assertThat(ask(Method.GET, MONITOR + "/all", "").status()).isEqualTo(404);
    }

    @Test
    void the_id_of_a_rule_is_not_changed() throws Exception {
        ask(Method.POST, MONITOR, "{\"name\":\"all\"}");

        for (Method method : List.of(Method.PATCH, Method.PUT)) {
            Response refused = ask(method, MONITOR + "/all", "{\"name\":\"every\",\"id\":\"every\"}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(body(refused)).contains("\"#/id\"", "is made of the name that a rule begins with: all");
            assertThat(ask(method, MONITOR + "/all", "{\"name\":\"every\",\"id\":\"all\"}")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void whoever_changes_what_has_changed_since_is_told_so() throws Exception {
        ask(Method.POST, MONITOR, "{\"name\":\"all\"}");

        for (Method method : new Method[] {Method.PUT, Method.PATCH, Method.DELETE}) {
            Response stale = ask(method, MONITOR + "/all", "{\"name\":\"all\",\"priority\":1}", "\"7\"");
            assertThat(stale.status()).isEqualTo(412);
            assertThat(stale.header("ETag")).contains("\"1\"");
        }
        assertThat(ask(Method.PUT, MONITOR + "/none", "{\"name\":\"a\"}").status())
                .isEqualTo(404);
        assertThat(ask(Method.PUT, MONITOR + "/none", "{\"name\":\"a\"}", "\"1\"")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_rule_that_cannot_be_is_refused_with_every_wrong_field() throws Exception {
        Response refused = ask(Method.POST, MONITOR, "{\"nam\":\"all\",\"share\":2}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.header("Content-Type")).contains("application/problem+json");
        assertThat(body(refused))
                .contains("\"#/name\"", "\"#/share\"", "\"#/nam\"", "is not known, did you mean name?");
        assertThat(ask(Method.POST, MONITOR, "[1]").status()).isEqualTo(400);
        ask(Method.POST, MONITOR, "{\"name\":\"all\"}");
        assertThat(ask(Method.POST, MONITOR, "{\"name\":\"ALL\"}").status()).isEqualTo(409);
    }

    @Test
    void throttling_has_the_same_endpoints() throws Exception {
        Response made =
                ask(Method.POST, THROTTLING, "{\"name\":\"logins\",\"limit\":5,\"every\":\"minute\",\"per\":\"user\"}");

        assertThat(made.status()).isEqualTo(201);
        assertThat(body(made))
                .contains("\"every\":\"minute\",\"window\":\"rolling\",\"per\":\"user\",\"form\":\"problem\"");
        assertThat(body(ask(Method.PATCH, THROTTLING + "/logins", "{\"limit\":6}")))
                .contains("\"limit\":6");
        assertThat(body(ask(
                        Method.PUT, THROTTLING + "/logins", "{\"name\":\"a\",\"status\":[\"5xx\"],\"every\":\"yr\"}")))
                .contains("\"#/limit\"", "\"#/status\"", "expected one of second, minute, hour, day");
        assertThat(body(ask(Method.GET, THROTTLING + "?count=true", ""))).endsWith("\"total\":1}");
        assertThat(ask(Method.DELETE, THROTTLING + "/logins", "").status()).isEqualTo(204);
    }

    private Response ask(Method method, String target, String body) throws Exception {
        return ask(method, target, body, null);
    }

    @Test
    void what_is_not_said_to_be_json_is_refused_and_what_has_no_type_is_taken_for_it() throws Exception {
        for (String path : List.of(MONITOR, MONITOR + "/all", THROTTLING, THROTTLING + "/all")) {
            Method method = path.endsWith("all") ? Method.PUT : Method.POST;
            Response refused = asked(
                    method,
                    path,
                    "{\"name\":\"all\"}",
                    Headers.of("Content-Type", "application/x-www-form-urlencoded"));
            assertThat(refused.status()).isEqualTo(415);
            assertThat(body(refused)).contains("Content-Type must be one of application/json");
            assertThat(refused.header("Accept")).contains("application/json");
        }
        assertThat(asked(Method.POST, MONITOR, "{\"name\":\"all\"}", Headers.NONE)
                        .status())
                .isEqualTo(201);
    }

    private Response ask(Method method, String target, String body, String ifMatch) throws Exception {
        String type = method == Method.PATCH ? "application/merge-patch+json" : "application/json";
        Headers headers = Headers.of("Content-Type", type);
        Headers sent = ifMatch == null ? headers : headers.with("If-Match", ifMatch);
        return asked(method, target, body, sent);
    }

    private Response asked(Method method, String target, String body, Headers headers) throws Exception {
        Response answer = router.handle(Request.of(method, target, headers, body.getBytes(UTF_8)));
        return answer.isLater()
                ? answer.whenReady().orElseThrow().toCompletableFuture().join()
                : answer;
    }

    private static String body(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), UTF_8);
    }
}
