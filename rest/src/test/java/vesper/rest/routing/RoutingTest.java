package vesper.rest.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.codec.Codec;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.access.Permission;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RoutingTest {
    private final Router router = new Router();

    @Test
    void the_most_specific_pattern_wins_whatever_the_order() {
        publish("GET /a/**", "GET /a/{x}", "GET /a/{x}/c", "GET /a/{x:[0-9]+}", "GET /a/b", "GET /a/b/c");
        assertThat(routeOf("/a/b")).isEqualTo("GET /a/b");
        assertThat(routeOf("/a/17")).isEqualTo("GET /a/{x:[0-9]+}");
        assertThat(routeOf("/a/z")).isEqualTo("GET /a/{x}");
        assertThat(routeOf("/a/b/c")).isEqualTo("GET /a/b/c");
        assertThat(routeOf("/a/z/c")).isEqualTo("GET /a/{x}/c");
        assertThat(routeOf("/a/z/d/e")).isEqualTo("GET /a/**");
        assertThat(routeOf("/a")).isEqualTo("GET /a/**");
    }

    @Test
    void the_destination_of_a_request_is_its_route_and_whom_that_is_for() {
        publish("GET /orders/{id}");
        router.publish("shop", List.of(), List.of(new Prefix("/shop", _ -> Response.of(200))));
        router.publish("health", List.of(route("GET /health/live").forAudience(Audience.HEALTH)));

        assertThat(destination(Method.GET, "/health/live"))
                .isEqualTo(new Destination("GET /health/live", Audience.HEALTH));
        assertThat(destination(Method.HEAD, "/health/live").audience()).isEqualTo(Audience.HEALTH);
        assertThat(destination(Method.GET, "/orders/7"))
                .isEqualTo(new Destination("GET /orders/{id}", Audience.SERVICE));
        assertThat(destination(Method.GET, "/orders/7?x=/health/live").audience())
                .isEqualTo(Audience.SERVICE);
        assertThat(destination(Method.GET, "/shop/a")).isEqualTo(new Destination("GET /shop/**", Audience.SERVICE));
        assertThat(destination(Method.GET, "/health/live/x")).isEqualTo(Destination.UNKNOWN);
        assertThat(destination(Method.GET, "/orders/%FF")).isEqualTo(Destination.UNKNOWN);
    }

    @Test
    void a_request_that_no_route_handles_has_the_audience_of_its_path() {
        router.publish(
                "admin",
                List.of(route("GET /admin/status").forAudience(Audience.OPERATOR)),
                List.of(new Prefix("/admin", "vesper", _ -> Response.of(404), Audience.OPERATOR)));

        for (String path : List.of("/admin", "/admin/", "/admin/nothing", "/admin/status/x", "/admin//status")) {
            assertThat(destination(Method.GET, path).audience()).as(path).isEqualTo(Audience.OPERATOR);
        }
        assertThat(destination(Method.DELETE, "/admin/status")).isEqualTo(new Destination("", Audience.OPERATOR));
        assertThat(destination(Method.GET, "/%61dmin/nothing").audience()).isEqualTo(Audience.OPERATOR);
        assertThat(destination(Method.GET, "/administration").audience()).isEqualTo(Audience.SERVICE);
    }

    @Test
    void a_path_has_the_strictest_audience_of_its_routes_in_any_spelling() {
        publish("GET /{x}/status");
        router.publish(
                "admin",
                List.of(route("POST /admin/status").forAudience(Audience.OPERATOR)),
                List.of(new Prefix("/admin", "vesper", _ -> Response.of(404), Audience.OPERATOR)));
        router.publish("metrics", List.of(route("GET /metrics").forAudience(Audience.OPERATOR)));

        for (String path : List.of(
                "/admin",
                "/admin/",
                "/admin/status",
                "/%61dmin//status",
                "//admin/x",
                "/metrics",
                "/metrics/",
                "/m%65trics")) {
            assertThat(router.audienceOf(path)).as(path).isEqualTo(Audience.OPERATOR);
        }
        for (String path : List.of("/", "/orders/status", "/administration", "/metrics/x", "/%FF", "/%zz")) {
            assertThat(router.audienceOf(path)).as(path).isEqualTo(Audience.SERVICE);
        }
    }

    private Destination destination(Method method, String target) {
        return router.of(Request.of(method, target));
    }

    @Test
    void where_newcomers_are_welcome_other_methods_are_told_what_is_allowed() {
        assertThat(call(Method.POST, "/").status()).isEqualTo(404);
        router.setWelcome(_ -> Response.of(200));

        assertThat(get("/").status()).isEqualTo(200);
        for (Method method : List.of(Method.POST, Method.PUT, Method.DELETE, Method.PATCH, Method.TRACE)) {
            Response answer = call(method, "/");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).hasValue("GET, HEAD, OPTIONS");
        }
        Response options = call(Method.OPTIONS, "/");
        assertThat(options.status()).isEqualTo(200);
        assertThat(options.header("Allow")).hasValue("GET, HEAD, OPTIONS");
        assertThat(call(Method.POST, "/other").status()).isEqualTo(404);

        publish("POST /");
        assertThat(call(Method.POST, "/").status()).isEqualTo(200);
        assertThat(call(Method.DELETE, "/").header("Allow")).hasValue("POST, OPTIONS");
    }

    @Test
    void a_way_that_ends_in_nothing_is_left_for_the_next() {
        publish("GET /a/b/x", "GET /a/{y}/z", "GET /{w}/b/v");
        assertThat(routeOf("/a/b/z")).isEqualTo("GET /a/{y}/z");
        assertThat(routeOf("/a/b/v")).isEqualTo("GET /{w}/b/v");
        assertThat(get("/a/b/q").status()).isEqualTo(404);
    }

    @Test
    void a_more_general_pattern_answers_the_methods_that_a_more_specific_one_does_not() {
        publish("GET /orders/{id}", "POST /orders/new");
        assertThat(routeOf("/orders/new")).isEqualTo("GET /orders/{id}");
        Response answer = call(Method.DELETE, "/orders/new");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).hasValue("GET, HEAD, POST, OPTIONS");
    }

    @Test
    void a_path_that_is_exclusive_is_no_other_patterns() {
        router.publish(
                "own",
                List.of(
                        route("GET /orders/{id}"),
                        route("PUT /orders/{id}"),
                        route("GET /{kind}/new"),
                        route("POST /orders/new").asExclusive()));
        assertThat(call(Method.POST, "/orders/new").status()).isEqualTo(200);
        for (Method method : List.of(Method.GET, Method.PUT)) {
            Response answer = call(method, "/orders/new");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).hasValue("POST, OPTIONS");
        }
        assertThat(call(Method.GET, "/orders/newer").status()).isEqualTo(200);
    }

    @Test
    void an_encoded_slash_stays_inside_its_segment_and_encoded_letters_are_the_letters() {
        publish("GET /files/{name}", "GET /plain", "GET /grün/{x}");
        assertThat(routeOf("/files/a%2Fb")).isEqualTo("GET /files/{name}");
        assertThat(routeOf("/pl%61in")).isEqualTo("GET /plain");
        assertThat(routeOf("/gr%C3%BCn/1")).isEqualTo("GET /grün/{x}");
        assertThat(get("/files/a/b").status()).isEqualTo(404);
    }

    @Test
    void a_path_that_is_no_UTF_8_is_refused() {
        publish("GET /files/{name}");
        assertThat(get("/files/%FF").status()).isEqualTo(400);
    }

    @Test
    void a_slash_at_the_end_is_forgiven_where_nothing_else_answers() {
        publish("GET /orders", "GET /files/**");
        assertThat(routeOf("/orders/")).isEqualTo("GET /orders");
        assertThat(routeOf("/files/")).isEqualTo("GET /files/**");
        assertThat(get("/orders//").status()).isEqualTo(404);
        assertThat(get("/").status()).isEqualTo(404);
    }

    @Test
    void HEAD_and_OPTIONS_need_no_routes() {
        publish("GET /orders", "POST /orders");
        assertThat(call(Method.HEAD, "/orders").status()).isEqualTo(200);
        Response options = call(Method.OPTIONS, "/orders");
        assertThat(options.status()).isEqualTo(200);
        assertThat(options.header("Allow")).hasValue("GET, HEAD, POST, OPTIONS");
        assertThat(call(Method.OPTIONS, "/nothing").status()).isEqualTo(404);
    }

    @Test
    void what_nothing_answers_is_a_problem() {
        assertThat(get("/nothing")).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
            assertThat(text(answer))
                    .isEqualTo("{\n  \"type\" : \"about:blank\",\n  \"title\" : \"Not Found\",\n  \"status\" : 404,\n"
                            + "  \"detail\" : \"No resource at /nothing\"\n}");
        });
    }

    @Test
    void routes_that_answer_the_same_requests_are_refused_and_nothing_changes() {
        router.publish("one", List.of(route("GET /orders/{id}")));
        assertThatThrownBy(() -> router.publish("other", List.of(route("GET /new"), route("GET /orders/{number}"))))
                .isInstanceOf(AmbiguousRouteException.class)
                .hasMessageContaining("Source of GET /orders/{id}")
                .hasMessageContaining("Source of GET /orders/{number}");
        assertThat(get("/new").status()).isEqualTo(404);
        assertThat(get("/orders/1").status()).isEqualTo(200);
    }

    @Test
    void the_same_owner_replaces_its_routes_and_withdraws_them() {
        router.publish("one", List.of(route("GET /a"), route("GET /b")));
        router.publish("one", List.of(route("GET /b"), route("GET /c")));
        assertThat(router.routes()).extracting(Route::pattern).containsExactly("/b", "/c");
        assertThat(get("/a").status()).isEqualTo(404);
        router.withdraw("one");
        assertThat(router.routes()).isEmpty();
        assertThat(get("/b").status()).isEqualTo(404);
    }

    @Test
    void a_prefix_answers_what_no_route_does_and_the_longest_one_first() {
        router.publish("shop", List.of(route("GET /shop/open")), List.of(new Prefix("/shop/", _ -> Response.of(503))));
        router.publish("site", List.of(), List.of(new Prefix("/", _ -> Response.of(204))));
        assertThat(get("/shop/open").status()).isEqualTo(200);
        assertThat(call(Method.POST, "/shop/closed/door").status()).isEqualTo(503);
        assertThat(get("/shop").status()).isEqualTo(503);
        assertThat(get("/shopping").status()).isEqualTo(204);
        assertThat(call(Method.POST, "/shop/open").status()).isEqualTo(405);
        assertThat(routeOf("/shop/x")).isEqualTo("GET /shop/**");
        router.withdraw("shop");
        assertThat(get("/shop/x").status()).isEqualTo(204);
    }

    @Test
    void media_types_choose_between_routes_of_one_path() {
        router.publish(
                "one",
                List.of(
                        new Route(Method.POST, "/x", List.of("application/json"), List.of(), answering(201), "json"),
                        new Route(Method.POST, "/x", List.of("text/*"), List.of(), answering(202), "text"),
                        new Route(Method.GET, "/x", List.of(), List.of("application/json"), answering(203), "json"),
                        new Route(Method.GET, "/x", List.of(), List.of("text/csv"), answering(204), "csv")));
        assertThat(post("application/json;charset=UTF-8").status()).isEqualTo(201);
        assertThat(post("text/plain").status()).isEqualTo(202);
        assertThat(post("image/png")).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.header("Accept")).hasValue("application/json, text/*");
        });
        assertThat(accepting("text/csv").status()).isEqualTo(204);
        assertThat(accepting("text/csv;q=0.1, application/json;q=0.2").status()).isEqualTo(203);
        assertThat(accepting("image/png").status()).isEqualTo(406);
    }

    @Test
    void parameters_that_no_route_asks_for_are_a_bad_request_and_headers_hide_the_path() {
        router.publish(
                "one",
                List.of(
                        conditional("/p", List.of("a=1"), List.of()),
                        conditional("/p", List.of("b", "!c"), List.of()),
                        conditional("/h", List.of(), List.of("X-A"))));
        assertThat(routeOf("/p?a=1")).isEqualTo("GET /p");
        assertThat(get("/p?a=2").status()).isEqualTo(400);
        assertThat(text(get("/p?b&c"))).contains("The parameters satisfy none of the conditions: !c; a=1");
        assertThat(get("/p?a=%zz").status()).isEqualTo(400);
        assertThat(get("/h").status()).isEqualTo(404);
        assertThat(call(Method.POST, "/h").status()).isEqualTo(405);
    }

    @Test
    void routes_with_the_same_conditions_are_ambiguous_in_any_order() {
        assertThatThrownBy(() -> router.publish(
                        "one",
                        List.of(
                                conditional("/p", List.of("a", "b"), List.of("X-A")),
                                conditional("/p", List.of("b", "a"), List.of("x-a")))))
                .isInstanceOf(AmbiguousRouteException.class);
    }

    @Test
    void of_conditions_that_are_equally_specific_the_first_of_the_alphabet_decides() {
        router.publish(
                "one", List.of(conditional("/p", List.of("b"), List.of()), conditional("/p", List.of("a"), List.of())));
        Request request = Request.of(Method.GET, "/p?a&b");
        assertThat(router.handle(request).header("By")).hasValue("[a][]");
    }

    @Test
    void of_routes_that_a_client_takes_as_gladly_the_first_of_the_alphabet_answers() {
        Route lines = echoing("/rows", List.of("application/x-ndjson"))
                .withHandler(_ -> Response.of(200).header("By", "lines"));
        Route values = echoing("/rows", List.of("application/json", "application/xml"))
                .withHandler(_ -> Response.of(200).header("By", "values"));
        for (List<Route> order : List.of(List.of(lines, values), List.of(values, lines))) {
            router.publish("one", order);
            Request request = Request.of(Method.GET, "/rows");
            assertThat(router.handle(request).header("By")).hasValue("values");
        }
    }

    @Test
    void wildcards_stand_inside_segments_and_the_narrower_form_goes_first() {
        publish(
                "GET /f/*",
                "GET /f/report-*",
                "GET /f/report-?.csv",
                "GET /f/{name}.csv",
                "GET /f/r{a}-{b}.csv",
                "GET /f/{*rest}");
        assertThat(routeOf("/f/report-7.csv")).isEqualTo("GET /f/report-?.csv");
        assertThat(routeOf("/f/report.csv")).isEqualTo("GET /f/{name}.csv");
        assertThat(routeOf("/f/report-77")).isEqualTo("GET /f/report-*");
        assertThat(routeOf("/f/other")).isEqualTo("GET /f/*");
        assertThat(routeOf("/f/a/b")).isEqualTo("GET /f/{*rest}");
        assertThat(routeOf("/f/report-%F0%9F%98%80.csv")).isEqualTo("GET /f/report-?.csv");
    }

    @Test
    void a_regular_expression_that_does_not_end_is_a_bad_request_soon() {
        publish("GET /slow/{x:(.*-){11}P}", "GET /deep/{x:(a|b|ab)*c}");
        long before = System.nanoTime();
        assertThat(get("/slow/" + "1-".repeat(40)).status()).isEqualTo(400);
        assertThat(get("/deep/" + "ab".repeat(4000)).status()).isEqualTo(400);
        assertThat(System.nanoTime() - before).isLessThan(2_000_000_000L);
        assertThat(routeOf("/slow/" + "1-".repeat(11) + "P")).isEqualTo("GET /slow/{x:(.*-){11}P}");
    }

    @Test
    void endings_choose_the_form_where_that_is_wanted_and_no_path_is_literally_that() {
        Router choosing = new Router(new Codec(false), true, Optional.empty());
        List<Route> routes = new ArrayList<>();
        routes.add(echoing("/orders/{id}", List.of()));
        routes.add(echoing("/orders/list.json", List.of()));
        routes.add(echoing("/only", List.of("application/xml")));
        choosing.publish("test", routes);

        assertThat(said(choosing, "/orders/7.xml")).isEqualTo("/orders/7 as application/xml");
        assertThat(said(choosing, "/orders/7.json?a=b")).isEqualTo("/orders/7 as application/json");
        assertThat(said(choosing, "/orders/7.csv")).isEqualTo("/orders/7.csv as text/html");
        assertThat(said(choosing, "/orders/list.json")).isEqualTo("/orders/list.json as text/html");
        Request request = Request.of(Method.GET, "/only.xml");
        choosing.handle(request);
        assertThat(request.route()).isEqualTo("GET /only");
        assertThat(said(choosing, "/only.json")).isEmpty();
        assertThat(said(choosing, "/.xml")).isEmpty();
        publish("GET /orders/{id}");
        assertThat(get("/only.xml").status()).isEqualTo(404);
    }

    @Test
    void newcomers_are_welcomed_at_the_root_where_nothing_else_answers_it() {
        assertThat(get("/").status()).isEqualTo(404);
        router.setWelcome(_ -> Response.of(200).header("Said", "welcome"));
        assertThat(said(router, "/")).isEqualTo("welcome");
        assertThat(get("/other").status()).isEqualTo(404);
        assertThat(router.handle(Request.of(Method.POST, "/")).status()).isEqualTo(405);

        router.publish(
                "files",
                List.of(),
                List.of(new Prefix("/", _ -> Response.of(200).header("Said", "file"))));
        assertThat(said(router, "/")).isEqualTo("file");
        router.publish("root", List.of(echoing("/", List.of())));
        assertThat(said(router, "/")).startsWith("/ as");
    }

    private static Route echoing(String pattern, List<String> produces) {
        vesper.http.Handler handler = request -> Response.of(200)
                .header("Said", request.path() + " as " + request.headers().firstOrNull("Accept"));
        return new Route(Method.GET, pattern, List.of(), produces, handler, pattern);
    }

    private static String said(Router router, String path) {
        Request request = Request.of(Method.GET, path, Headers.of("accept", "text/html", "X", "y"), new byte[0]);
        return router.handle(request).header("Said").orElse("");
    }

    @Test
    void forms_of_one_place_have_a_bound() {
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i <= 100; i++) routes.add(route("GET /x/{id:[0-9]{" + i + "}}"));
        assertThatThrownBy(() -> router.publish("many", routes)).hasMessageContaining("more than 100 patterns");
    }

    @Test
    void patterns_that_cannot_be_understood_are_refused() {
        for (String pattern : List.of("/a/{", "/a/{x:[}", "/**/a", "/{x}/{x}")) {
            assertThat(catchThrowable(() -> publish("GET " + pattern)))
                    .as(pattern)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_path_of_thousands_of_segments_is_answered_all_the_same() {
        publish("GET /{a}/{b}/{c}", "GET /x/{b}/{c}/{d}");
        assertThat(get("/x".repeat(4000)).status()).isEqualTo(404);
        assertThat(get("/".repeat(8000)).status()).isEqualTo(404);
    }

    private void publish(String... routes) {
        List<Route> all = new ArrayList<>();
        for (String route : routes) all.add(route(route));
        router.publish("test", all);
    }

    private static Route route(String methodAndPattern) {
        String[] parts = methodAndPattern.split(" ");
        String source = "Source of " + methodAndPattern;
        return new Route(Method.valueOf(parts[0]), parts[1], List.of(), List.of(), answering(200), source);
    }

    private static Route conditional(String pattern, List<String> params, List<String> headers) {
        String name = params.toString() + headers;
        vesper.http.Handler handler = _ -> Response.of(200).header("By", name);
        return new Route(
                Method.GET,
                pattern,
                List.of(),
                List.of(),
                params,
                headers,
                handler,
                Optional.empty(),
                Optional.empty(),
                Audience.SERVICE,
                Permission.UNSTATED,
                false,
                name);
    }

    private static vesper.http.Handler answering(int status) {
        return _ -> Response.of(status);
    }

    private String routeOf(String path) {
        Request request = Request.of(Method.GET, path);
        router.handle(request);
        return request.route();
    }

    private Response get(String path) {
        return call(Method.GET, path);
    }

    private Response call(Method method, String path) {
        return router.handle(Request.of(method, path));
    }

    private Response accepting(String accept) {
        return router.handle(Request.of(Method.GET, "/x", Headers.of("Accept", accept), new byte[0]));
    }

    private Response post(String contentType) {
        return router.handle(Request.of(Method.POST, "/x", Headers.of("Content-Type", contentType), new byte[1]));
    }

    private static String text(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), StandardCharsets.UTF_8);
    }

    @Test
    @Timeout(20)
    void a_path_of_nothing_but_slashes_costs_no_more_than_its_length() {
        router.publish("a", List.of(), List.of(new Prefix("/a", _ -> Response.of(200))));
        router.publish("b", List.of(), List.of(new Prefix("/b/c", _ -> Response.of(201))));
        String slashes = "/".repeat(100_000);
        for (int i = 0; i < 200; i++) assertThat(get("/x" + slashes).status()).isEqualTo(404);
        assertThat(get("/a" + slashes).status()).isEqualTo(200);
        assertThat(get("/b/c" + slashes).status()).isEqualTo(201);
        assertThat(get("/b" + slashes).status()).isEqualTo(404);
        assertThat(get("/b/cd").status()).isEqualTo(404);
        assertThat(get("/b/c").status()).isEqualTo(201);
    }
}
