package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Method;
import vesper.http.Response;

/** Filters that packages bring. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FiltersTest {
    private static final String IMPORTS = """
            import org.springframework.stereotype.*
            import org.springframework.web.bind.annotation.*
            import vesper.http.Handler
            import vesper.http.Request
            import vesper.http.Response
            import vesper.rest.Filter
            import vesper.rest.*
            """;

    private @TempDir Path folder;

    private Server server() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }

    private void source(String path, String code) throws IOException {
        write(folder, path, IMPORTS + code);
    }

    /** A filter that adds its name to the field X-Way of each response. */
    private void marking(String file, String name, String attributes) throws IOException {
        source(file, """
                @Filter(%s)
                class %s {
                    Response handle(Request request, Handler next) {
                        next.handle(request).header('X-Way', '%s')
                    }
                }
                """.formatted(attributes, name, name));
    }

    private void orders(String packageName) throws IOException {
        source(packageName + "/code/Orders.groovy", """
                @RestController @RequestMapping('%s')
                class Orders {
                    @GetMapping Map all() { [said: 'all'] }
                    @GetMapping('{id}') Map one(@PathVariable int id) { [said: 'one'] }
                    @GetMapping('files/**') Map files() { [said: 'file'] }
                    @GetMapping('letters/{text:[a-z/]+}') Map letters(@PathVariable String text) { [said: text] }
                    @GetMapping('broken/now') Map broken() { throw new IllegalStateException('secret') }
                    @RunOn(RunOn.Threads.PLATFORM) @GetMapping('slow/now') Map slow() { [said: 'slow'] }
                    @GetMapping('later/broken') java.util.concurrent.CompletionStage later() {
                        java.util.concurrent.CompletableFuture.failedStage(new IllegalStateException('secret'))
                    }
                }
                """.formatted(packageName));
    }

    private static List<String> way(Response response) {
        return response.headers("X-Way");
    }

    @Test
    void a_filter_answers_itself_and_its_package_is_not_called() throws IOException {
        orders("shop");
        source("shop/code/Keys.groovy", """
                @Filter
                class Keys {
                    Response check(Request request, Handler next) {
                        request.headers().first('X-Key').orElse('') == 'right' ? next.handle(request) : Response.of(401)
                    }
                }
                """);
        orders("other");

        try (Server server = server()) {
            assertThat(server.get("/api/shop/7").status()).isEqualTo(401);
            assertThat(server.ask(Method.HEAD, "/api/shop", "").status()).isEqualTo(401);
            assertThat(server.get("/api/shop/7", "X-Key", "right").status()).isEqualTo(200);
            assertThat(server.get("/api/other/7").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/shop",
                "/api/shop/",
                "//api//shop/7",
                "/api/shop/7/",
                "/api/%73hop/7",
                "/%61pi/shop/broken/now",
                "/api/shop/7;x=y",
                "/api/%73hop/%FF",
                "/api/s%68op/files/%80",
                "/api/s%68op/files/a/%C0%AF"
            })
    void no_spelling_of_a_path_evades_a_filter(String path) throws IOException {
        orders("shop");
        source("shop/code/Closed.groovy", """
                @Filter(path = '/api/shop/**')
                class Closed { Response handle(Request request, Handler next) { Response.of(403) } }
                """);

        try (Server server = server()) {
            assertThat(server.get(path).status()).isIn(400, 403, 404);
            assertThat(server.get("/api/shop/7").status()).isEqualTo(403);
        }
    }

    @Test
    void an_encoded_slash_evades_no_filter_that_has_the_pattern_of_its_route() throws IOException {
        orders("shop");
        source("shop/code/Closed.groovy", """
                @Filter(path = '/api/shop/letters/{text:[a-z/]+}')
                class Closed { Response handle(Request request, Handler next) { Response.of(403) } }
                """);

        try (Server server = server()) {
            assertThat(server.get("/api/shop/letters/ab").status()).isEqualTo(403);
            assertThat(server.get("/api/shop/letters/a%2Fb").status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/shop",
                "/api/shop/7",
                "/api/shop/seven",
                "/api/shop/broken/now",
                "/api/shop/slow/now",
                "/api/shop/later/broken"
            })
    void a_filter_sees_the_response_whatever_happens(String path) throws IOException {
        orders("shop");
        source("shop/code/Statuses.groovy", """
                @Filter
                class Statuses {
                    Response handle(Request request, Handler next) {
                        def response = next.handle(request)
                        response.header('X-Way', response.status() as String)
                    }
                }
                """);

        try (Server server = server()) {
            Response response = server.get(path);
            assertThat(way(response)).containsExactly(String.valueOf(response.status()));
            assertThat(Server.text(response)).doesNotContain("secret");
        }
    }

    @Test
    void filters_are_called_in_their_order_for_the_paths_of_their_patterns() throws IOException {
        orders("shop");
        marking("shop/code/Outer.groovy", "Outer", "order = 1");
        marking("shop/code/Inner.groovy", "Inner", "order = 2, path = ['/api/shop/{id:[0-9]+}', '/api/shop/slow/**']");
        marking("shop/code/Last.groovy", "Last", "order = 3, path = '/api/shop/*/now'");

        try (Server server = server()) {
            assertThat(way(server.get("/api/shop"))).containsExactly("Outer");
            assertThat(way(server.get("/api/shop/7"))).containsExactly("Inner", "Outer");
            assertThat(way(server.get("/api/shop/slow/now"))).containsExactly("Last", "Inner", "Outer");
        }
    }

    @Test
    void files_of_the_web_folder_and_collections_are_filtered_too() throws IOException {
        write(folder, "shop/web/page.html", "<p>page</p>");
        write(folder, "shop/package.properties", "documents.notes=memory\n");
        marking("shop/code/Mark.groovy", "Mark", "");

        try (Server server =
                Server.withDocuments(HostingSettings.of(folder).unwatched(), folder.resolveSibling("documents"))) {
            Response page = server.get("/shop/page.html");
            assertThat(page.status()).isEqualTo(200);
            assertThat(way(page)).containsExactly("Mark");
            Response put = server.ask(Method.PUT, "/api/notes/a", "{\"n\":1}", "Content-Type", "application/json");
            assertThat(put.status()).isEqualTo(201);
            assertThat(way(put)).containsExactly("Mark");
            Response missing = server.get("/api/notes/b");
            assertThat(missing.status()).isEqualTo(404);
            assertThat(way(missing)).containsExactly("Mark");
        }
    }

    @Test
    void a_filter_for_everywhere_covers_all_packages_until_its_package_stops() throws IOException {
        orders("shop");
        marking("guard/code/Guard.groovy", "Guard", "everywhere = true");
        marking("shop/code/Own.groovy", "Own", "order = -5");

        try (Server server = server()) {
            assertThat(way(server.get("/api/shop"))).containsExactly("Own", "Guard");
            marking("guard/code/Guard.groovy", "Guarded", "everywhere = true, path = '/api/shop/{id}'");
            server.packages.reload("guard");
            assertThat(way(server.get("/api/shop"))).containsExactly("Own");
            assertThat(way(server.get("/api/shop/7"))).containsExactly("Own", "Guarded");
            server.packages.stop("guard");
            assertThat(way(server.get("/api/shop/7"))).containsExactly("Own");
        }
    }

    @Test
    void a_renamed_package_takes_its_filter_for_everywhere_along() throws IOException {
        orders("shop");
        marking("guard/code/Guard.groovy", "Guard", "everywhere = true");

        try (Server server = server()) {
            write(folder, "guard/package.properties", "name=other\n");
            server.packages.reload("guard");
            assertThat(way(server.get("/api/shop"))).containsExactly("Guard");
            server.packages.stop("other");
            assertThat(way(server.get("/api/shop"))).isEmpty();
        }
    }

    @Test
    void a_changed_filter_takes_effect_and_one_that_does_not_start_leaves_the_former() throws IOException {
        orders("shop");
        marking("shop/code/Mark.groovy", "One", "");

        try (Server server = server()) {
            assertThat(way(server.get("/api/shop"))).containsExactly("One");
            marking("shop/code/Mark.groovy", "Two", "");
            server.packages.reload("shop");
            assertThat(way(server.get("/api/shop"))).containsExactly("Two");
            marking("shop/code/Mark.groovy", "Three", "path = 'api/shop'");
            server.packages.reload("shop");
            assertThat(way(server.get("/api/shop"))).containsExactly("Two");
        }
    }

    @Test
    void a_filter_uses_components() throws IOException {
        orders("shop");
        source("shop/code/Allowed.groovy", "@Component class Allowed { boolean key(String key) { key == 'k' } }");
        source("shop/code/Keys.groovy", """
                @Filter
                class Keys {
                    private final Allowed allowed
                    Keys(Allowed allowed) { this.allowed = allowed }
                    Response check(Request request, Handler next) {
                        allowed.key(request.headers().first('X-Key').orElse('')) ? next.handle(request) : Response.of(401)
                    }
                }
                """);

        try (Server server = server()) {
            assertThat(server.get("/api/shop").status()).isEqualTo(401);
            assertThat(server.get("/api/shop", "X-Key", "k").status()).isEqualTo(200);
        }
    }

    @Test
    void a_filter_that_can_never_be_called_fails_its_package() throws IOException {
        orders("shop");
        marking("shop/code/Mark.groovy", "Mark", "path = '/shop/**'");

        assertFailure(
                "@Filter Mark (shop/code/Mark.groovy) with the path /shop/** matches no path of this package; it has /api/shop, /api/shop/broken");
    }

    @Test
    void each_pattern_of_a_filter_must_match() throws IOException {
        orders("shop");
        marking("shop/code/Mark.groovy", "Mark", "path = ['/api/shop/**', '/api/shpo/**']");

        assertFailure("@Filter Mark (shop/code/Mark.groovy) with the path /api/shpo/** matches no path");
    }

    @Test
    void an_order_that_has_no_effect_fails_the_package() throws IOException {
        orders("shop");
        source("shop/code/Mark.groovy", """
                @Filter @org.springframework.core.annotation.Order(1) class Mark {
                    Response handle(Request request, Handler next) { next.handle(request) }
                }
                """);

        assertFailure("@Order has no effect on a filter; write @Filter(order = …)");
    }

    @Test
    void a_filter_without_its_method_fails_its_package() throws IOException {
        orders("shop");
        source("shop/code/Mark.groovy", "@Filter class Mark { Response handle(Request request) { null } }");

        assertFailure("@Filter Mark (shop/code/Mark.groovy): it has 0 public methods of the form");
        assertFailure("It has public vesper.http.Response handle(vesper.http.Request)");
    }

    @Test
    void a_pattern_that_is_none_fails_its_package() throws IOException {
        orders("shop");
        marking("shop/code/Mark.groovy", "Mark", "path = '/api/{shop'");

        assertFailure("@Filter Mark (shop/code/Mark.groovy): braces do not match in /api/{shop");
    }

    private void assertFailure(String part) throws IOException {
        try (Server server = server()) {
            assertThat(server.state("shop")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("shop").failure().orElseThrow()).contains(part);
        }
    }

    @Test
    void a_filter_that_throws_is_answered_by_500_and_its_words_stay_inside() throws IOException {
        orders("shop");
        source("shop/code/Mark.groovy", """
                @Filter class Mark {
                    Response handle(Request request, Handler next) { throw new IllegalStateException('secret') }
                }
                """);

        try (Server server = server()) {
            Response response = server.get("/api/shop");
            assertThat(response.status()).isEqualTo(500);
            assertThat(Server.text(response)).doesNotContain("secret");
        }
    }

    @Test
    void an_outer_filter_sees_the_response_to_what_an_inner_one_throws() throws IOException {
        orders("shop");
        marking("shop/code/Outer.groovy", "Outer", "order = 1");
        source("shop/code/Inner.groovy", """
                @Filter(order = 2) class Inner {
                    Response handle(Request request, Handler next) { throw new IllegalStateException('secret') }
                }
                """);

        try (Server server = server()) {
            Response response = server.get("/api/shop");
            assertThat(response.status()).isEqualTo(500);
            assertThat(way(response)).containsExactly("Outer");
        }
    }

    @Test
    void a_mapping_with_a_percent_sign_is_filtered() throws IOException {
        source("shop/code/Odd.groovy", "@RestController class Odd { @GetMapping('x%20y') Map x() { [said: 'x'] } }");
        marking("shop/code/Mark.groovy", "Mark", "path = '/api/x%20y'");

        try (Server server = server()) {
            assertThat(way(server.get("/api/x%20y"))).containsExactly("Mark");
        }
    }
}
