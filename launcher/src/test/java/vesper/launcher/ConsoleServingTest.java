package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP responses with the console's files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleServingTest {
    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"([^\"]+)\">");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    @TempDir
    Path folder;

    @Test
    void every_page_begins_with_the_same_file_under_a_policy_that_lets_in_nothing_else() throws Exception {
        try (RunningVesper vesper = serving()) {
            HttpResponse<String> start = get(vesper, "console/");
            assertThat(start.statusCode()).isEqualTo(200);
            assertThat(start.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
            assertThat(start.headers().firstValue("Cache-Control")).hasValue("no-cache");
            for (String path : new String[] {"console/", "console/tracker?q=smith", "console/no/such/page"}) {
                HttpResponse<String> page = get(vesper, path);
                assertThat(page.body()).isEqualTo(start.body());
                assertThat(page.headers().firstValue("Content-Security-Policy")).hasValue(POLICY);
            }
            assertThat(get(vesper, "console").headers().firstValue("Location")).hasValue("/console/");
            assertThat(start.body()).doesNotContain("<style", "style=", "onclick", "http://", "https://");
        }
    }

    @Test
    void what_has_a_hash_in_its_name_is_kept_for_ever_and_comes_compressed() throws Exception {
        try (RunningVesper vesper = serving()) {
            Matcher script = SCRIPT.matcher(get(vesper, "console/").body());
            assertThat(script.find()).isTrue();
            HttpResponse<String> module = get(vesper, script.group(1), "Accept-Encoding", "gzip");
            assertThat(module.headers().firstValue("Cache-Control")).hasValue("public, max-age=31536000, immutable");
            assertThat(module.headers().firstValue("Content-Encoding")).hasValue("gzip");
            assertThat(module.headers().firstValue("Content-Type")).hasValue("text/javascript;charset=utf-8");
            String tag = module.headers().firstValue("ETag").orElseThrow();
            assertThat(get(vesper, script.group(1), "Accept-Encoding", "gzip", "If-None-Match", tag)
                            .statusCode())
                    .isEqualTo(304);
            HttpResponse<String> nothing = get(vesper, "console/assets/app-old.js");
            assertThat(nothing.statusCode()).isEqualTo(404);
            assertThat(nothing.headers().firstValue("Content-Security-Policy")).hasValue(POLICY);
            assertThat(get(vesper, "console/licenses.txt").body()).contains("lit/", "codemirror/view/", "MIT");
        }
    }

    @Test
    void the_welcome_leads_to_it_and_a_setting_leaves_it_out() throws Exception {
        try (RunningVesper vesper = serving()) {
            assertThat(get(vesper, "", "Accept", "text/html").body()).contains("<a href=\"/console/\">");
        }
        try (RunningVesper vesper = serving("console.enabled=false")) {
            assertThat(get(vesper, "console/").statusCode()).isEqualTo(404);
            assertThat(get(vesper, "", "Accept", "text/html").body()).doesNotContain("/console/");
        }
    }

    private RunningVesper serving(String... settings) throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        return RunningVesper.serving(packages, folder.resolve("data"), settings);
    }

    private static HttpResponse<String> get(RunningVesper vesper, String path, String... headers) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = vesper.address().resolve(path);
            HttpRequest.Builder request = HttpRequest.newBuilder(uri);
            if (headers.length > 0) request.headers(headers);
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }
}
