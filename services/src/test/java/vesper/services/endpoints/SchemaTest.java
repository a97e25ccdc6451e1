package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.services.DocumentService;
import vesper.services.collections.BadDeclarationException;
import vesper.services.endpoints.ServedCollections.Answer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaTest {
    private static final String PATH = "conf/note.schema.json";
    private static final String NOTE = """
            {"type":"object","required":["title"],"properties":{
             "title":{"type":"string","minLength":3},"stars":{"type":"integer","minimum":1,"maximum":5}}}""";

    @TempDir
    Path folder;

    private ServedCollections server() {
        return new ServedCollections(folder, InstantSource.system());
    }

    @Test
    void a_document_that_breaks_the_schema_is_refused_naming_each_field() throws Exception {
        try (var server = server().withSchema(PATH, NOTE).with("notes", "durable, schema=" + PATH)) {
            assertThat(server.put("/api/notes/a", "{\"title\":\"Milk\",\"stars\":5}")
                            .status())
                    .isEqualTo(201);
            Answer refused = server.put("/api/notes/a", "{\"title\":\"ab\",\"stars\":7}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains("#/title", "#/stars");
            assertThat(server.patch("/api/notes/a", "application/merge-patch+json", "{\"title\":null}")
                            .status())
                    .isEqualTo(422);
            assertThat(server.post("/api/notes", "[]").status()).isEqualTo(422);
            assertThat(server.post("/api/notes/bulk", "{\"op\":\"put\",\"id\":\"b\",\"document\":{\"stars\":0}}")
                            .body())
                    .contains("\"status\":422", "#/title", "#/stars");
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
        }
    }

    /** @param text text of the note */
    record Typed(String text, int stars) {}

    @DocumentService(collection = "typed", state = Typed.class, schema = "conf/typed.schema.json")
    static final class TypedNotes {}

    @Test
    void a_state_of_a_class_has_to_keep_to_its_schema_too() throws Exception {
        String schema = "{\"properties\":{\"stars\":{\"maximum\":5}}}";
        try (var server = server().withSchema("conf/typed.schema.json", schema).with(new TypedNotes())) {
            assertThat(server.put("/api/typed/a", "{\"text\":\"x\",\"stars\":5}")
                            .status())
                    .isEqualTo(201);
            Answer refused = server.put("/api/typed/a", "{\"text\":\"x\",\"stars\":6}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains("#/stars");
        }
    }

    @Test
    void a_schema_that_is_not_there_or_is_none_is_told_when_the_collection_is_opened() throws Exception {
        try (var server = server().withSchema(PATH, "{\"type\":\"objekt\"}")) {
            assertThatThrownBy(() -> server.with("notes", "memory, schema=conf/other.schema.json"))
                    .isInstanceOf(BadDeclarationException.class)
                    .hasMessageContaining("conf/other.schema.json")
                    .hasMessageContaining(PATH);
            assertThatThrownBy(() -> server.with("notes", "memory, schema=" + PATH))
                    .isInstanceOf(BadDeclarationException.class)
                    .hasMessageContaining(PATH)
                    .hasMessageContaining("/type");
            server.withSchema(PATH, " ".repeat((1 << 20) + 1));
            assertThatThrownBy(() -> server.with("notes", "memory, schema=" + PATH))
                    .isInstanceOf(BadDeclarationException.class)
                    .hasMessageContaining("1048576");
        }
    }

    @Test
    void the_template_shows_what_documents_look_like() throws Exception {
        try (var server = server().withSchema(PATH, NOTE)
                .with("notes", "memory, schema=" + PATH)
                .with("free", "memory")) {
            String template = server.get("/api/notes/template").compact();
            assertThat(template).contains("\"schema\":{\"type\":\"object\",\"required\":[\"title\"]", "\"example\":{");
            String example = template.substring(template.indexOf("\"example\":") + 10, template.length() - 1);
            assertThat(server.put("/api/notes/a", example).status()).isEqualTo(201);
            assertThat(server.get("/api/free/template").status()).isEqualTo(200);
            assertThat(server.put("/api/notes/template", "{}").status()).isEqualTo(405);
        }
    }

    @DocumentService(collection = "plain", state = Typed.class)
    static final class PlainNotes {}

    @Test
    void the_template_of_a_class_is_what_it_is_read_from() throws Exception {
        try (var server = server().with(new PlainNotes())) {
            String template = server.get("/api/plain/template").compact();
            assertThat(template).contains("\"stars\"", "\"text\"", "\"type\":\"integer\"");
            String example = template.substring(template.indexOf("\"example\":") + 10, template.length() - 1);
            assertThat(server.put("/api/plain/a", example).status()).isEqualTo(201);
        }
    }
}
