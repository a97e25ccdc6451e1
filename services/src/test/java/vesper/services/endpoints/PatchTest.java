package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Method;
import vesper.services.DocumentService;
import vesper.services.OnPatch;
import vesper.services.OnReplace;
import vesper.services.endpoints.ServedCollections.Answer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PatchTest {
    private static final String MERGE = "application/merge-patch+json";
    private static final String OPERATIONS = "application/json-patch+json";

    @TempDir
    Path folder;

    private ServedCollections serving(String policy) throws Exception {
        return new ServedCollections(folder, InstantSource.system()).with("notes", policy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_merge_patch_sets_members_and_takes_others_away(String storage) throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "{\"a\":1.50,\"b\":{\"c\":2,\"d\":3},\"e\":[1,2]}");
            Answer patched = server.patch("/api/notes/a", MERGE, "{\"b\":{\"c\":null,\"x\":\"y\"},\"e\":[3]}");
            assertThat(patched.status()).isEqualTo(200);
            assertThat(patched.tag()).isEqualTo("\"2\"");
            assertThat(patched.body()).isEqualTo("{\"a\":1.50,\"b\":{\"d\":3,\"x\":\"y\"},\"e\":[3]}");
            assertThat(server.get("/api/notes/a").body()).isEqualTo(patched.body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_json_patch_deletes_keys_and_adds_to_lists(String storage) throws Exception {
        try (var server = serving(storage)) {
            server.put("/api/notes/a", "{\"tags\":[\"x\"],\"by\":{\"ada\":1,\"bob\":2}}");
            Answer patched = server.patch(
                    "/api/notes/a",
                    OPERATIONS + ";charset=utf-8",
                    "[{\"op\":\"remove\",\"path\":\"/by/bob\"},{\"op\":\"add\",\"path\":\"/tags/-\",\"value\":\"y\"}]");
            assertThat(patched.status()).isEqualTo(200);
            assertThat(patched.body()).isEqualTo("{\"tags\":[\"x\",\"y\"],\"by\":{\"ada\":1}}");
        }
    }

    @Test
    void an_operation_that_does_not_fit_changes_nothing() throws Exception {
        try (var server = serving("durable")) {
            server.put("/api/notes/a", "{\"n\":1}");
            Answer answer = server.patch(
                    "/api/notes/a",
                    OPERATIONS,
                    "[{\"op\":\"add\",\"path\":\"/m\",\"value\":2},{\"op\":\"test\",\"path\":\"/n\",\"value\":2}]");
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.body()).contains("#/1");
            assertThat(server.get("/api/notes/a").tag()).isEqualTo("\"1\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                MERGE + "||400",
                MERGE + "|{|400",
                MERGE + "|{\"a\":1,\"a\":2}|422",
                OPERATIONS + "|{\"op\":\"remove\"}|400",
                OPERATIONS + "|[{\"op\":\"sing\",\"path\":\"/a\"},{\"op\":\"add\",\"path\":\"a\"}]|400",
                OPERATIONS + "|[{\"op\":\"remove\",\"path\":\"/a\"}]|200",
                "application/json|{\"a\":2}|415",
            })
    void what_is_no_patch_is_refused(String type, String body, int status) throws Exception {
        try (var server = serving("memory")) {
            server.put("/api/notes/a", "{\"a\":1}");
            Answer answer = server.patch("/api/notes/a", type, body == null ? "" : body);
            assertThat(answer.status()).isEqualTo(status);
            if (status == 415) assertThat(answer.header("Accept-Patch")).contains(MERGE, OPERATIONS);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "durable,If-Match,`\"1\"`,200",
                "durable,If-Match,`\"2\"`,412",
                "durable,If-Match,*,200",
                "durable,If-None-Match,*,412",
                "`durable, strict`,If-Match,`\"1\"`,200",
                "`durable, strict`,X-Nothing,x,428",
                "`durable, immutable`,X-Nothing,x,409",
                "`durable, max=16B`,X-Nothing,x,413",
            })
    void a_patch_keeps_to_conditions_and_policies(String policy, String name, String value, int status)
            throws Exception {
        try (var server = serving(policy)) {
            server.put("/api/notes/a", "{\"a\":1}");
            Answer answer = server.patch("/api/notes/a", MERGE, "{\"b\":\"1234567890\"}", name, value);
            assertThat(answer.status()).isEqualTo(status);
        }
    }

    @Test
    void what_is_not_there_cannot_be_patched() throws Exception {
        try (var server = serving("durable")) {
            assertThat(server.patch("/api/notes/a", MERGE, "{}").status()).isEqualTo(404);
            server.put("/api/notes/a", "{}");
            server.delete("/api/notes/a");
            assertThat(server.patch("/api/notes/a", MERGE, "{}").status()).isEqualTo(404);
            assertThat(server.patch("/api/notes/a", MERGE, "{}", "If-Match", "\"1\"")
                            .status())
                    .isEqualTo(412);
        }
    }

    record Account(String owner, long balance) {}

    @DocumentService(collection = "accounts", state = Account.class)
    static final class Accounts {
        @OnPatch
        public Account patch(Account current, Account patched) {
            return new Account(current.owner(), patched.balance() + 1);
        }
    }

    @Test
    void a_service_has_a_say_in_what_comes_of_a_patch() throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with(new Accounts())) {
            server.put("/api/accounts/a", "{\"owner\":\"ada\",\"balance\":1}");
            Answer patched = server.patch("/api/accounts/a", MERGE, "{\"owner\":\"eve\",\"balance\":5}");
            assertThat(patched.body()).isEqualTo("{\"owner\":\"ada\",\"balance\":6}");

            Answer unfit = server.patch("/api/accounts/a", MERGE, "{\"balance\":\"many\"}");
            assertThat(unfit.status()).isEqualTo(422);
            assertThat(unfit.body()).contains("#/balance");
        }
    }

    @DocumentService(collection = "accounts", state = Account.class)
    static final class StrictAccounts {
        @OnReplace
        public Account replace(Account current, Account given) {
            return new Account(current.owner(), given.balance());
        }
    }

    @Test
    void a_rule_for_what_replaces_a_document_cannot_be_passed_by_with_a_patch() throws Exception {
        try (var server = new ServedCollections(folder, InstantSource.system()).with(new StrictAccounts())) {
            server.put("/api/accounts/a", "{\"owner\":\"ada\",\"balance\":1}");
            assertThat(server.patch("/api/accounts/a", MERGE, "{\"owner\":\"eve\"}")
                            .body())
                    .isEqualTo("{\"owner\":\"ada\",\"balance\":1}");
        }
    }

    @Test
    void lines_of_many_writes_may_be_patches() throws Exception {
        try (var server = serving("durable")) {
            server.put("/api/notes/a", "{\"n\":[1]}");
            String lines = """
                    {"op":"patch","id":"a","patch":{"m":2}}
                    {"op":"patch","id":"a","version":2,"patch":[{"op":"add","path":"/n/-","value":2}]}
                    {"op":"patch","id":"a","patch":[{"op":"test","path":"/m","value":3}]}
                    {"op":"patch","id":"a","patch":[{"op":"sing","path":"/m"}]}
                    {"op":"patch","id":"b","patch":{}}
                    {"op":"patch","id":"a","document":{}}
                    """;
            var answers = server.call(Method.POST, "/api/notes/bulk", lines, "Content-Type", "application/x-ndjson")
                    .body()
                    .lines()
                    .toList();
            assertThat(answers.get(0)).isEqualTo("{\"line\":1,\"id\":\"a\",\"status\":200,\"version\":2}");
            assertThat(answers.get(1)).isEqualTo("{\"line\":2,\"id\":\"a\",\"status\":200,\"version\":3}");
            assertThat(answers.get(2)).contains("\"status\":409", "#/0");
            assertThat(answers.get(3)).contains("\"status\":400", "#/patch/0");
            assertThat(answers.get(4)).contains("\"status\":404");
            assertThat(answers.get(5)).contains("\"status\":400", "#/document", "#/patch");
            assertThat(server.get("/api/notes/a").body()).isEqualTo("{\"n\":[1,2],\"m\":2}");
        }
    }
}
