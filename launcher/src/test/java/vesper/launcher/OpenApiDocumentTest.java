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

/** The document of the packages that ship; CONTRIBUTING.md says how to change the one it is compared with. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenApiDocumentTest {
    private static final Path GOLDEN = Path.of("src/test/resources/openapi.json");

    @TempDir
    Path data;

    @Test
    void the_shipped_packages_have_the_same_document_from_sources_and_from_the_class_cache() throws Exception {
        String compiled = document();
        String cached = document();

        Files.writeString(Path.of("target/openapi.json"), compiled);
        assertThat(cached).isEqualTo(compiled);
        assertThat(compiled).isEqualTo(Files.readString(GOLDEN));
    }

    private String document() throws Exception {
        try (RunningVesper vesper =
                        RunningVesper.serving(Path.of("../packages"), data, "--set", "openapi.version=golden");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(vesper.address().resolve("openapi.json"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("ETag")).isPresent();
            return answer.body();
        }
    }
}
