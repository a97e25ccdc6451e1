package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Facets of a field with more distinct values than the server counts. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManyValuesTest {
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*
            import vesper.records.Tracker

            @RestController
            @RequestMapping('kinds')
            class Kinds {
                @PostMapping
                int begin(@RequestBody int count) {
                    for (int i = 0; i < count; i++) Tracker.begin("kind-$i").close()
                    return count
                }
            }
            """;

    @TempDir
    static Path folder;

    @Test
    void the_answer_names_the_field_and_so_does_the_command() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/kinds/code"));
        Files.writeString(code.resolve("Kinds.groovy"), SERVICE);
        try (RunningVesper vesper = RunningVesper.serving(
                        folder.resolve("packages"), folder.resolve("data"), "tracker.enabled=true");
                RecordsClient client = new RecordsClient(vesper.address())) {
            begin(client, 20);
            assertThat(facets(client).has("cutFacets")).isFalse();
            assertThat(CommandRun.of("records", "--facets", "type", "--url", client.url())
                            .err())
                    .isEmpty();

            begin(client, 10_001);
            assertThat(facets(client).path("cutFacets").valueStream().map(JsonNode::asString))
                    .containsExactly("type");
            CommandRun told = CommandRun.of("records", "--facets", "type,state", "--url", client.url());
            assertThat(told.err()).isEqualTo("vesper: the field type has too many values; some are not counted\n");
            assertThat(told.out()).contains("kind-");
        }
    }

    private static JsonNode facets(RecordsClient client) throws Exception {
        return client.page(RecordsClient.TRANSACTIONS, "", "&facets=type,state&limit=0&wait=true");
    }

    private static void begin(RecordsClient client, int count) throws Exception {
        assertThat(client.json("POST", "/api/kinds", String.valueOf(count)).body())
                .isEqualTo(String.valueOf(count));
    }
}
