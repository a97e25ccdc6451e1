package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.text;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Method;
import vesper.http.Response;

/** The page that a browser shows for a package that does not compile. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnavailablePageTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
    private static final String MARKUP = "<script>alert('1')</script><b x=\"&amp;\">";

    private @TempDir Path folder;

    @Test
    void a_browser_gets_a_page_with_every_error_and_others_a_problem() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi").replace("[said", "(said"));
        write(folder, "one/code/Other.java", "class Other { Missing missing; Gone gone; }");
        write(folder, "two/code/Two.java", "class Two {\n    Missing missing;\n    Gone gone;\n}\n");

        try (Server server = unwatched()) {
            Response page = server.get("/api/one/anything", "Accept", BROWSER);
            assertThat(page.status()).isEqualTo(503);
            assertThat(page.header("Content-Type")).contains("text/html;charset=UTF-8");
            assertThat(page.header("Refresh")).contains("2");
            assertThat(page.header("Content-Security-Policy").orElseThrow())
                    .startsWith("default-src 'none'; style-src 'sha256-");
            assertThat(text(page)).contains("<h1>one does not compile</h1>", "code/Saying.groovy:5:", "class=\"here\"");

            String two = text(server.get("/api/two", "Accept", BROWSER));
            assertThat(two)
                    .contains("2 errors.", "code/Two.java:2:5", "code/Two.java:3:5", "class=\"caret\">  |     ^");

            assertThat(server.get("/api/one", "Accept", "*/*").header("Content-Type"))
                    .contains("application/problem+json");
            assertThat(server.get("/api/one").header("Content-Type")).contains("application/problem+json");
            assertThat(server.get("/api/one", "Accept", "application/json, text/html;q=0.9")
                            .header("Content-Type"))
                    .contains("application/problem+json");
        }
    }

    @Test
    void strangers_hear_that_it_is_not_available_and_nothing_of_sources_paths_or_reasons() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi").replace("[said", "(said"));
        write(folder, "two/package.properties", "verson = 1\n");
        write(folder, "three/package.properties", "depends-on = one\n");
        write(folder, "three/code/Three.groovy", serviceReturning("three", "hi"));

        try (Server server = unwatched()) {
            for (String name : List.of("one", "two", "three")) {
                for (String accept : List.of(BROWSER, "application/json", "application/xml")) {
                    Response answer =
                            server.get("/api/" + name, "Accept", accept, Server.NON_OPERATOR_HEADER, "9.9.9.9");

                    assertThat(answer.status()).isEqualTo(503);
                    assertThat(text(answer))
                            .contains("Package " + name + " is not available")
                            .doesNotContain("code/", "said", "verson", "depends", "failed", "compile");
                }
            }
            assertThat(text(server.get("/api/one", "Accept", BROWSER, Server.NON_OPERATOR_HEADER, "9.9.9.9")))
                    .contains("<h1>one is not available</h1>");
        }
    }

    @Test
    void what_sources_and_paths_hold_never_becomes_markup() throws IOException {
        write(folder, "one/code/Bad<img src=x onerror=alert(1)>.groovy", "class Bad { String x = " + MARKUP + " }\n");

        try (Server server = unwatched()) {
            String page = text(server.get("/api/one/" + "%3Cscript%3E", "Accept", BROWSER));

            assertThat(page).doesNotContain("<script", "<img", "<b x=").contains("&lt;script&gt;", "&lt;img src=x");
        }
    }

    @Test
    void a_package_that_cannot_be_loaded_for_another_reason_says_it() throws IOException {
        write(folder, "one/package.properties", "verson = <b>1</b>\n");

        try (Server server = unwatched()) {
            assertThat(text(server.get("/api/one", "Accept", BROWSER)))
                    .contains("<h1>one cannot serve</h1>", "did you mean &#39;version&#39;?");
        }
    }

    @Test
    void only_what_can_be_asked_again_is_asked_again() throws IOException {
        write(folder, "one/code/Bad.groovy", "class Bad {");

        try (Server server = unwatched()) {
            assertThat(server.ask(Method.POST, "/api/one", "x", "Accept", BROWSER)
                            .header("Refresh"))
                    .isEmpty();
        }
    }

    private Server unwatched() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }
}
