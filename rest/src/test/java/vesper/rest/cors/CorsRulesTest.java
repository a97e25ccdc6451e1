package vesper.rest.cors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;
import vesper.rest.Services;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.controllers.ControllerMethod;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/** CORS header fields, as the Fetch standard requires them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CorsRulesTest {
    private static final String APP = "https://app.example.com";
    private static final List<String> NOTHING = List.of();
    private static final Response SAME = Response.of(200);

    @RestController
    @CrossOrigin(origins = APP, exposedHeaders = "X-Total")
    public static class Open {
        @GetMapping("open")
        public String get() {
            return "open";
        }

        @PutMapping("open")
        @CrossOrigin(origins = "https://*.partner.example", allowCredentials = "true", maxAge = 60)
        public String put() {
            return "put";
        }

        @GetMapping("failing")
        public String failing() {
            throw ProblemType.ofStatus(409).because("taken").exception();
        }

        @GetMapping("same")
        public Response same() {
            return SAME;
        }

        @GetMapping("later")
        public CompletionStage<String> later() {
            return CompletableFuture.completedFuture("later");
        }
    }

    @RestController
    public static class Closed {
        @GetMapping("closed")
        public String get() {
            return "closed";
        }

        @DeleteMapping("closed")
        public void delete() {}
    }

    @RestController
    public static class Picky {
        @GetMapping(path = "picky", produces = "application/json")
        public String get() {
            return "{}";
        }

        @PostMapping(path = "picky", consumes = "application/json")
        public void post() {}
    }

    @RestController
    @CrossOrigin
    public static class Public {
        @GetMapping("public")
        public String get() {
            return "public";
        }
    }

    @RestController
    @CrossOrigin(allowCredentials = "true")
    public static class Careless {
        @GetMapping("careless")
        public String get() {
            return "careless";
        }
    }

    private final Services services = Services.of(new Open(), new Closed(), new Public());

    @Test
    void a_page_of_an_origin_that_is_named_may_read_the_answer() {
        Services.Answer answer = services.get("/api/open", "Origin", APP);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(APP);
        assertThat(answer.header("Access-Control-Expose-Headers")).isEqualTo("X-Total");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(answer.header("Vary")).isEqualTo("Origin");
        assertThat(answer.body()).isEqualTo("open");
    }

    @Test
    void others_are_answered_without_the_fields_and_caches_are_told_that_it_depends() {
        for (String origin : List.of("https://evil.example", "null", "https://app.example.com.evil.example")) {
            Services.Answer answer = services.get("/api/open", "Origin", origin);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.header("Vary")).isEqualTo("Origin");
        }
        assertThat(services.get("/api/open").header("Vary")).isEqualTo("Origin");
        assertThat(services.get("/api/open").header("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void failures_and_late_answers_can_be_read_as_well() {
        Services.Answer failed = services.get("/api/failing", "Origin", APP);
        assertThat(failed.status()).isEqualTo(409);
        assertThat(failed.header("Access-Control-Allow-Origin")).isEqualTo(APP);
        Services.Answer later = services.get("/api/later", "Origin", APP);
        assertThat(later.status()).isEqualTo(200);
        assertThat(later.header("Access-Control-Allow-Origin")).isEqualTo(APP);
    }

    @Test
    void a_handler_may_answer_with_the_same_object_again() {
        services.get("/api/same", "Origin", APP);
        Services.Answer second = services.get("/api/same", "Origin", APP);
        assertThat(second.response().headers("Access-Control-Allow-Origin")).containsExactly(APP);
        Services.Answer other = services.get("/api/same", "Origin", "https://evil.example");
        assertThat(other.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void a_preflight_for_a_path_with_a_slash_at_its_end_is_that_for_the_path_without() {
        assertThat(services.get("/api/open/", "Origin", APP).body()).isEqualTo("open");
        assertThat(preflight(services.router(), "/api/open/", APP, "GET").header("Access-Control-Allow-Origin"))
                .hasValue(APP);
    }

    @Test
    void without_annotation_or_setting_there_is_not_a_field_and_not_a_handler_more() {
        Services.Answer answer = services.get("/api/closed", "Origin", APP);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(answer.header("Vary")).isEmpty();
        Response preflight = preflight(services.router(), "/api/closed", APP, "GET");
        assertThat(preflight.status()).isEqualTo(200);
        assertThat(preflight.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(services.router().routes())
                .filteredOn(route -> route.pattern().endsWith("closed"))
                .isNotEmpty()
                .allSatisfy(route -> assertThat(route.handler()).isInstanceOf(ControllerMethod.class));
    }

    @Test
    void every_origin_may_read_what_is_open_to_all() {
        Services.Answer answer = services.get("/api/public", "Origin", "https://anybody.example");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(answer.header("Vary")).isEmpty();
    }

    @Test
    void a_preflight_is_answered_for_the_method_that_is_to_come() {
        Response answer = preflight(
                services.router(),
                "/api/open",
                "https://a.b.partner.example",
                "PUT",
                "Access-Control-Request-Headers",
                "content-type,x-own");
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Access-Control-Allow-Origin")).hasValue("https://a.b.partner.example");
        assertThat(answer.header("Access-Control-Allow-Methods")).hasValue("PUT");
        assertThat(answer.header("Access-Control-Allow-Headers")).hasValue("content-type, x-own");
        assertThat(answer.header("Access-Control-Allow-Credentials")).hasValue("true");
        assertThat(answer.header("Access-Control-Max-Age")).hasValue("60");
        assertThat(answer.header("Vary"))
                .hasValue("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/open, https://partner.example, PUT",
        "/api/open, https://evilpartner.example, PUT",
        "/api/open, http://a.partner.example, PUT",
        "/api/open, https://a.partner.example:8443, PUT",
        "/api/open, https://a.partner.example, GET",
        "/api/open, https://app.example.com, DELETE",
        "/api/open, https://app.example.com, get",
        "/api/open, https://app.example.com, NONE",
        "/api/nowhere, https://app.example.com, GET",
    })
    void a_preflight_for_what_is_not_allowed_allows_nothing(String path, String origin, String method) {
        assertThat(preflight(services.router(), path, origin, method).header("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void settings_hold_for_routes_that_do_not_say_themselves() {
        Router router = router(new CorsRules(
                List.of(APP), Set.of(Method.GET), List.of("X-Own"), NOTHING, true, Duration.ofMinutes(5)));
        assertThat(preflight(router, "/api/closed", APP, "GET").header("Access-Control-Allow-Credentials"))
                .hasValue("true");
        assertThat(preflight(router, "/api/closed", APP, "DELETE").header("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(preflight(router, "/api/closed", APP, "GET", "Access-Control-Request-Headers", "x-own")
                        .header("Access-Control-Allow-Headers"))
                .hasValue("x-own");
        assertThat(preflight(router, "/api/closed", APP, "GET", "Access-Control-Request-Headers", "x-own, x-other")
                        .header("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(preflight(router, "/api/open", APP, "GET").header("Access-Control-Allow-Credentials"))
                .isEmpty();
    }

    /**
     * A page of an origin. Returns the responses that the rules of browsers let it read; empty if they withhold one.
     */
    private record Page(HttpServer server, String origin) {
        Optional<HttpResponse<String>> ask(String method, String path, String... fields) throws Exception {
            try (HttpClient browser = HttpClient.newHttpClient()) {
                URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
                boolean isSimple = fields.length == 0 && (method.equals("GET") || method.equals("POST"));
                if (!isSimple && !isAllowed(browser, uri, method, fields)) return Optional.empty();
                HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                        .method(
                                method,
                                method.equals("GET")
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString("a,b"))
                        .header("Origin", origin);
                if (fields.length > 0) request.headers(fields);
                HttpResponse<String> answer = browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.headers().allValues("Access-Control-Allow-Origin"))
                        .hasSizeLessThan(2);
                return Optional.of(answer).filter(this::mayRead);
            }
        }

        private boolean isAllowed(HttpClient browser, URI uri, String method, String... fields) throws Exception {
            HttpRequest.Builder question = HttpRequest.newBuilder(uri)
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .header("Origin", origin)
                    .header("Access-Control-Request-Method", method);
            for (int i = 0; i < fields.length; i += 2) question.header("Access-Control-Request-Headers", fields[i]);
            HttpResponse<String> answer = browser.send(question.build(), HttpResponse.BodyHandlers.ofString());
            return mayRead(answer)
                    && answer.statusCode() / 100 == 2
                    && answer.headers()
                            .allValues("Access-Control-Allow-Methods")
                            .contains(method);
        }

        private boolean mayRead(HttpResponse<String> answer) {
            return answer.headers()
                    .firstValue("Access-Control-Allow-Origin")
                    .filter(origin::equals)
                    .isPresent();
        }

        int status(String method, String path, String... fields) throws Exception {
            return ask(method, path, fields).map(HttpResponse::statusCode).orElse(0);
        }
    }

    @Test
    void a_page_may_read_why_no_route_answers_it() throws Exception {
        Router router = router(new CorsRules(
                List.of(APP), Set.of(), List.of("X-Own", "Accept", "Content-Type"), NOTHING, false, Duration.ZERO));
        try (HttpServer server = HttpServer.start(HttpSettings.DEFAULTS, router, List.of())) {
            Page page = new Page(server, APP);
            assertThat(page.status("GET", "/api/closed")).isEqualTo(200);
            assertThat(page.status("GET", "/api/nowhere")).isEqualTo(404);
            assertThat(page.status("DELETE", "/api/nowhere", "X-Own", "1")).isEqualTo(404);
            assertThat(page.status("POST", "/api/closed")).isEqualTo(405);
            assertThat(page.status("PUT", "/api/closed", "X-Own", "1")).isEqualTo(405);
            assertThat(page.status("GET", "/api/picky", "Accept", "image/png")).isEqualTo(406);
            assertThat(page.status("POST", "/api/picky", "Content-Type", "text/csv"))
                    .isEqualTo(415);
            assertThat(page.status("GET", "/api/%ff")).isEqualTo(400);
            assertThat(page.ask("GET", "/api/nowhere").orElseThrow().body()).contains("No resource at /api/nowhere");

            Page other = new Page(server, "https://evil.example");
            for (String path : List.of("/api/closed", "/api/nowhere", "/api/picky", "/api/%ff"))
                assertThat(other.ask("GET", path, "Accept", "image/png")).isEmpty();
            assertThat(other.ask("POST", "/api/closed")).isEmpty();
        }
    }

    @Test
    void where_a_path_has_routes_these_say_who_may_read_that_none_of_them_fits() {
        Response wrongMethod =
                services.router().handle(Request.of(Method.POST, "/api/open", Headers.of("Origin", APP), new byte[0]));
        assertThat(wrongMethod.status()).isEqualTo(405);
        assertThat(wrongMethod.header("Access-Control-Allow-Origin")).hasValue(APP);
        assertThat(wrongMethod.header("Vary")).hasValue("Origin");
        Response closed = services.router()
                .handle(Request.of(Method.POST, "/api/closed", Headers.of("Origin", APP), new byte[0]));
        assertThat(closed.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(closed.header("Vary")).isEmpty();
    }

    @Test
    void a_route_with_another_handler_before_it_still_answers_preflights() {
        Router router = new Router(new Codec(false));
        List<Route> routes = new Controllers(new Codec(false), Runnable::run)
                .routesOf(new Open(), "/api", "T").stream()
                        .map(route ->
                                route.withHandler(request -> route.handler().handle(request)))
                        .toList();
        router.publish("open", routes);
        assertThat(preflight(router, "/api/open", APP, "GET").header("Access-Control-Allow-Origin"))
                .hasValue(APP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.example.com",
                "https://",
                "https://*",
                "https://app.*.com",
                "https://*app.example.com",
                "null",
                "*.example.com",
                "https://app.example.com/path",
                "https://user@app.example.com",
                "https://a.example,https://b.example",
                "",
                "https://*."
            })
    void what_is_no_origin_is_refused_at_the_start(String origin) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CorsRules(List.of(origin), Set.of(), NOTHING, NOTHING, false, Duration.ZERO));
    }

    @Test
    void any_origin_and_credentials_are_refused_at_the_start() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Services.of(new Careless()))
                .withMessageContaining("credentials cannot be combined with the origin *");
    }

    @Test
    void an_origin_with_a_port_is_another_one() {
        OriginPattern pattern = OriginPattern.parse("http://localhost:3000");
        assertThat(pattern.matches("http://localhost:3000")).isTrue();
        assertThat(pattern.matches("http://localhost")).isFalse();
        assertThat(pattern.matches("http://localhost:30000")).isFalse();
        OriginPattern subdomains = OriginPattern.parse("https://*.example.com:8443");
        assertThat(subdomains.matches("https://a.example.com:8443")).isTrue();
        assertThat(subdomains.matches("https://a.example.com")).isFalse();
        assertThat(subdomains.matches("https://evil.example/.example.com:8443")).isFalse();
    }

    private static Router router(CorsRules origins) {
        Router router = new Router(new Codec(false), false, Optional.of(origins));
        ControllerContext provisions = ControllerContext.defaults(Runnable::run).with(origins);
        Controllers controllers = new Controllers(new Codec(false), Runnable::run, provisions);
        Map.of("closed", new Closed(), "open", new Open(), "picky", new Picky())
                .forEach((owner, controller) -> router.publish(owner, controllers.routesOf(controller, "/api", "T")));
        return router;
    }

    private static Response preflight(Router router, String path, String origin, String method, String... more) {
        String[] fields = new String[4 + more.length];
        fields[0] = "Origin";
        fields[1] = origin;
        fields[2] = "Access-Control-Request-Method";
        fields[3] = method;
        System.arraycopy(more, 0, fields, 4, more.length);
        return router.handle(Request.of(Method.OPTIONS, path, Headers.of(fields), new byte[0]));
    }
}
