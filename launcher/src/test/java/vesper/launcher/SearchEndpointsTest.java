package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchEndpointsTest {
    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        vesper = RunningVesper.serving(EchoPackage.in(folder), folder.resolve("data"), "tracker.enabled=true");
        client = new RecordsClient(vesper.address());
        client.json(
                "POST",
                "/admin/monitor/rules",
                "{\"name\":\"echoes\",\"path\":\"/api/**\",\"keep\":[\"query\",\"headers\"]}");
        client.get("/api/echo?echo=apricot", "User-Agent", "test agent/1", "X-Tenant", "blue");
        client.await("apricot", found -> found.size() == 1);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {RecordsClient.TRANSACTIONS, RecordsClient.INVOCATIONS})
    void parameters_that_are_not_known_are_refused_with_all_else_that_is_wrong(String path) throws Exception {
        Map<String, String> errors = errors(
                path
                        + "?query=smith&limits=5&nonsense=1&sort=durtion&facets=statuss&from=yesterday&limit=1001&top=0&histogram=0s");

        assertThat(errors)
                .containsEntry("query", "is not known, did you mean q?")
                .containsEntry("limits", "is not known, did you mean limit?")
                .containsEntry("limit", "expected a whole number from 0 to 1000")
                .containsEntry("top", "expected a whole number from 1 to 1000");
        assertThat(errors.get("nonsense")).startsWith("is not known; there are q, from, to, sort, limit");
        assertThat(errors.get("sort")).contains("did you mean 'duration'? There are time, duration, status");
        assertThat(errors.get("facets")).contains("did you mean 'status'? There are status, cost, method");
        assertThat(errors.get("from")).startsWith("expected a time such as 15m").endsWith("found 'yesterday'");
        assertThat(errors.get("histogram")).startsWith("expected how long a step is");
    }

    @Test
    void what_is_no_number_is_told_the_numbers_that_there_can_be_with_all_else_that_is_wrong() throws Exception {
        assertThat(
                        errors(
                                RecordsClient.TRANSACTIONS
                                        + "?limit=abc&top=many&count=perhaps&wait=never&latencies=2&limits=5&sort=durtion&from=yesterday&q=status:abc"))
                .containsEntry("limit", "expected a whole number from 0 to 1000")
                .containsEntry("top", "expected a whole number from 1 to 1000")
                .containsEntry("count", "expected true or false")
                .containsEntry("wait", "expected true or false")
                .containsEntry("latencies", "expected true or false")
                .containsOnlyKeys("limit", "top", "count", "wait", "latencies", "limits", "sort", "from", "q");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1h", "now-1h", "2026", "2026-01-31", "2026-01-31 13:00", "2026-01-31T13:00:00Z", "1700000000000"
            })
    void a_time_is_written_alike_in_parameters_and_in_queries(String time) throws Exception {
        String encoded = URLEncoder.encode(time, UTF_8);
        assertThat(client.page(RecordsClient.TRANSACTIONS, "apricot", "&from=" + encoded)
                        .path("items"))
                .hasSize(1);
        assertThat(client.page(RecordsClient.TRANSACTIONS, "apricot", "&to=" + encoded)
                        .path("items"))
                .isEmpty();
        assertThat(client.found(RecordsClient.TRANSACTIONS, "apricot time:>=\"" + time + "\""))
                .hasSize(1);
        assertThat(CommandRun.of("records", "apricot", "--from", time, "--count", "--url", client.url())
                        .out())
                .isEqualTo("1\n");
    }

    @Test
    void an_end_that_is_before_the_beginning_is_refused() throws Exception {
        assertThat(errors(RecordsClient.TRANSACTIONS + "?from=1h&to=2h"))
                .containsExactly(Map.entry("to", "is not after from, so nothing lies between them"));
    }

    @Test
    void the_steps_of_a_histogram_are_milliseconds_or_have_a_unit() throws Exception {
        JsonNode byMinute = client.page(RecordsClient.TRANSACTIONS, "apricot", "&histogram=1m&latencies=true");
        assertThat(byMinute.path("histogram")
                        .valueStream()
                        .mapToLong(JsonNode::asLong)
                        .sum())
                .isEqualTo(1);
        assertThat(byMinute.at("/latencyMicros/count").asInt()).isEqualTo(1);
        assertThat(client.page(RecordsClient.TRANSACTIONS, "apricot", "&histogram=60000")
                        .path("histogram"))
                .isEqualTo(byMinute.path("histogram"));
    }

    @Test
    void fields_are_found_by_the_names_that_answers_give_them() throws Exception {
        JsonNode found = client.found(RecordsClient.INVOCATIONS, "apricot").getFirst();
        for (String name : List.of(
                "id",
                "time",
                "rule",
                "package",
                "service",
                "success",
                "user",
                "endpoint",
                "method",
                "url",
                "status",
                "bytesIn",
                "bytesOut",
                "userAgent",
                "remoteAddress",
                "traceId",
                "trackerId")) {
            String value = found.path(name).asString("");
            assertThat(value.isEmpty() && !name.equals("user")).as(name).isFalse();
            String query = value.isEmpty() ? "NOT " + name + ":*" : name + ":\"" + value + "\"";
            assertThat(client.found(RecordsClient.INVOCATIONS, "apricot AND " + query))
                    .as(query)
                    .hasSize(1);
        }
        assertThat(client.found(RecordsClient.INVOCATIONS, "apricot durationMillis:<60000 headers.x-tenant:blue"))
                .hasSize(1);
        assertThat(client.found(RecordsClient.TRANSACTIONS, "apricot startedAt:>1h states:PROCESSED"))
                .hasSize(1);
        assertThat(client.found(RecordsClient.TRANSACTIONS, "apricot property.none:x"))
                .isEmpty();
        assertThat(client.found(RecordsClient.TRANSACTIONS, "url:\"/api/echo?echo=apri*\""))
                .isEmpty();
        assertThat(client.page(RecordsClient.INVOCATIONS, "apricot", "&sort=-durationMillis&facets=endpoint")
                        .at("/facets/endpoint")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void whoever_takes_anything_gets_json_and_a_page_is_refused_with_all_forms_that_there_are() throws Exception {
        String path = RecordsClient.TRANSACTIONS + "?q=apricot";
        assertThat(type(client.get(path))).startsWith("application/json");
        assertThat(type(client.get(path, "Accept", "*/*"))).startsWith("application/json");
        assertThat(type(client.get(path, "Accept", "application/*"))).startsWith("application/json");
        assertThat(type(client.get(path, "Accept", "application/xml"))).startsWith("application/xml");
        assertThat(type(client.get(path, "Accept", "application/x-ndjson"))).isEqualTo("application/x-ndjson");
        HttpResponse<String> refused = client.get(path, "Accept", "text/html");
        assertThat(refused.statusCode()).isEqualTo(406);
        assertThat(refused.body()).contains("application/json", "application/xml", "application/x-ndjson");
    }

    @Test
    void lines_are_hits_alone() throws Exception {
        HttpResponse<String> answer = client.get(
                RecordsClient.TRANSACTIONS + "?count=true&facets=status&latencies=true",
                "Accept",
                "application/x-ndjson");
        String told = "does not go with application/x-ndjson, whose lines are hits alone";
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(errors(answer)).isEqualTo(Map.of("count", told, "facets", told, "latencies", told));
    }

    @Test
    void a_bulk_resubmission_refuses_what_it_does_not_know() throws Exception {
        HttpResponse<String> answer = client.json("POST", "/admin/tracker/resubmit?q=apricot&dryrun=false", "");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(errors(answer)).containsExactly(Map.entry("dryrun", "is not known, did you mean dryRun?"));
    }

    @Test
    void a_bulk_resubmission_says_of_all_parameters_at_once_what_is_wrong() throws Exception {
        HttpResponse<String> answer = client.json(
                "POST", "/admin/tracker/resubmit?q=(&from=noon&limit=abc&dryRun=maybe&again=perhaps&query=x", "");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(errors(answer).keySet()).containsExactlyInAnyOrder("q", "from", "limit", "dryRun", "again", "query");
        assertThat(errors(answer))
                .containsEntry("limit", "expected a whole number from 0 to 1000")
                .containsEntry("dryRun", "expected true or false");
    }

    @Test
    void a_bulk_resubmission_without_a_query_is_told_so_with_all_else_that_is_wrong() throws Exception {
        HttpResponse<String> answer = client.json("POST", "/admin/tracker/resubmit?dryRun=maybe&limit=abc&query=x", "");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(errors(answer))
                .containsEntry("q", "is missing")
                .containsEntry("query", "is not known, did you mean q?")
                .containsOnlyKeys("q", "dryRun", "limit", "query");
    }

    @Test
    void the_openapi_document_says_what_a_bulk_resubmission_takes() throws Exception {
        JsonNode document = JsonText.read(client.get("/openapi.json").body());
        JsonNode parameters = document.path("paths")
                .path("/admin/tracker/resubmit")
                .path("post")
                .path("parameters");
        assertThat(parameters
                        .valueStream()
                        .map(one -> one.path("name").asString() + " "
                                + one.at("/schema/type").asString("")))
                .contains("q string", "limit integer", "dryRun boolean", "again boolean");
        assertThat(parameters
                        .valueStream()
                        .filter(one -> one.path("required").asBoolean(false))
                        .map(one -> one.path("name").asString()))
                .containsExactly("q");
    }

    @ParameterizedTest
    @CsvSource({"/admin/tracker/transactions, traceId", "/admin/monitor/records, endpoint"})
    void the_openapi_document_has_each_parameter_and_what_is_answered(String path, String field) throws Exception {
        JsonNode document = JsonText.read(client.get("/openapi.json").body());
        JsonNode operation = document.path("paths").path(path).path("get");

        assertThat(operation
                        .path("parameters")
                        .valueStream()
                        .map(one -> one.path("name").asString()))
                .containsExactly(
                        "q",
                        "from",
                        "to",
                        "sort",
                        "limit",
                        "cursor",
                        "count",
                        "facets",
                        "top",
                        "histogram",
                        "latencies",
                        "wait");
        for (JsonNode parameter : operation.path("parameters")) {
            assertThat(parameter.path("in").asString()).isEqualTo("query");
            assertThat(parameter.path("description").asString(""))
                    .as(parameter.toString())
                    .isNotEmpty();
        }
        JsonNode limit = operation.at("/parameters/4/schema");
        assertThat(limit.path("type").asString()).isEqualTo("integer");
        assertThat(limit.path("minimum").asInt(-1)).isZero();
        assertThat(limit.path("maximum").asInt()).isEqualTo(1000);
        JsonNode content = operation.at("/responses/200/content");
        assertThat(content.propertyNames())
                .containsExactlyInAnyOrder("application/json", "application/xml", "application/x-ndjson");
        JsonNode found = referred(document, content.at("/application~1json/schema"));
        assertThat(found.path("properties").propertyNames()).contains("facets", "cutFacets");
        JsonNode item = referred(document, found.at("/properties/items/items"));
        assertThat(item.path("properties").propertyNames()).contains("id", field, "durationMillis");
    }

    private static JsonNode referred(JsonNode document, JsonNode schema) {
        return document.at(schema.path("$ref").asString("").substring(1));
    }

    private static String type(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    private static Map<String, String> errors(String path) throws Exception {
        HttpResponse<String> answer = client.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        return errors(answer);
    }

    private static Map<String, String> errors(HttpResponse<String> answer) {
        return JsonText.read(answer.body())
                .path("errors")
                .valueStream()
                .collect(Collectors.toMap(
                        one -> one.path("pointer").asString(),
                        one -> one.path("detail").asString()));
    }
}
