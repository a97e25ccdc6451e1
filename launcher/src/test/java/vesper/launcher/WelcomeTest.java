package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WelcomeTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Greetings {
                @GetMapping('greetings')
                String all() { 'hello' }

                @GetMapping('greetings/{name}')
                String one(@PathVariable String name) { 'hello ' + name }
            }
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void GET_of_the_root_says_what_is_there() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/greet/code"));
        Files.writeString(code.resolve("Greetings.groovy"), SERVICE);
        Files.createDirectories(folder.resolve("packages/greet/web"));
        try (RunningVesper vesper = serving()) {
            HttpResponse<String> json = get(vesper, "GET", "", "*/*");
            assertThat(json.statusCode()).isEqualTo(200);
            assertThat(json.headers().firstValue("Content-Type")).hasValue("application/json");
            JsonNode here = JsonText.read(json.body());
            assertThat(here.at("/links/openapi").asString()).isEqualTo("/openapi.json");
            assertThat(here.at("/links/health").asString()).isEqualTo("/health/ready");
            assertThat(here.at("/packages/0/name").asString()).isEqualTo("greet");
            assertThat(here.at("/packages/0/state").asString()).isEqualTo("started");
            assertThat(here.at("/packages/0/routes").toString())
                    .isEqualTo("[\"GET /api/greetings\",\"GET /api/greetings/{name}\"]");
            assertThat(here.at("/packages/0/web").asString()).isEqualTo("/greet/");

            HttpResponse<String> page = get(vesper, "GET", "", BROWSER);
            assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'");
            assertThat(page.body())
                    .contains("<a href=\"/openapi.json\">", "<a href=\"/api/greetings\">GET /api/greetings</a>")
                    .contains("<li>GET /api/greetings/{name}</li>");
            assertThat(get(vesper, "HEAD", "", BROWSER).body()).isEmpty();
            assertThat(get(vesper, "POST", "", "*/*").statusCode()).isEqualTo(405);
            assertThat(get(vesper, "GET", "other", BROWSER).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_broken_package_shows_its_state_its_reason_and_where_all_of_it_is() throws Exception {
        Path broken = Files.createDirectories(folder.resolve("packages/broken/code"));
        Files.writeString(broken.resolve("Broken.java"), "class Broken {\n    Ordr<String> first;\n}\n");
        Path failing = Files.createDirectories(folder.resolve("packages/failing/code"));
        Files.writeString(
                failing.resolve("Greetings.groovy"),
                SERVICE.replace("class Greetings {", "class Greetings {\nGreetings() { throw new Error('secret') }"));
        try (RunningVesper vesper = serving()) {
            assertThat(get(vesper, "GET", "", BROWSER).body())
                    .contains(
                            "broken <small> load-failed</small>",
                            "code/Broken.java:2:5: cannot find symbol; symbol: class Ordr; location: class Broken",
                            "<a href=\"/api/broken\">",
                            "failing <small> start-failed</small>",
                            "secret");
            HttpResponse<String> toStranger = client.send(
                    HttpRequest.newBuilder(vesper.address())
                            .header("X-Forwarded-For", "203.0.113.9")
                            .build(),
                    BodyHandlers.ofString());
            assertThat(toStranger.body())
                    .contains("the server's log")
                    .doesNotContain("secret", "Ordr", "code/", "/api/broken");
            assertThat(CommandRun.of("status", "--url", vesper.address().toString())
                            .out())
                    .contains("cannot find symbol; symbol: class Ordr;");
        }
    }

    @Test
    void older_code_that_serves_after_an_edit_that_does_not_compile_is_told() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/greet/code"));
        Files.writeString(code.resolve("Greetings.groovy"), SERVICE);
        try (RunningVesper vesper = serving()) {
            Files.writeString(code.resolve("Greetings.groovy"), SERVICE.replace("'hello' }", "(( }"));

            String page = awaitPage(vesper, "older code serves, because the newest cannot: code/Greetings.groovy:6:");
            assertThat(page)
                    .contains("<a href=\"/api/greetings\">", "<a href=\"/admin/packages/greet\">")
                    .contains("greet <small> started</small>");
            assertThat(CommandRun.of("status", "--url", vesper.address().toString())
                            .out())
                    .contains("older code serves: code/Greetings.groovy:6:");
        }
    }

    private String awaitPage(RunningVesper vesper, String words) throws Exception {
        return Eventually.answer(
                "the page", () -> get(vesper, "GET", "", BROWSER).body(), page -> page.contains(words));
    }

    @Test
    void a_server_without_packages_says_how_one_is_made() throws Exception {
        Files.createDirectories(folder.resolve("packages"));
        try (RunningVesper vesper = serving()) {
            assertThat(get(vesper, "GET", "", BROWSER).body()).contains("<code>./vesper new NAME</code>");
        }
    }

    private RunningVesper serving() throws Exception {
        return RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
    }

    private HttpResponse<String> get(RunningVesper vesper, String method, String path, String accept) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(vesper.address().resolve("/" + path))
                .header("Accept", accept)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
