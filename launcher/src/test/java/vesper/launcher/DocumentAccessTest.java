package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of several callers in one collection, over HTTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentAccessTest {
    /** Occurs in every document of Globex, and must never reach Acme. */
    private static final String MARKER = "zzmarkerzz";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Path packages;
    private RunningVesper server;
    private String acme;
    private String globex;

    @BeforeEach
    void createFolder() throws IOException {
        packages = Files.createDirectories(folder.resolve("packages"));
        Files.createDirectories(packages.resolve("shop"));
    }

    private void serve(String properties) throws Exception {
        Files.writeString(packages.resolve("shop/package.properties"), properties);
        server = RunningVesper.serving(packages, folder.resolve("data"));
        acme = key("acme");
        globex = key("globex");
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    private String key(String tenant) throws Exception {
        Answer added = send("POST", "/admin/keys", "", """
                {"name":"%1$s-shop","tenant":"%1$s","groups":["clients"]}""".formatted(tenant));
        return JsonText.read(added.body()).path("key").asString("");
    }

    /** A response with all of its fields and its body. */
    private record Answer(int status, String body, String bytes) {}

    private Answer send(String method, String path, String key, String body, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.address().toString().replaceFirst("/$", "") + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty() && fields.length == 0) request.header("Content-Type", "application/json");
        if (!key.isEmpty()) request.header("X-Api-Key", key);
        for (int i = 0; i < fields.length; i += 2) request.header(fields[i], fields[i + 1]);
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Answer(
                response.statusCode(), response.body(), response.headers().map() + response.body());
    }

    private void create(String id, String key, String item) throws Exception {
        assertThat(send("PUT", "/api/orders/" + id, key, "{\"item\":\"" + item + "\"}")
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_tenant_reads_and_writes_its_own_documents_only(String storage) throws Exception {
        serve("documents.orders=" + storage + "\ndocuments.orders.tenant=company\n");
        create("a1", acme, "bolts");
        create("g1", globex, MARKER);
        assertThat(send("GET", "/api/orders/a1", acme, "").body()).contains("\"company\":\"acme\"", "bolts");
        assertThat(send("GET", "/api/orders", acme, "").body()).contains("a1").doesNotContain("g1");
        assertThat(send("GET", "/api/orders", "", "").body()).doesNotContain("a1", "g1");

        for (String path : List.of(
                "/api/orders/g1",
                "/api/orders/g1?version=1",
                "/api/orders/g1?asOf=2100-01-01T00:00:00Z",
                "/api/orders/g1/versions")) {
            assertThat(send("GET", path, acme, "").status()).isEqualTo(404);
        }
        assertThat(send("PUT", "/api/orders/g1", acme, "{\"item\":\"x\"}").status())
                .isEqualTo(404);
        assertThat(send(
                                "PATCH",
                                "/api/orders/g1",
                                acme,
                                "{\"item\":\"x\"}",
                                "Content-Type",
                                "application/merge-patch+json")
                        .status())
                .isEqualTo(404);
        assertThat(send("DELETE", "/api/orders/g1", acme, "").status()).isEqualTo(404);
        assertThat(send("PUT", "/api/orders/g1", acme, "{}", "If-None-Match", "*", "Content-Type", "application/json")
                        .status())
                .isEqualTo(404);
        // Nobody gives a document to another tenant, whether new or changed.
        assertThat(send("POST", "/api/orders", acme, "{\"company\":\"globex\"}").status())
                .isEqualTo(403);
        assertThat(send(
                                "PATCH",
                                "/api/orders/a1",
                                acme,
                                "{\"company\":\"globex\"}",
                                "Content-Type",
                                "application/merge-patch+json")
                        .status())
                .isEqualTo(403);
        assertThat(send("POST", "/api/orders", acme, "{\"company\":[\"globex\"]}")
                        .status())
                .isEqualTo(403);
        assertThat(send("GET", "/api/orders/g1", globex, "").body()).contains(MARKER);
        assertThat(send("POST", "/api/orders", "", "{\"item\":\"x\"}").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void no_byte_of_another_tenant_is_in_any_answer(String storage) throws Exception {
        serve("documents.orders=" + storage + "\ndocuments.orders.tenant=company\n");
        for (int i = 0; i < 5; i++) {
            create("a" + i, acme, "bolts");
            create("m" + MARKER + i, globex, MARKER + " " + i);
        }
        send("PUT", "/api/orders/m" + MARKER + "0", globex, "{\"item\":\"" + MARKER + " again\"}");
        send("DELETE", "/api/orders/m" + MARKER + "1", globex, "");
        List<String> queries = new ArrayList<>(List.of(
                "",
                "?q=" + MARKER,
                "?q=item:*",
                "?q=company:globex",
                "?q=NOT%20company:acme",
                "?q=*%20OR%20company:globex",
                "?sort=item",
                "?sort=-item&limit=1",
                "?limit=1",
                "?count=true&limit=0",
                "?groupBy=item",
                "?groupBy=company&figures=item",
                "?q=item:*&groupBy=item&wait=true",
                "?select=item",
                "?cursor=a4",
                "?cursor=m"));
        if (storage.equals("durable"))
            queries.addAll(List.of("?versions=all", "?asOf=2100-01-01T00:00:00Z", "?versions=all&q=item:*"));
        List<String> answers = new ArrayList<>();
        for (String query : queries) {
            answers.add(send("GET", "/api/orders" + query, acme, "").bytes());
            answers.add(send("GET", "/api/orders" + query, "", "").bytes());
        }
        for (int i = 0; i < 5; i++) {
            String path = "/api/orders/m" + MARKER + i;
            for (String more : List.of("", "/versions", "?version=1", "?version=2", "?asOf=2100-01-01T00:00:00Z")) {
                // The client knows the id, which it sent.
                answers.add(send("GET", path + more, acme, "").bytes().replace("m" + MARKER + i, "ID"));
            }
        }
        answers.add(send("GET", "/api/orders/stats", acme, "").bytes());
        answers.add(send("GET", "/api/orders/template", acme, "").bytes());
        answers.add(send("POST", "/api/orders/bulk", acme, """
                        {"op":"put","id":"b1","document":{"item":"nuts"}}
                        {"op":"patch","id":"a0","patch":{"item":"nuts"}}
                        {"op":"delete","id":"a1"}
                        """, "Content-Type", "application/x-ndjson")
                .bytes());
        assertThat(answers).noneMatch(answer -> answer.contains(MARKER)).noneMatch(answer -> answer.contains("globex"));
        assertThat(send("GET", "/api/orders?count=true&limit=0", acme, "").body())
                .contains("\"total\":5");
        assertThat(send("GET", "/api/orders/stats", acme, "").body()).contains("\"documents\" : 5");

        Answer bulk = send(
                "POST",
                "/api/orders/bulk",
                acme,
                "{\"op\":\"put\",\"id\":\"m" + MARKER
                        + "2\",\"document\":{\"item\":\"x\"}}\n{\"op\":\"delete\",\"id\":\"m" + MARKER + "3\"}\n",
                "Content-Type",
                "application/x-ndjson");
        assertThat(bulk.body().split("\n")).allMatch(line -> line.contains("404"));
    }

    @Test
    void a_key_of_another_caller_repeats_nothing() throws Exception {
        serve("documents.orders=durable\ndocuments.orders.tenant=company\n");
        String[] once = {"Idempotency-Key", "k1", "Content-Type", "application/json"};
        Answer first = send("POST", "/api/orders", globex, "{\"item\":\"" + MARKER + "\"}", once);
        assertThat(first.status()).isEqualTo(201);
        assertThat(send("POST", "/api/orders", globex, "{\"item\":\"" + MARKER + "\"}", once)
                        .body())
                .isEqualTo(first.body());
        Answer other = send("POST", "/api/orders", acme, "{\"item\":\"" + MARKER + "\"}", once);
        assertThat(other.status()).isEqualTo(201);
        assertThat(other.body()).contains("acme").isNotEqualTo(first.body());
    }

    @Test
    void the_changes_that_a_caller_follows_are_those_of_its_documents() throws Exception {
        serve("documents.orders=durable\ndocuments.orders.tenant=company\n");
        create("g0", globex, MARKER);
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "api/orders/changes?after=0"))
                .header("X-Api-Key", acme)
                .build();
        HttpResponse<InputStream> stream = client.send(request, BodyHandlers.ofInputStream());
        send("DELETE", "/api/orders/g0", globex, "");
        create("a0", acme, "bolts");
        send("DELETE", "/api/orders/a0", acme, "");
        create("a1", acme, "the last one");
        StringBuilder received = new StringBuilder();
        byte[] buffer = new byte[4096];
        try (InputStream events = stream.body()) {
            while (received.indexOf("the last one") < 0) {
                int count = events.read(buffer);
                if (count < 0) break;
                received.append(new String(buffer, 0, count, UTF_8));
            }
        }
        assertThat(received.toString()).contains("a0", "bolts", "DELETED").doesNotContain(MARKER, "g0", "globex");
    }

    @Test
    void rules_name_owners_and_groups() throws Exception {
        serve("""
                documents.orders=durable
                documents.orders.read=owner:@caller.name OR @caller.group:auditors
                documents.orders.create=owner:@caller.name
                documents.orders.update=owner:@caller.name AND NOT status:closed
                documents.orders.delete=@caller.group:auditors
                """);
        String auditor = JsonText.read(send("POST", "/admin/keys", "", """
                        {"name":"auditor","groups":["auditors"]}""").body())
                .path("key")
                .asString("");
        assertThat(send("PUT", "/api/orders/1", acme, "{\"owner\":\"acme-shop\",\"status\":\"open\"}")
                        .status())
                .isEqualTo(201);
        assertThat(send("PUT", "/api/orders/2", acme, "{\"owner\":\"globex-shop\"}")
                        .status())
                .isEqualTo(403);
        assertThat(send("GET", "/api/orders/1", globex, "").status()).isEqualTo(404);
        assertThat(send("GET", "/api/orders/1", auditor, "").status()).isEqualTo(200);
        assertThat(send("PUT", "/api/orders/1", auditor, "{\"owner\":\"auditor\"}")
                        .status())
                .isEqualTo(403);
        assertThat(send("DELETE", "/api/orders/1", acme, "").status()).isEqualTo(403);
        assertThat(send("PUT", "/api/orders/1", acme, "{\"owner\":\"acme-shop\",\"status\":\"closed\"}")
                        .status())
                .isEqualTo(403);
        assertThat(send("DELETE", "/api/orders/1", auditor, "").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "documents.orders=durable\ndocuments.orders.read=owner:@caller.nam",
                "documents.orders=durable\ndocuments.orders.read=(owner",
                "documents.orders=durable\ndocuments.ordrs.read=owner:@caller.name",
                "documents.orders=durable\ndocuments.orders.tenant=a b",
            })
    void a_rule_that_cannot_be_honoured_fails_the_package(String properties) throws Exception {
        serve(properties);
        assertThat(send("GET", "/admin/packages/shop", "", "").body()).contains("documents.", "package.properties");
        assertThat(send("GET", "/api/orders", "", "").status()).isEqualTo(503);
    }
}
