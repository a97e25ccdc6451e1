package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BulkTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void each_line_is_answered_and_one_that_is_refused_stops_none_of_the_others(String storage) throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("notes", storage)) {
            String lines = """
                    {"op":"create","id":"a","document":{"n":1}}
                    {"op":"put","id":"a","version":1,"document":{"n":2}}

                    {"op":"put","id":"a","version":1,"document":{"n":3}}
                    {"op":"create","id":"a","document":{"n":4}}
                    {"op":"create","document":{"n":5}}
                    not json
                    {"op":"move","idd":"a"}
                    {"op":"delete","id":"a"}
                    {"op":"delete","id":"a"}
                    """;
            List<String> answers = server.post("/api/notes/bulk", lines, "Content-Type", "application/x-ndjson")
                    .body()
                    .lines()
                    .toList();
            assertThat(answers).hasSize(9);
            assertThat(answers.get(0)).isEqualTo("{\"line\":1,\"id\":\"a\",\"status\":201,\"version\":1}");
            assertThat(answers.get(1)).isEqualTo("{\"line\":2,\"id\":\"a\",\"status\":200,\"version\":2}");
            assertThat(answers.get(2)).contains("\"line\":3", "\"status\":412", "now at version 2");
            assertThat(answers.get(3)).contains("\"status\":412");
            assertThat(answers.get(4)).contains("\"status\":201", "\"version\":1");
            assertThat(answers.get(5)).contains("\"line\":6", "\"status\":400", "not JSON");
            assertThat(answers.get(6)).contains("\"status\":400", "#/op", "#/idd", "#/id", "#/document");
            assertThat(answers.get(7)).contains("\"status\":200", "\"version\":3");
            assertThat(answers.get(8)).contains("\"status\":404");
            assertThat(server.get("/api/notes?count=true").body()).endsWith("\"total\":1}");
        }
    }

    @Test
    void many_lines_are_written_and_too_many_refused() throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with("notes", "durable")) {
            var lines = new StringBuilder();
            for (int n = 0; n < BulkWrites.MAX_LINES; n++) {
                lines.append("{\"op\":\"put\",\"id\":\"n")
                        .append(n)
                        .append("\",\"document\":")
                        .append(n)
                        .append("}\n");
            }
            var answer = server.post("/api/notes/bulk", lines.toString(), "Content-Type", "application/x-ndjson");
            assertThat(answer.body().lines()).hasSize(BulkWrites.MAX_LINES).allMatch(line -> line.contains("201"));
            assertThat(server.get("/api/notes?count=true&limit=0").body())
                    .endsWith("\"total\":" + BulkWrites.MAX_LINES + "}");
            assertThat(server.post("/api/notes/bulk", lines + "{}", "Content-Type", "application/x-ndjson")
                            .status())
                    .isEqualTo(413);
        }
    }
}
