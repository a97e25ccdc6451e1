package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who may call what, over HTTP, on a server with users, keys, tokens and rules. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AccessTest {
    private static final String SHOP = """
            import jakarta.annotation.security.*
            import org.springframework.web.bind.annotation.*
            import vesper.http.Caller
            import java.security.Principal

            @RestController
            @RequestMapping('/shop')
            class Shop {
                @GetMapping('/who')
                String who(Caller caller, Principal principal) {
                    "${caller.kind()} ${caller.name()} ${caller.groups().sort()} ${caller.scopes().sort()} ${caller.tenant().orElse('-')} ${principal?.name}"
                }
                @GetMapping('/clerks') @RolesAllowed('clerks') String clerks() { 'clerks' }
                @GetMapping('/never') @DenyAll String never() { 'never' }
                @GetMapping('/always') @PermitAll String always() { 'always' }
                @PostMapping('/orders') String order() { 'ordered' }
            }
            """;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Path packages;
    private Path data;

    @BeforeEach
    void createFolders() throws IOException {
        packages = Files.createDirectory(folder.resolve("packages"));
        data = folder.resolve("data");
        Path shop = Files.createDirectories(packages.resolve("shop/code"));
        Files.writeString(shop.resolve("Shop.groovy"), SHOP);
    }

    /** A response. */
    private record Answer(int status, String body, HttpResponse<String> whole) {
        JsonNode json() {
            return JsonText.read(body);
        }
    }

    private Answer send(RunningVesper server, String method, String path, String type, String body, String... fields)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.address().toString().replaceFirst("/$", "") + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) request.header("Content-Type", type);
        for (int i = 0; i < fields.length; i += 2) request.header(fields[i], fields[i + 1]);
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body(), response);
    }

    private Answer get(RunningVesper server, String path, String... fields) throws Exception {
        return send(server, "GET", path, "", "", fields);
    }

    private Answer post(RunningVesper server, String path, String json, String... fields) throws Exception {
        return send(server, "POST", path, "application/json", json, fields);
    }

    private Answer form(RunningVesper server, String path, Map<String, String> form) throws Exception {
        String body = form.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return send(server, "POST", path, "application/x-www-form-urlencoded", body);
    }

    private static String[] basic(String name, String password) {
        return new String[] {
            "Authorization", "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(UTF_8))
        };
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    private void user(RunningVesper server, String json) throws Exception {
        assertThat(post(server, "/admin/users", json).status()).isEqualTo(201);
    }

    private String key(RunningVesper server, String json) throws Exception {
        Answer added = post(server, "/admin/keys", json);
        assertThat(added.status()).isEqualTo(201);
        return added.json().path("key").asString("");
    }

    @Test
    void an_annotation_protects_a_method_on_a_server_without_any_users() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            Answer refused = get(server, "/api/shop/clerks");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.whole().headers().firstValue("WWW-Authenticate").orElse(""))
                    .contains("Bearer", "Basic");
            assertThat(refused.whole().headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(refused.body()).contains("the group clerks");
            assertThat(get(server, "/api/shop/never").status()).isEqualTo(401);
            assertThat(get(server, "/api/shop/always").body()).isEqualTo("always");
            assertThat(get(server, "/api/shop/who").body()).isEqualTo("ANONYMOUS  [] [] - null");
        }
    }

    @Test
    void a_user_calls_with_name_and_password() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim","groups":["clerks"],"tenant":"acme"}""");
            assertThat(get(server, "/api/shop/who", basic("ann", "geheim")).body())
                    .isEqualTo("AUTHENTICATED ann [clerks] [] acme ann");
            assertThat(get(server, "/api/shop/who", basic("ANN", "geheim")).body())
                    .contains(" ann ");
            assertThat(get(server, "/api/shop/clerks", basic("ann", "geheim")).status())
                    .isEqualTo(200);
            Answer wrong = get(server, "/api/shop/who", basic("ann", "wrong"));
            Answer unknown = get(server, "/api/shop/who", basic("bob", "wrong"));
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(unknown.body()).isEqualTo(wrong.body());
            assertThat(get(server, "/api/shop/never", basic("ann", "geheim")).status())
                    .isEqualTo(403);
            user(server, """
                    {"name":"bob","password":"geheim"}""");
            Answer refused = get(server, "/api/shop/clerks", basic("bob", "geheim"));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("the group clerks", "bob");

            assertThat(send(server, "PATCH", "/admin/users/ann", "application/json", "{\"enabled\":false}")
                            .status())
                    .isEqualTo(200);
            assertThat(get(server, "/api/shop/who", basic("ann", "geheim")).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_key_is_shown_once_and_revoked_at_once() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            String key = key(server, """
                    {"name":"acme-shop","groups":["clerks"],"scopes":["orders:write"],"tenant":"acme",\
                    "expires":"2127-01-01T00:00:00Z"}""");
            assertThat(key).startsWith("vk_");
            String who = "AUTHENTICATED acme-shop [clerks] [orders:write] acme acme-shop";
            assertThat(get(server, "/api/shop/who", "X-Api-Key", key).body()).isEqualTo(who);
            assertThat(get(server, "/api/shop/who", bearer(key)).body()).isEqualTo(who);
            String id = key.split("_")[1];
            Answer listed = get(server, "/admin/keys");
            assertThat(listed.body()).contains(id, "lastUsedAt").doesNotContain(key.split("_", 3)[2], "secretHash");
            String other = key.substring(0, key.length() - 1) + (key.endsWith("A") ? "B" : "A");
            assertThat(get(server, "/api/shop/who", "X-Api-Key", other).status())
                    .isEqualTo(401);

            assertThat(send(server, "DELETE", "/admin/keys/" + id, "", "").status())
                    .isEqualTo(204);
            assertThat(get(server, "/api/shop/who", "X-Api-Key", key).status()).isEqualTo(401);
            String expired = key(server, """
                    {"name":"old","expires":"2020-01-01T00:00:00Z"}""");
            assertThat(get(server, "/api/shop/who", "X-Api-Key", expired).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_rule_narrows_what_is_open_and_never_widens_the_code() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            String key = key(server, """
                    {"name":"shop","scopes":["orders:write"]}""");
            assertThat(post(server, "/api/shop/orders", "{}").status()).isEqualTo(200);
            assertThat(post(server, "/admin/access/rules", """
                            {"name":"orders","path":"/api/shop/orders/**","methods":["POST"],"priority":0,\
                            "allow":["group:clerks","scope:orders:write"]}""").status()).isEqualTo(201);
            assertThat(post(server, "/admin/access/rules", """
                            {"name":"all","path":"/api/shop/never","allow":["public"]}""").status()).isEqualTo(201);
            Answer refused = post(server, "/api/shop/orders", "{}");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.body()).contains("the group clerks or the scope orders:write");
            assertThat(post(server, "/api/shop/%6Frders/", "{}").status()).isEqualTo(401);
            assertThat(post(server, "/api/shop/orders", "{}", "X-Api-Key", key).status())
                    .isEqualTo(200);
            assertThat(get(server, "/api/shop/never").status()).isEqualTo(401);
            String id = key.split("_")[1];
            Answer preview = get(server, "/admin/access/preview?method=POST&path=/api/shop/orders&as=key:" + id);
            assertThat(preview.body()).contains("\"status\" : 200", "rule orders");
            assertThat(get(server, "/admin/access/preview?method=POST&path=/api/shop/orders")
                            .body())
                    .contains("\"status\" : 401");
            Answer bad = post(server, "/admin/access/rules", """
                    {"name":"bad","allow":["everyone"],"pathh":"/x"}""");
            assertThat(bad.status()).isEqualTo(400);
            assertThat(bad.body()).contains("#/allow/0", "#/pathh", "#/path");
        }
    }

    @Test
    void a_server_that_denies_by_default_admits_only_whom_rules_and_annotations_name() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data, "access.default=deny")) {
            assertThat(get(server, "/api/shop/who").status()).isEqualTo(401);
            assertThat(get(server, "/api/shop/nothing").status()).isEqualTo(401);
            assertThat(get(server, "/api/shop/always").status()).isEqualTo(200);
            assertThat(get(server, "/health/ready").status()).isEqualTo(200);
            String key = key(server, """
                    {"name":"shop"}""");
            assertThat(get(server, "/api/shop/who", "X-Api-Key", key).status()).isEqualTo(403);
            post(server, "/admin/access/rules", """
                    {"name":"shop","path":"/api/shop/**","allow":["authenticated"]}""");
            assertThat(get(server, "/api/shop/who", "X-Api-Key", key).status()).isEqualTo(200);
            assertThat(get(server, "/api/shop/who").status()).isEqualTo(401);
        }
    }

    @Test
    void the_first_operator_closes_the_administration_on_this_machine_too() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(get(server, "/admin/status").status()).isEqualTo(200);
            user(server, """
                    {"name":"root","password":"geheim","operator":true}""");
            Answer refused = get(server, "/admin/status");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.body()).contains("admin.loopback=trusted");
            assertThat(get(server, "/metrics").status()).isEqualTo(401);
            assertThat(get(server, "/admin/status", basic("root", "geheim")).status())
                    .isEqualTo(200);
            assertThat(get(server, "/admin/status", basic("root", "wrong")).status())
                    .isEqualTo(401);
            assertThat(post(server, "/admin/users", """
                            {"name":"ann","password":"geheim"}""", basic("root", "geheim"))
                            .status())
                    .isEqualTo(201);
            assertThat(get(server, "/admin/status", basic("ann", "geheim")).status())
                    .isEqualTo(403);
            Answer audit = get(server, "/admin/audit", basic("root", "geheim"));
            assertThat(audit.body()).contains("user:ann", "root, 127.0.0.1").doesNotContain("geheim");
            assertThat(send(server, "DELETE", "/admin/users/root", "", "", basic("root", "geheim"))
                            .status())
                    .isEqualTo(409);
        }
        try (RunningVesper server = RunningVesper.serving(packages, data, "admin.loopback=trusted")) {
            assertThat(get(server, "/admin/users").body()).contains("root", "ann");
        }
    }

    @Test
    void tokens_are_issued_refreshed_once_and_revoked() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim","groups":["clerks"]}""");
            Answer issued = form(
                    server, "/oauth/token", Map.of("grant_type", "password", "username", "ann", "password", "geheim"));
            assertThat(issued.status()).isEqualTo(200);
            assertThat(issued.json().path("token_type").asString("")).isEqualTo("Bearer");
            assertThat(issued.json().path("expires_in").asInt(0)).isEqualTo(3600);
            String access = issued.json().path("access_token").asString("");
            String refresh = issued.json().path("refresh_token").asString("");
            assertThat(get(server, "/api/shop/clerks", bearer(access)).status()).isEqualTo(200);
            assertThat(get(server, "/.well-known/jwks.json").body())
                    .contains("\"kid\"")
                    .doesNotContain("\"d\"");

            Answer second =
                    form(server, "/oauth/token", Map.of("grant_type", "refresh_token", "refresh_token", refresh));
            assertThat(second.status()).isEqualTo(200);
            String later = second.json().path("access_token").asString("");
            assertThat(get(server, "/api/shop/clerks", bearer(later)).status()).isEqualTo(200);
            Answer reused =
                    form(server, "/oauth/token", Map.of("grant_type", "refresh_token", "refresh_token", refresh));
            assertThat(reused.status()).isEqualTo(400);
            assertThat(reused.body()).contains("invalid_grant");
            // The whole family has ended.
            assertThat(get(server, "/api/shop/clerks", bearer(later)).status()).isEqualTo(401);
            assertThat(get(server, "/api/shop/clerks", bearer(access)).status()).isEqualTo(401);

            for (Map<String, String> bad : List.of(
                    Map.of("grant_type", "password", "username", "ann", "password", "wrong"),
                    Map.of("grant_type", "password", "username", "ann"),
                    Map.of("grant_type", "implicit"),
                    Map.of("grant_type", "refresh_token", "refresh_token", "vr_no"))) {
                assertThat(form(server, "/oauth/token", bad).status()).isEqualTo(400);
            }
            assertThat(form(server, "/oauth/token?password=geheim", Map.of("grant_type", "password"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void an_invented_refresh_token_is_rejected_and_stores_nothing() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            String invented = "vr_" + "0".repeat(20) + "_" + "A".repeat(43);
            Answer refused =
                    form(server, "/oauth/token", Map.of("grant_type", "refresh_token", "refresh_token", invented));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(form(server, "/oauth/revoke", Map.of("token", invented)).status())
                    .isEqualTo(200);
            assertThat(data.resolve("documents")).doesNotExist();
        }
    }

    @Test
    void a_new_password_ends_the_tokens_and_the_remembered_password() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim"}""");
            assertThat(get(server, "/api/shop/who", basic("ann", "geheim")).status())
                    .isEqualTo(200);
            Answer issued = form(
                    server, "/oauth/token", Map.of("grant_type", "password", "username", "ann", "password", "geheim"));
            String access = issued.json().path("access_token").asString("");
            String refresh = issued.json().path("refresh_token").asString("");
            send(server, "PATCH", "/admin/users/ann", "application/json", "{\"password\":\"other\"}");
            assertThat(get(server, "/api/shop/who", basic("ann", "geheim")).status())
                    .isEqualTo(401);
            assertThat(get(server, "/api/shop/who", bearer(access)).status()).isEqualTo(401);
            assertThat(form(server, "/oauth/token", Map.of("grant_type", "refresh_token", "refresh_token", refresh))
                            .status())
                    .isEqualTo(400);
            assertThat(get(server, "/api/shop/who", basic("ann", "other")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void malformed_credentials_are_rejected_or_left_to_packages_and_never_admitted() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim","groups":["clerks"]}""");
            String key = key(server, """
                    {"name":"shop","groups":["clerks"]}""");
            for (String field : List.of(
                    "Basic",
                    "Basic ",
                    "Basic !!!",
                    "Basic YW5u",
                    "Basic " + "YW5uOg".repeat(2000),
                    "basic " + Base64.getEncoder().encodeToString("ann:".getBytes(UTF_8)),
                    "Basic " + Base64.getEncoder().encodeToString(":geheim".getBytes(UTF_8)),
                    "Bearer",
                    "Bearer " + key + " ",
                    "Bearer " + key + "x",
                    "Bearer " + key.substring(0, key.length() - 1),
                    "Bearer vk_",
                    "Bearer a.b.c",
                    "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4iLCJpc3MiOiJ2ZXNwZXIifQ.",
                    "Digest username=ann")) {
                int status =
                        get(server, "/api/shop/clerks", "Authorization", field).status();
                // Blanks around a field's value are no part of it, so one of these is the key itself.
                boolean isKey = field.strip().equals("Bearer " + key);
                assertThat(status).as(field).isIn(isKey ? List.of(200) : List.of(400, 401, 431));
            }
            assertThat(get(server, "/api/shop/clerks", "X-Api-Key", "other-" + key)
                            .status())
                    .isEqualTo(401);
            assertThat(get(server, "/api/shop/who", "X-Api-Key", "of-a-package").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_program_gets_a_token_for_its_key_with_fewer_scopes() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            String key = key(server, """
                    {"name":"shop","scopes":["a","b"]}""");
            String id = key.split("_")[1];
            Answer issued = form(
                    server,
                    "/oauth/token",
                    Map.of("grant_type", "client_credentials", "client_id", id, "client_secret", key, "scope", "a"));
            assertThat(issued.status()).isEqualTo(200);
            String token = issued.json().path("access_token").asString("");
            assertThat(get(server, "/api/shop/who", bearer(token)).body()).contains("shop", "[a]");
            assertThat(form(
                                    server,
                                    "/oauth/token",
                                    Map.of("grant_type", "client_credentials", "client_secret", key, "scope", "c"))
                            .body())
                    .contains("invalid_scope");
            send(server, "DELETE", "/admin/keys/" + id, "", "");
            assertThat(get(server, "/api/shop/who", bearer(token)).status()).isEqualTo(401);
        }
    }

    @Test
    void users_keys_and_rules_survive_a_restart() throws Exception {
        String key;
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim","groups":["clerks"]}""");
            key = key(server, """
                    {"name":"shop"}""");
            post(server, "/admin/access/rules", """
                    {"name":"shop","path":"/api/shop/who","allow":["authenticated"]}""");
        }
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            assertThat(get(server, "/api/shop/who").status()).isEqualTo(401);
            assertThat(get(server, "/api/shop/who", "X-Api-Key", key).status()).isEqualTo(200);
            assertThat(get(server, "/api/shop/who", basic("ann", "geheim")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_guesser_waits_longer_and_longer() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            user(server, """
                    {"name":"ann","password":"geheim"}""");
            for (int i = 0; i < 10; i++) {
                assertThat(get(server, "/api/shop/who", basic("ann", "guess" + i))
                                .status())
                        .isEqualTo(401);
            }
            Answer refused = get(server, "/api/shop/who", basic("ann", "guess"));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.whole().headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void a_package_with_protection_that_cannot_be_honoured_does_not_start() throws Exception {
        Files.writeString(packages.resolve("shop/code/Helper.groovy"), """
                class Helper {
                    @jakarta.annotation.security.RolesAllowed('clerks') int total() { 1 }
                }
                """);
        try (RunningVesper server = RunningVesper.serving(packages, data)) {
            Answer shown = get(server, "/admin/packages/shop");
            assertThat(shown.body()).contains("Helper.total", "@RolesAllowed protects nothing here");
            assertThat(get(server, "/api/shop/who").status()).isEqualTo(503);
        }
    }
}
