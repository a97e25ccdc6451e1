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
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document of the shipped packages; CONTRIBUTING.md says how to update the expected one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenApiDocumentTest {
    private static final Path GOLDEN = Path.of("src/test/resources/openapi.json");

    @TempDir
    Path data;

    @Test
    void the_shipped_packages_have_the_same_document_from_sources_and_from_the_class_cache() throws Exception {
        String compiled = document();
        String cached = document();

        String shipped = ofPackages(compiled);
        Files.writeString(Path.of("target/openapi.json"), shipped);
        assertThat(cached).isEqualTo(compiled);
        assertThat(shipped).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void what_installs_a_package_says_what_it_takes_and_answers() throws Exception {
        JsonNode put = JsonMapper.shared().readTree(document()).at("/paths/~1admin~1packages~1{name}/put");
        assertThat(put.at("/requestBody/content").propertyNames())
                .containsExactlyInAnyOrder("application/zip", "application/x-zip-compressed");
        assertThat(put.at("/requestBody/required").asBoolean()).isTrue();
        assertThat(put.path("responses").propertyNames())
                .contains("200", "201", "400", "401", "403", "409", "413", "415", "422", "503");
        assertThat(put.at("/responses/201/content").propertyNames()).contains("application/json");
        assertThat(put.at("/responses/422/content").propertyNames()).contains("application/problem+json");
    }

    /** Returns the operations below {@code /api} and the schemas that they refer to. */
    private static String ofPackages(String document) {
        ObjectNode whole = (ObjectNode) JsonMapper.shared().readTree(document);
        ObjectNode paths = (ObjectNode) whole.get("paths");
        paths.propertyNames().stream()
                .filter(path -> !path.startsWith("/api/"))
                .toList()
                .forEach(paths::remove);
        ObjectNode schemas = (ObjectNode) whole.at("/components/schemas");
        String named = paths.toString();
        schemas.propertyNames().stream()
                .filter(name -> !named.contains("/schemas/" + name + "\""))
                .toList()
                .forEach(schemas::remove);
        ObjectNode kept = whole.objectNode();
        kept.set("paths", paths);
        kept.set("schemas", schemas);
        return kept.toPrettyString() + "\n";
    }

    private String document() throws Exception {
        try (RunningVesper vesper = RunningVesper.serving(Path.of("../packages"), data, "openapi.version=golden");
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
