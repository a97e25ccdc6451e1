package vesper.launcher.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** First requests to a process that has loaded hardly any classes. */
@Tag("alone")
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ColdProcessTest {
    private static final String SERVICE = """
            import jakarta.validation.Valid
            import jakarta.validation.constraints.*
            import org.springframework.web.bind.annotation.*

            class Address { @NotBlank String city }

            class Member {
                @NotNull @Size(min = 2) String name
                List<@Valid Address> addresses
            }

            @RestController
            class Members {
                @PostMapping('members')
                Member add(@Valid @RequestBody Member member) { member }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void the_first_metrics_document_and_check_hold_no_event_loop() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/members/code"));
        Files.writeString(code.resolve("Members.groovy"), SERVICE);
        // A first call may take ten times that. This is far less than each of these takes without loaded classes, half
        // a second or more, so running one on an event loop is certain to be noticed. It is more than binding takes on
        // a busy machine.
        try (ServerProcess server =
                ServerProcess.serving(folder.resolve("packages"), folder.resolve("data"), "http.watchdog.millis=10")) {
            HttpClient client = HttpClient.newHttpClient();
            assertThat(status(client, server.address(), "/metrics", null)).isEqualTo(200);
            assertThat(status(client, server.address(), "/openapi.json", null)).isEqualTo(200);
            assertThat(status(client, server.address(), "/api/members", "{\"name\":\"A\",\"addresses\":[{}]}"))
                    .isEqualTo(400);
        }
        // Binding and marshalling may exceed the limit on a busy machine, so they are not checked.
        assertThat(Files.readString(folder.resolve("stderr")))
                .doesNotContain("GET /metrics has held", "GET /openapi.json has held", "at org.hibernate.validator")
                .doesNotContain("HV000271");
    }

    private static int status(HttpClient client, InetSocketAddress server, String path, String body)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.getHostString() + ":" + server.getPort() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (body != null) request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }
}
