package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.controllers.ControllerContext;
import vesper.testing.Chromium;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProblemPageTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

    @RestController
    public static class Orders {
        @GetMapping("orders/{id}")
        public String order(@PathVariable int id, @RequestParam int count) {
            if (id < 0) throw new IllegalStateException("secret");
            throw new ProblemType("https://orders.example/unknown", "There is <b>no</b> such order", 404)
                    .because("Nobody has ordered\n" + id)
                    .member("nearest", List.of("<7>", 8))
                    .header("Cache-Control", "max-age=5")
                    .exception();
        }
    }

    private final Services services = Services.of(new Orders());

    @Test
    void a_browser_is_shown_a_page_of_what_went_wrong() {
        Services.Answer page = services.get("/api/orders/x?count=y", "Accept", BROWSER);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.type()).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(page.header("Vary")).isEqualTo("Accept");
        assertThat(page.body())
                .contains("<title>400 Bad Request</title>", "<span>400</span> Bad Request")
                .contains("<p>2 values of the request are invalid</p>", "<dt>id</dt>", "<dt>count</dt>");
    }

    @Test
    void a_page_tells_all_of_a_problem_and_keeps_its_header_fields() {
        Services.Answer page = services.get("/api/orders/7?count=1", "Accept", BROWSER);

        assertThat(page.status()).isEqualTo(404);
        assertThat(page.header("Cache-Control")).isEqualTo("max-age=5");
        assertThat(page.body())
                .contains("There is &lt;b&gt;no&lt;/b&gt; such order", "Nobody has ordered\n7")
                .contains("<dt>type</dt>\n<dd>https://orders.example/unknown</dd>")
                .contains("<dt>nearest</dt>\n<dd>[&lt;7&gt;, 8]</dd>");
    }

    @Test
    void what_a_request_says_never_becomes_markup() {
        String path = "/api/<script>alert(1)</script>\"'<img src=x onerror=alert(1)>";
        assertThat(services.get(path, "Accept", BROWSER).body())
                .contains("&lt;script&gt;")
                .doesNotContain("<script", "<img");
    }

    @Test
    void a_failure_keeps_its_cause_to_itself_on_a_page_too() {
        Services.Answer page = services.get("/api/orders/-1?count=1", "Accept", BROWSER);
        assertThat(page.status()).isEqualTo(500);
        assertThat(page.body()).contains("see the server&#39;s log").doesNotContain("secret", "<dl>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/json",
                "application/json, text/html;q=0.9",
                "application/problem+json, text/html",
                "text/html;q=0, */*"
            })
    void whoever_would_as_soon_have_a_problem_document_gets_it(String accept) {
        assertThat(services.get("/nope", "Accept", accept).type()).isEqualTo("application/problem+json");
    }

    @Test
    void a_request_without_wishes_gets_a_problem_document() {
        assertThat(services.get("/nope").type()).isEqualTo("application/problem+json");
    }

    @Test
    void a_real_browser_shows_it(@TempDir Path folder) throws Exception {
        try (Wire wire = new Wire(ControllerContext.defaults(Runnable::run), new Orders())) {
            assertThat(Chromium.dom(
                            folder, "http://127.0.0.1:" + wire.port() + "/nope?<script>document.title='run'</script>"))
                    .contains("<title>404 Not Found</title>", "No resource at /nope");
        }
    }
}
