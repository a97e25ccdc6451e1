package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser on another machine, simulated by the header field of a proxy. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SessionEndpointsTest {
    private static final String SESSION = "/admin/session";

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        vesper =
                RunningVesper.serving(packages, folder.resolve("data"), "admin.token=s3cret", "admin.loopback=trusted");
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    private static HttpResponse<String> ask(String method, String path, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of("X-Forwarded-For", "10.0.0.9"));
        all.addAll(List.of(headers));
        return client.send(method, path, BodyPublishers.noBody(), all.toArray(String[]::new));
    }

    @Test
    void the_token_is_shown_once_and_a_cookie_that_no_script_reads_stands_for_it() throws Exception {
        HttpResponse<String> begun = ask("POST", SESSION, "Authorization", "Bearer s3cret");
        String set = begun.headers().firstValue("Set-Cookie").orElseThrow();
        String cookie = set.substring(0, set.indexOf(';'));
        String csrf = JsonText.read(begun.body()).path("csrf").asString();

        assertThat(set).contains("HttpOnly", "SameSite=Strict", "Path=/admin").doesNotContain("Secure", "s3cret");
        assertThat(ask("GET", "/admin/status", "Cookie", cookie).statusCode()).isEqualTo(200);
        assertThat(ask("GET", SESSION, "Cookie", cookie).body()).contains(csrf);
        assertThat(ask("POST", "/admin/documents/backups", "Cookie", cookie).statusCode())
                .isEqualTo(403);
        assertThat(ask("POST", "/admin/documents/backups", "Cookie", cookie, "X-CSRF-Token", csrf)
                        .statusCode())
                .isEqualTo(201);

        HttpResponse<String> ended = ask("DELETE", SESSION, "Cookie", cookie, "X-CSRF-Token", csrf);
        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(ended.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        assertThat(ask("GET", "/admin/status", "Cookie", cookie).statusCode()).isEqualTo(401);
    }

    @Test
    void behind_a_proxy_that_speaks_https_the_cookie_goes_over_https_only() throws Exception {
        assertThat(ask("POST", SESSION, "Authorization", "Bearer s3cret", "X-Forwarded-Proto", "https")
                        .headers()
                        .firstValue("Set-Cookie")
                        .orElseThrow())
                .contains("; Secure");
    }

    @Test
    void who_does_not_show_the_token_gets_no_session() throws Exception {
        assertThat(ask("POST", SESSION).statusCode()).isEqualTo(401);
        assertThat(ask("POST", SESSION, "Authorization", "Bearer guess").statusCode())
                .isEqualTo(401);
        // Not even on this machine, where no token is needed.
        assertThat(client.send("POST", SESSION, BodyPublishers.noBody()).statusCode())
                .isEqualTo(401);
        assertThat(client.get(SESSION).statusCode()).isEqualTo(404);
    }
}
