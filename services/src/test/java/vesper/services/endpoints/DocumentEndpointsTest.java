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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Method;
import vesper.services.endpoints.ServedCollections.Answer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentEndpointsTest {
    @TempDir
    Path folder;

    private ServedCollections serving(String policy) throws Exception {
        return new ServedCollections(folder, InstantSource.system()).with("notes", policy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_document_is_sent_as_it_was_stored_with_its_version(String storage) throws Exception {
        try (var server = serving(storage)) {
            Answer created = server.put("/api/notes/a", "{\"b\": 1.50,  \"a\":[]}");
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.tag()).isEqualTo("\"1\"");
            assertThat(created.header("Location")).isEqualTo("/api/notes/a");

            Answer read = server.get("/api/notes/a");
            assertThat(read.status()).isEqualTo(200);
            assertThat(read.tag()).isEqualTo("\"1\"");
            assertThat(read.header("Last-Modified")).isNotEmpty();
            assertThat(read.body()).isEqualTo("{\"b\": 1.50,  \"a\":[]}");

            assertThat(server.put("/api/notes/a", "7").tag()).isEqualTo("\"2\"");
            assertThat(server.get("/api/notes/a").body()).isEqualTo("7");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_byte_order_mark_is_not_kept(String storage) throws Exception {
        try (var server = serving(storage)) {
            assertThat(server.put("/api/notes/a", "\uFEFF{\"a\":1}").body()).isEqualTo("{\"a\":1}");
            server.post("/api/notes/bulk", "\uFEFF{\"op\":\"put\",\"id\":\"b\",\"document\":2}\n");
            assertThat(server.get("/api/notes").body()).doesNotContain("\uFEFF").contains("_value\":2");
            assertThat(server.put("/api/notes/a", "\uFEFF").status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void what_is_created_without_an_id_gets_one(String storage) throws Exception {
        try (var server = serving(storage)) {
            Answer created = server.post("/api/notes", "{\"a\":1}");
            assertThat(created.status()).isEqualTo(201);
            String location = created.header("Location");
            assertThat(location).matches("/api/notes/[0-9a-f-]{36}");
            assertThat(server.get(location).body()).isEqualTo("{\"a\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void the_same_idempotency_key_has_the_same_outcome(String storage) throws Exception {
        try (var server = serving(storage)) {
            Answer first = server.post("/api/notes", "{\"a\":1}", "Idempotency-Key", "k");
            Answer again = server.post("/api/notes", "{\"a\":1}", "Idempotency-Key", "k");
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            assertThat(again.body()).isEqualTo("{\"a\":1}");
            assertThat(server.get("/api/notes?count=true").body()).endsWith("\"total\":1}");
            assertThat(server.post("/api/notes", "1", "Idempotency-Key", "a b").status())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void every_change_with_an_idempotency_key_is_made_once(String storage) throws Exception {
        try (var server = serving(storage)) {
            String target = "/api/notes/a";
            for (int i = 0; i < 2; i++) {
                Answer put = server.put(target, "{\"n\":[]}", "Idempotency-Key", "put");
                assertThat(put.status()).isEqualTo(201);
                assertThat(put.tag()).isEqualTo("\"1\"");
                assertThat(put.body()).isEqualTo("{\"n\":[]}");
            }
            String more = "[{\"op\":\"add\",\"path\":\"/n/-\",\"value\":1}]";
            for (int i = 0; i < 2; i++) {
                Answer patch = server.patch(
                        target, "application/json-patch+json", more, "Idempotency-Key", "patch", "If-Match", "\"1\"");
                assertThat(patch.status()).isEqualTo(200);
                assertThat(patch.tag()).isEqualTo("\"2\"");
                assertThat(patch.body()).isEqualTo("{\"n\":[1]}");
            }
            for (int i = 0; i < 2; i++) {
                assertThat(server.delete(target, "Idempotency-Key", "delete").status())
                        .isEqualTo(204);
            }
            assertThat(server.put(target, "{}").tag()).isEqualTo("\"4\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void an_idempotency_key_of_the_platform_is_of_no_client(String storage) throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "{\"n\":1}");
            String key = "vesper.timer.x.1";
            List<Answer> refused = List.of(
                    server.post("/api/notes", "{\"n\":1}", "Idempotency-Key", key),
                    server.put("/api/notes/a", "{\"n\":2}", "Idempotency-Key", key),
                    server.patch("/api/notes/a", "application/merge-patch+json", "{\"n\":2}", "Idempotency-Key", key),
                    server.delete("/api/notes/a", "Idempotency-Key", key));
            assertThat(refused).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.body()).contains("Idempotency-Key", "starts with the reserved prefix vesper.");
            });
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
            assertThat(server.put("/api/notes/a", "{\"n\":2}", "Idempotency-Key", "vesper")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void an_idempotency_key_belongs_to_one_change(String storage) throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "{\"n\":1}", "Idempotency-Key", "k");
            List<Answer> others = List.of(
                    server.put("/api/notes/a", "{\"n\":2}", "Idempotency-Key", "k"),
                    server.put("/api/notes/b", "{\"n\":1}", "Idempotency-Key", "k"),
                    server.patch("/api/notes/a", "application/merge-patch+json", "{\"n\":1}", "Idempotency-Key", "k"),
                    server.delete("/api/notes/a", "Idempotency-Key", "k"),
                    server.post("/api/notes", "{\"n\":1}", "Idempotency-Key", "k"));
            assertThat(others).extracting(Answer::status).containsOnly(422);
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
            assertThat(server.get("/api/notes?count=true").body()).endsWith("\"total\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void an_idempotency_key_belongs_to_one_body(String storage) throws Exception {
        try (var server = serving(storage)) {
            String first = server.post("/api/notes", "{\"a\":1}", "Idempotency-Key", "k")
                    .header("Location");
            Answer other = server.post("/api/notes", "{\"a\":2}", "Idempotency-Key", "k");
            assertThat(other.status()).isEqualTo(422);
            assertThat(other.body()).contains("Idempotency-Key", "another body");

            server.put(first, "{\"a\":3}");
            assertThat(server.post("/api/notes", "{\"a\":1}", "Idempotency-Key", "k")
                            .header("Location"))
                    .isEqualTo(first);
            assertThat(server.get("/api/notes?count=true").body()).endsWith("\"total\":1}");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "memory,If-Match,`\"2\"`,200",
                "durable,If-Match,`\"2\"`,200",
                "durable,If-Match,`\"1\"`,412",
                "durable,If-Match,`\"3\"`,412",
                "durable,If-Match,`\"02\"`,412",
                "durable,If-Match,`W/\"2\"`,412",
                "durable,If-Match,`\"x\", \"2\"`,200",
                "durable,If-Match,`*`,200",
                "durable,If-Match,`\"99999999999999999999\"`,412",
                "durable,If-None-Match,`*`,412",
                "durable,If-None-Match,`\"2\"`,412",
                "durable,If-None-Match,`\"1\"`,200",
                "durable,If-Unmodified-Since,`Thu, 01 Jan 2026 00:00:00 GMT`,412",
                "durable,If-Unmodified-Since,`Fri, 01 Jan 2100 00:00:00 GMT`,200",
            })
    void a_change_is_made_against_the_version_that_it_names(String storage, String name, String value, int status)
            throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "1");
            server.put("/api/notes/a", "2");
            Answer answer = server.put("/api/notes/a", "3", name, value);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.tag()).isEqualTo(status == 200 ? "\"3\"" : "\"2\"");
            assertThat(server.get("/api/notes/a").body()).isEqualTo(status == 200 ? "3" : "2");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"If-Match,`\"1\"`,412", "If-Match,`*`,412", "If-None-Match,`*`,201", "If-None-Match,`\"1\"`,201"})
    void conditions_on_what_is_not_there(String name, String value, int status) throws Exception {
        try (var server = serving("durable")) {
            assertThat(server.put("/api/notes/a", "1", name, value).status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "If-Match | 2 | an entity tag must be in quotes: \\\"2\\\"",
                "If-None-Match | 2 | an entity tag must be in quotes: \\\"2\\\"",
                "If-Match | '2' | expected * or entity tags in quotes, like \\\"3\\\"",
                "If-Match | \"1\", 2 | expected * or entity tags in quotes, like \\\"3\\\"",
                "If-Match | \"1\"\"2\" | expected * or entity tags in quotes, like \\\"3\\\"",
                "If-Match | `` | expected * or entity tags in quotes, like \\\"3\\\"",
            })
    void what_is_no_entity_tag_is_told(String name, String value, String detail) throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "{}");
            server.put("/api/notes/a", "{}");
            for (Answer answer : List.of(
                    server.put("/api/notes/a", "3", name, value),
                    server.patch("/api/notes/a", "application/merge-patch+json", "{}", name, value),
                    server.delete("/api/notes/a", name, value),
                    server.get("/api/notes/a", name, value))) {
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.body()).contains(detail);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\",\"2\"", "W/\"1\" , \"2\"", ", \"2\" ,,\t\"xy\"", "*"})
    void lists_of_entity_tags_are_understood(String value) throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "{}");
            assertThat(server.put("/api/notes/a", "3", "If-Match", value).status())
                    .isNotEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_deleted_document_is_not_there_and_counts_on_when_it_is_created_again(String storage) throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "1");
            assertThat(server.delete("/api/notes/a", "If-Match", "\"7\"").status())
                    .isEqualTo(412);
            assertThat(server.delete("/api/notes/a", "If-Match", "\"1\"").status())
                    .isEqualTo(204);
            assertThat(server.get("/api/notes/a").status()).isEqualTo(404);
            assertThat(server.delete("/api/notes/a").status()).isEqualTo(404);
            assertThat(server.get("/api/notes/a/versions").compact()).contains("\"action\":\"DELETED\"");
            assertThat(server.put("/api/notes/a", "2").tag()).isEqualTo("\"3\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_strict_collection_wants_the_version_named(String storage) throws Exception {
        try (var server = serving(storage + ", strict")) {
            assertThat(server.put("/api/notes/a", "1").status()).isEqualTo(201);
            assertThat(server.put("/api/notes/a", "2").status()).isEqualTo(428);
            assertThat(server.delete("/api/notes/a").status()).isEqualTo(428);
            assertThat(server.put("/api/notes/a", "2", "If-Match", "\"1\"").status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Match | *",
                "If-Match | \"1\", \"2\"",
                "If-None-Match | \"77\"",
                "If-Unmodified-Since | Fri, 01 Jan 2100 00:00:00 GMT",
            })
    void a_condition_that_names_no_version_does_not_change_what_is_strict(String name, String value) throws Exception {
        try (var server = serving("durable, strict")) {
            server.put("/api/notes/a", "{}");
            assertThat(server.put("/api/notes/a", "2", name, value).status()).isEqualTo(428);
            assertThat(server.patch("/api/notes/a", "application/merge-patch+json", "{\"b\":1}", name, value)
                            .status())
                    .isEqualTo(428);
            assertThat(server.delete("/api/notes/a", name, value).status()).isEqualTo(428);
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"put\",\"document\":2", "patch\",\"patch\":{\"b\":1}", "delete\""})
    void a_line_of_many_that_names_no_version_does_not_change_what_is_strict(String write) throws Exception {
        try (var server = serving("durable, strict")) {
            server.put("/api/notes/a", "{}");
            String line = "{\"id\":\"a\",\"op\":\"" + write + "}\n";
            assertThat(server.post("/api/notes/bulk", line, "If-Match", "*").body())
                    .contains("\"status\":428");
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
        }
    }

    @Test
    void a_version_that_is_named_beside_other_conditions_changes_what_is_strict() throws Exception {
        try (var server = serving("durable, strict")) {
            server.put("/api/notes/a", "1");
            assertThat(server.put("/api/notes/a", "2", "If-Match", "\"1\"", "If-None-Match", "\"7\"")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void an_immutable_collection_takes_no_changes(String storage) throws Exception {
        try (var server = serving(storage + ", immutable")) {
            server.put("/api/notes/a", "1");
            assertThat(server.put("/api/notes/a", "2").status()).isEqualTo(409);
            assertThat(server.delete("/api/notes/a").status()).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`{\"a\":`,400,The body is not JSON",
                "`{} {}`,400,The body is not JSON",
                "``,400,The body is missing",
            })
    void what_is_no_document_is_refused(String body, int status, String detail) throws Exception {
        try (var server = serving("memory")) {
            Answer answer = server.put("/api/notes/a", body == null ? "" : body);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.body()).contains(detail);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_document_beyond_the_limit_is_refused(String storage) throws Exception {
        try (var server = serving(storage + ", max=1KiB")) {
            assertThat(server.put("/api/notes/a", "\"" + "x".repeat(1022) + "\"")
                            .status())
                    .isEqualTo(201);
            assertThat(server.put("/api/notes/b", "\"" + "x".repeat(1023) + "\"")
                            .status())
                    .isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"changes", "bulk", "template", "stats", "webhooks"})
    void the_collections_own_names_are_no_ids(String id) throws Exception {
        try (var server = serving("memory")) {
            assertThat(server.put("/api/notes/" + id, "1").status()).isEqualTo(405);
            assertThat(server.call(Method.OPTIONS, "/api/notes/" + id, "").header("Allow"))
                    .isEqualTo(id.equals("bulk") ? "POST, OPTIONS" : "GET, HEAD, OPTIONS");
            assertThat(server.post("/api/notes/bulk", "{\"op\":\"put\",\"id\":\"" + id + "\",\"document\":1}\n")
                            .body())
                    .contains("400", "is reserved");
        }
    }

    @ParameterizedTest
    @CsvSource({"version=1,1", "version=2,2", "asOf=2100-01-01T00:00:00Z,3", "asOf=4102444800000,3"})
    void old_versions_are_found_by_number_and_by_time(String parameter, String state) throws Exception {
        try (var server = serving("durable")) {
            for (int n = 1; n <= 3; n++) server.put("/api/notes/a", Integer.toString(n));
            assertThat(server.get("/api/notes/a?" + parameter).body()).isEqualTo(state);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "version=4,404",
        "version=0,400",
        "version=x,400",
        "asOf=yesterday,400",
        "asOf=2000-01-01T00:00:00Z,404",
        "version=1&asOf=1,400"
    })
    void versions_that_are_none_are_refused(String parameters, int status) throws Exception {
        try (var server = serving("durable")) {
            for (int n = 1; n <= 3; n++) server.put("/api/notes/a", Integer.toString(n));
            assertThat(server.get("/api/notes/a?" + parameters).status()).isEqualTo(status);
        }
    }

    @Test
    void a_name_that_is_there_twice_is_kept_and_the_last_one_counts() throws Exception {
        try (var server = serving("memory")) {
            assertThat(server.put("/api/notes/a", "{\"a\":1,\"a\":2}").status()).isEqualTo(201);
            assertThat(server.get("/api/notes/a").body()).isEqualTo("{\"a\":1,\"a\":2}");
            assertThat(server.patch("/api/notes/a", "application/merge-patch+json", "{\"b\":3}")
                            .body())
                    .isEqualTo("{\"a\":2,\"b\":3}");
            assertThat(server.post("/api/notes/bulk", "{\"op\":\"put\",\"id\":\"b\",\"document\":{\"a\":1,\"a\":2}}\n")
                            .body())
                    .contains("422", "occurs more than once");
        }
    }

    @Test
    void lists_show_what_the_server_knows_under_its_names() throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "{\"_id\":\"mine\",\"_version\":7,\"b\":1}");
            assertThat(server.get("/api/notes/a").body()).contains("\"mine\"");
            assertThat(server.get("/api/notes").body())
                    .contains("\"_id\":\"a\",\"_version\":1")
                    .doesNotContain("mine");
            assertThat(server.get("/api/notes?q=mine").body()).contains("\"_id\":\"a\"");
        }
    }

    @Test
    void documents_are_json_and_nobody_who_wants_something_else_changes_one() throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "{}");
            for (Answer answer : List.of(
                    server.get("/api/notes/a", "Accept", "application/xml"),
                    server.put("/api/notes/a", "2", "Accept", "application/xml"),
                    server.post("/api/notes", "2", "Accept", "application/xml"),
                    server.patch("/api/notes/a", "application/merge-patch+json", "{}", "Accept", "application/xml"))) {
                assertThat(answer.status()).isEqualTo(406);
            }
            assertThat(server.get("/api/notes?count=true").body()).contains("\"_version\":1", "\"total\":1");
            assertThat(server.delete("/api/notes/a", "Accept", "application/xml")
                            .status())
                    .isEqualTo(204);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/a?verson=1 | is not known, did you mean version?",
                "/a?version=1&version=2 | occurs 2 times",
                "/a/versions?limt=1 | is not known, did you mean limit?",
                "/a/versions?limit=1&limit=2 | occurs 2 times",
                "?limit=1&limit=2 | occurs 2 times",
                "?q=a&%71=b | occurs 2 times",
            })
    void parameters_that_nobody_would_look_at_are_refused(String target, String detail) throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "1");
            Answer answer = server.get("/api/notes" + target);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains(detail);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Match | * | 412",
                "If-Match | \"1\" | 412",
                "If-None-Match | * | 404",
                "If-None-Match | \"1\" | 404",
                "If-Unmodified-Since | Thu, 01 Jan 2026 00:00:00 GMT | 404",
            })
    void a_document_that_is_not_there_fails_only_what_wants_one(String name, String value, int status)
            throws Exception {
        try (var server = serving("durable")) {
            assertThat(server.delete("/api/notes/a", name, value).status()).isEqualTo(status);
            assertThat(server.patch("/api/notes/a", "application/merge-patch+json", "{}", name, value)
                            .status())
                    .isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "return=minimal | true",
                "respond-async, Return = \"minimal\" ; x=1, wait=5 | true",
                "return=minimalist | false",
                "x=\"return=minimal\" | false",
                "return=representation | false",
            })
    void only_who_prefers_it_gets_no_document(String preferred, boolean isMinimal) throws Exception {
        try (var server = serving("memory")) {
            assertThat(server.put("/api/notes/a", "1", "Prefer", preferred).body())
                    .isEqualTo(isMinimal ? "" : "1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void history_comes_in_pages_newest_first(String storage) throws Exception {
        try (var server = serving(storage)) {
            for (int n = 1; n <= 5; n++) server.put("/api/notes/a", Integer.toString(n));
            String first = server.get("/api/notes/a/versions?limit=2").compact();
            if (storage.equals("memory")) {
                assertThat(first).contains("\"version\":5").doesNotContain("\"version\":4");
            } else {
                assertThat(first).contains("\"version\":5", "\"version\":4", "\"next\":\"4\"");
                assertThat(server.get("/api/notes/a/versions?limit=9&cursor=4").compact())
                        .contains("\"version\":3", "\"version\":1")
                        .doesNotContain("next");
            }
        }
    }
}
