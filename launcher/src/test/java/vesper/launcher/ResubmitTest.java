package vesper.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import vesper.rest.answers.Failures;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResubmitTest {
    private static final String SERVICE = """
            import java.util.concurrent.atomic.AtomicInteger
            import org.springframework.http.ResponseEntity
            import org.springframework.web.bind.annotation.*
            import vesper.http.client.ClientRequest
            import vesper.http.client.HttpClient
            import vesper.records.Tracker
            import vesper.records.Transactions

            @RestController
            @RequestMapping('orders')
            class Orders {
                private final Transactions transactions
                private final HttpClient http
                private final AtomicInteger stock = new AtomicInteger()

                Orders(Transactions transactions, HttpClient http) {
                    this.transactions = transactions
                    this.http = http
                }

                @PostMapping('flaky')
                ResponseEntity<String> flaky(@RequestBody String body, @RequestHeader('X-Tenant') String tenant,
                        @RequestParam('n') int n) {
                    ResponseEntity.status(stock.get() < n ? 503 : 201).body(tenant + ':' + body)
                }

                @PostMapping('large')
                int large(@RequestBody byte[] body) { body.length }

                @PostMapping('calls')
                String calls(@RequestParam('port') int port, @RequestBody String body) {
                    http.exchange(ClientRequest.get("http://127.0.0.1:$port/nowhere?password=hush&n=1")).status()
                }

                @PutMapping('stock')
                void stock(@RequestBody int n) { stock.set(n) }

                @PostMapping('batch')
                String batch() {
                    try (def own = Tracker.begin('invoice')) {
                        own.externalId('INV-7').put('amount', 42).state('PRINTED', [pages: 3]).log('to the printer')
                        return own.id()
                    }
                }

                @PostMapping('fails')
                String fails(@RequestBody String why) {
                    Tracker.current().externalId(null).type(null).state(null, this)
                    throw new IllegalStateException(why)
                }

                @PostMapping('thread')
                String thread() {
                    def id = null
                    Thread.start {
                        try (def own = transactions.begin('nightly')) {
                            own.put('password', 'hush')
                            own.failed(new IllegalStateException('no paper'))
                            id = own.id()
                        }
                    }.join()
                    return id
                }
            }
            """;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/orders/code"));
        Files.writeString(code.resolve("Orders.groovy"), SERVICE);
        Files.writeString(folder.resolve("trackers.xml"), "<trackers><tracker pattern='/**'/></trackers>");
        vesper = RunningVesper.serving(
                folder.resolve("packages"),
                folder.resolve("data"),
                "tracker.enabled=true",
                "tracker.client=true",
                "tracker.rules=" + folder.resolve("trackers.xml"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() {
        client.close();
        vesper.close();
    }

    @Test
    void a_request_is_carried_out_again_with_its_query_fields_and_body_and_both_transactions_are_linked()
            throws Exception {
        stock(0);
        assertThat(post("api/orders/flaky?n=3", "again-one").statusCode()).isEqualTo(503);
        JsonNode before = only("again-one");
        assertThat(before.path("state").asString()).isEqualTo("ERROR");
        stock(3);

        JsonNode made = json(post("admin/tracker/transactions/" + id(before) + "/resubmit", ""));
        assertThat(made.path("status").asInt()).isEqualTo(201);
        assertThat(made.path("state").asString()).isEqualTo("PROCESSED");

        JsonNode after = transaction(id(made));
        assertThat(after.path("url").asString()).isEqualTo("/api/orders/flaky?n=3");
        assertThat(after.at("/states/1/payload").asString()).isEqualTo("acme:again-one");
        assertThat(after.path("properties").path("resubmit.depth").asString()).isEqualTo("1");
        assertThat(link(after, "resubmits")).isEqualTo(id(before));
        assertThat(link(transaction(id(before)), "resubmitted-as")).isEqualTo(id(made));
        assertThat(transaction(id(before)).path("state").asString()).isEqualTo("ERROR");
    }

    @Test
    void an_edited_body_takes_the_place_of_the_one_that_was_kept() throws Exception {
        stock(0);
        post("api/orders/flaky?n=0", "edit-one");
        String edit = "{\"body\": {\"edited\": true}, \"contentType\": \"application/json\", \"query\": \"n=-1\"}";
        JsonNode made = json(post("admin/tracker/transactions/" + id(only("edit-one")) + "/resubmit", edit));
        JsonNode after = transaction(id(made));
        assertThat(after.at("/states/0/payload").asString()).isEqualTo("{\"edited\":true}");
        assertThat(after.path("url").asString()).endsWith("?n=-1");
    }

    @Test
    void what_is_not_understood_of_an_edit_is_refused_and_nothing_is_sent() throws Exception {
        post("api/orders/large", "typoone");
        String resubmit = "admin/tracker/transactions/" + id(only("typoone")) + "/resubmit";
        assertThat(post(resubmit, "null").statusCode()).isEqualTo(400);
        HttpResponse<String> refused = post(resubmit, "{\"boddy\": \"x\", \"method\": \"GET\", \"query\": 1}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("errors").toString())
                .contains("\"#/boddy\"", "is not known, did you mean body?")
                .contains("\"#/method\"", "\"is not known\"", "\"#/query\"", "\"expected text\"");
        assertThat(post(resubmit, "[1]").statusCode()).isEqualTo(400);
        var form = BodyPublishers.ofString("{\"body\": \"x\"}");
        assertThat(client.send("POST", "/" + resubmit, form, "Content-Type", "application/x-www-form-urlencoded")
                        .statusCode())
                .isEqualTo(415);
        assertThat(only("typoone").path("links").size()).isZero();
    }

    @Test
    void what_was_cut_or_masked_is_refused_unless_an_edited_body_is_sent() throws Exception {
        post("api/orders/large", "cutoff " + "x".repeat(70 << 10));
        post("api/orders/large", "{\"maskedone\": 1, \"password\": \"hush\"}");
        for (String word : new String[] {"cutoff", "maskedone"}) {
            String resubmit = "admin/tracker/transactions/" + id(only(word)) + "/resubmit";
            HttpResponse<String> refused = post(resubmit, "");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(refused.body()).contains(word.equals("cutoff") ? "longer than what is kept" : "masked");
            assertThat(json(post(resubmit, "{\"body\": \"short\"}"))
                            .path("status")
                            .asInt())
                    .isEqualTo(200);
        }
    }

    @Test
    void what_is_not_there_is_not_found() throws Exception {
        assertThat(post("admin/tracker/transactions/" + UUID.randomUUID() + "/resubmit", "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_chain_of_resubmissions_ends_at_five() throws Exception {
        post("api/orders/large", "chainone");
        String last = id(only("chainone"));
        for (int i = 0; i < 5; i++) last = id(json(post("admin/tracker/transactions/" + last + "/resubmit", "")));
        HttpResponse<String> refused = post("admin/tracker/transactions/" + last + "/resubmit", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("5 resubmissions led to it");
    }

    @Test
    void what_operators_are_asked_for_is_not_carried_out_again() throws Exception {
        post("api/orders/large", "innerone");
        String resubmit = "admin/tracker/transactions/" + id(only("innerone")) + "/resubmit";
        for (String spelled : new String[] {resubmit, resubmit.replace("admin/", "%61dmin/")}) {
            assertThat(post(spelled, "").statusCode()).isEqualTo(200);
            JsonNode asked = json(get("admin/tracker/transactions?limit=1&q=method:POST%20NOT%20path:/api/*"))
                    .at("/items/0");
            assertThat(asked.path("url").asString()).endsWith(spelled);
            HttpResponse<String> refused = post("admin/tracker/transactions/" + id(asked) + "/resubmit", "");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(refused.body()).contains("operators");
        }
        JsonNode bulk = json(post("admin/tracker/resubmit?dryRun=false&again=true&q=path:/admin/*", ""));
        assertThat(bulk.path("sent").asInt()).isZero();
        assertThat(bulk.path("refused").asInt()).isPositive();
    }

    @Test
    void what_is_carried_out_again_is_a_part_of_the_trace_of_who_asks_for_it() throws Exception {
        post("api/orders/large", "tracedone");
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        JsonNode made = json(client.send(
                "POST",
                RecordsClient.TRANSACTIONS + "/" + id(only("tracedone")) + "/resubmit",
                BodyPublishers.noBody(),
                "traceparent",
                "00-" + trace + "-00f067aa0ba902b7-01"));
        assertThat(made.path("status").asInt()).isEqualTo(200);
        assertThat(transaction(id(made)).path("traceId").asString()).isEqualTo(trace);
    }

    @Test
    void a_request_whose_caller_was_hidden_is_not_carried_out_as_somebody_else() throws Exception {
        var body = BodyPublishers.ofString("hiddencaller");
        String[] fields = {"X-Tenant", "acme", "Authorization", "Bearer hush", "Content-Type", "text/plain"};
        assertThat(client.send("POST", "/api/orders/flaky?n=0", body, fields).statusCode())
                .isEqualTo(201);
        String resubmit = "admin/tracker/transactions/" + id(only("hiddencaller")) + "/resubmit";

        HttpResponse<String> refused = post(resubmit, "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("header fields Authorization were masked", "say in headers");
        HttpResponse<String> wrong = post(resubmit, "{\"headers\": {\"Authorization\": \"a\\nb\"}}");
        assertThat(wrong.statusCode()).isEqualTo(409);
        assertThat(post(resubmit, "{\"headers\": {\"Authorization\": null, \"Content-Length\": \"1\"}}")
                        .statusCode())
                .isEqualTo(409);
        JsonNode made =
                json(post(resubmit, "{\"headers\": {\"authorization\": \"Bearer new\", \"X-Tenant\": \"other\"}}"));
        assertThat(made.path("status").asInt()).isEqualTo(201);
        assertThat(transaction(id(made)).at("/states/1/payload").asString()).isEqualTo("other:hiddencaller");
        assertThat(json(post(resubmit, "{\"headers\": {\"Authorization\": null}}"))
                        .path("status")
                        .asInt())
                .isEqualTo(201);
    }

    @Test
    void what_a_query_finds_is_tried_first_and_sent_only_when_asked_and_only_once() throws Exception {
        stock(5);
        for (int i = 0; i < 3; i++) post("api/orders/flaky?n=" + (4 + i), "bulkone " + i);
        post("api/orders/large", "bulkone " + "x".repeat(70 << 10));
        String bulk = "admin/tracker/resubmit?q=bulkone%20path:/api/orders/*&limit=10";

        JsonNode tried = json(post(bulk, ""));
        assertThat(tried.path("dryRun").asBoolean()).isTrue();
        assertThat(tried.path("found").asInt()).isEqualTo(4);
        assertThat(tried.path("sent").asInt()).isEqualTo(3);
        assertThat(tried.path("refused").asInt()).isEqualTo(1);
        assertThat(json(get("admin/tracker/transactions?q=bulkone%20path:/api/orders/*"))
                        .path("items")
                        .size())
                .isEqualTo(4);

        JsonNode sent = json(post(bulk + "&dryRun=false", ""));
        assertThat(sent.path("sent").asInt()).isEqualTo(3);
        assertThat(sent.path("failed").asInt()).isEqualTo(1);
        assertThat(sent.at("/items/1/resubmitted/id").asString()).isNotEmpty();

        assertThat(json(post(bulk.replace("limit=10", "limit=1001"), ""))
                        .path("status")
                        .asInt())
                .isEqualTo(400);
        JsonNode again = json(post(bulk, ""));
        assertThat(again.path("found").asInt()).isEqualTo(7);
        assertThat(again.path("refused").asInt())
                .as("the first four, and two that succeeded")
                .isEqualTo(6);
        assertThat(again.toString())
                .contains("it was resubmitted before, as ", "it resubmits another one, and has succeeded");
        stock(9);
        JsonNode failedOnes = json(post(bulk + "&dryRun=false", ""));
        assertThat(failedOnes.path("sent").asInt()).isEqualTo(1);
        assertThat(failedOnes.path("failed").asInt()).isZero();
        assertThat(json(post(bulk + "&dryRun=false", "")).path("sent").asInt()).isZero();
        assertThat(json(post(bulk + "&again=true", "")).path("sent").asInt()).isEqualTo(7);
    }

    @Test
    void code_begins_a_transaction_of_its_own_that_is_linked_with_the_request() throws Exception {
        String own = post("api/orders/batch", "").body();
        JsonNode made = transaction(own);
        assertThat(made.path("type").asString()).isEqualTo("invoice");
        assertThat(made.path("externalId").asString()).isEqualTo("INV-7");
        assertThat(made.path("state").asString()).isEqualTo("PROCESSED");
        assertThat(made.at("/states").toString()).contains("STARTED", "PRINTED", "PROCESSED", "{\\\"pages\\\":3}");
        assertThat(made.path("properties").path("amount").asString()).isEqualTo("42");
        assertThat(made.at("/logs/0/text").asString()).isEqualTo("to the printer");
        JsonNode around = transaction(link(made, "part-of"));
        assertThat(around.path("url").asString()).isEqualTo("/api/orders/batch");
        assertThat(link(around, "began")).isEqualTo(own);
        JsonNode found = json(get("admin/tracker/transactions?q=type:invoice%20prop.amount:42"));
        assertThat(found.path("items").size()).as(found.toString()).isEqualTo(1);
        assertThat(found.at("/items/0/state").asString()).isEqualTo("PROCESSED");
    }

    @Test
    void hits_come_as_lines_where_these_are_asked_for() throws Exception {
        for (int i = 0; i < 100; i++) post("api/orders/large", "lineone " + i);
        String path = "admin/tracker/transactions?limit=100&q=lineone";
        HttpResponse<String> answer = client.get("/" + path, "Accept", "application/x-ndjson");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/x-ndjson"));
        List<String> lines = answer.body().lines().toList();
        assertThat(lines).hasSize(100);
        assertThat(JsonText.read(lines.getFirst()).at("/states/0/payload").asString())
                .isEqualTo("lineone 99");
        assertThat(get(path).body()).startsWith("{\n  \"items\"");
    }

    @Test
    void calls_of_the_client_are_lines_in_the_log_of_the_transaction() throws Exception {
        String made = post("api/orders/calls?port=" + vesper.address().getPort(), "callone")
                .body();
        JsonNode logs = transaction(id(only("callone"))).path("logs");
        assertThat(made).isEqualTo("404");
        assertThat(logs.at("/0/text").asString())
                .matches("GET http://127.0.0.1:\\d+/nowhere\\?\\*\\*\\* → 404 in \\d+ ms");
    }

    @Test
    void a_package_says_what_of_it_is_tracked_until_it_changes_and_what_is_broken_is_its_problem() throws Exception {
        Path file =
                Files.createDirectories(folder.resolve("packages/orders/conf")).resolve("trackers.xml");
        Files.writeString(file, "<trackers><tracker pattern='/api/orders/typed' document-type='typed'/></trackers>");
        post("admin/packages/orders/reload", "");
        assertThat(get("admin/packages/orders").body())
                .doesNotContain("warning")
                .contains("started");
        Files.writeString(file, "<trackers><tracker patern='/api/orders/typed'/></trackers>");
        post("admin/packages/orders/reload", "");
        assertThat(get("admin/packages/orders").body())
                .contains("\"warning\" : \"conf/trackers.xml:1", "did you mean pattern", "\"state\" : \"started\"");
        assertThat(json(get("admin/status")).at("/packages/0/warning").asString())
                .startsWith("conf/trackers.xml:1");
        Files.delete(file);
        post("admin/packages/orders/reload", "");
        assertThat(get("admin/packages/orders").body()).doesNotContain("warning");
    }

    @Test
    void what_a_package_says_of_what_is_tracked_may_be_in_any_encoding() throws Exception {
        Path file =
                Files.createDirectories(folder.resolve("packages/orders/conf")).resolve("trackers.xml");
        for (Charset encoding : List.of(UTF_8, UTF_16, ISO_8859_1)) {
            String declared = "<?xml version='1.0' encoding='" + encoding + "'?>";
            Files.writeString(file, declared + "<trackers><tracker pattern='/a' scope='zurück'/></trackers>", encoding);
            post("admin/packages/orders/reload", "");
            assertThat(get("admin/packages/orders").body())
                    .as("%s", encoding)
                    .contains("scope \\\"zurück\\\": expected");
        }
        Files.writeString(file, " ".repeat((1 << 20) + 1));
        post("admin/packages/orders/reload", "");
        assertThat(get("admin/packages/orders").body()).contains("has more than 1048576 bytes");
        Files.delete(file);
        post("admin/packages/orders/reload", "");
        assertThat(get("admin/packages/orders").body()).doesNotContain("warning");
    }

    @Test
    void a_transaction_says_why_its_handler_failed_and_the_log_names_its_trace() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger(Failures.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            assertThat(post("api/orders/fails", "no stock for failone").statusCode())
                    .isEqualTo(500);
        } finally {
            log.detachAppender(lines);
        }
        JsonNode failed = transaction(id(only("failone")));
        assertThat(failed.path("state").asString()).isEqualTo("ERROR");
        assertThat(failed.at("/logs/0/text").asString())
                .isEqualTo("java.lang.IllegalStateException: no stock for failone");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("POST /api/orders/fails failed, trace "
                        + failed.path("traceId").asString());
        post("api/orders/fails?n=failtwo", "password=hush");
        assertThat(transaction(id(only("failtwo"))).at("/logs/0/text").asString())
                .isEqualTo("***");
    }

    @Test
    void a_callback_that_nobody_answers_is_logged_with_the_id_of_its_record() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger("vesper.records.watching");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            assertThat(post(
                                    "admin/monitor/rules",
                                    "{\"name\": \"lost\", \"path\": \"/api/orders/large\", \"callback\": \"/api/no/one\"}")
                            .statusCode())
                    .isEqualTo(201);
            post("api/orders/large", "callbackone");
            Eventually.until(() -> !lines.list.isEmpty());
            String id = id(json(get("admin/monitor/records?q=rule:lost")).at("/items/0"));
            assertThat(lines.list.getFirst().getFormattedMessage())
                    .isEqualTo("the callback of the rule lost did not get 1 of its messages, the last one being record "
                            + id + ": it answered 404");
            assertThat(json(get("admin/monitor/records?q=id:" + id))
                            .path("items")
                            .size())
                    .isEqualTo(1);
        } finally {
            log.detachAppender(lines);
            client.send("DELETE", "/admin/monitor/rules/lost", BodyPublishers.noBody());
        }
    }

    @Test
    void a_switch_that_stays_off_says_why() throws Exception {
        JsonNode answer = json(client.send("PUT", "/admin/monitor/enabled", BodyPublishers.ofString("true")));
        assertThat(answer.path("on").asBoolean()).isFalse();
        assertThat(answer.path("why").asString()).isEqualTo("no rule is enabled");
    }

    @Test
    void another_thread_begins_one_too_and_what_failed_is_an_error() throws Exception {
        JsonNode made = transaction(post("api/orders/thread", "").body());
        assertThat(made.path("type").asString()).isEqualTo("nightly");
        assertThat(made.path("state").asString()).isEqualTo("ERROR");
        assertThat(made.toString()).contains("no paper").doesNotContain("hush");
        assertThat(made.path("links").size()).isZero();
    }

    private static void stock(int n) throws Exception {
        assertThat(client.json("PUT", "/api/orders/stock", String.valueOf(n)).statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        if (body.isEmpty()) return client.send("POST", "/" + path, BodyPublishers.noBody(), "X-Tenant", "acme");
        String type = path.startsWith("admin") || body.startsWith("{") ? "application/json" : "text/plain";
        return client.send("POST", "/" + path, BodyPublishers.ofString(body), "X-Tenant", "acme", "Content-Type", type);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return client.get("/" + path);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonText.read(answer.body());
    }

    /** Returns the only exchange that contains this word. */
    private static JsonNode only(String word) throws Exception {
        JsonNode items = json(get("admin/tracker/transactions?q=" + word + "%20path:/api/orders/*"))
                .path("items");
        assertThat(items.size()).as(word + ": " + items).isEqualTo(1);
        return items.get(0);
    }

    private static JsonNode transaction(String id) throws Exception {
        HttpResponse<String> answer = get("admin/tracker/transactions/" + id);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    private static String id(JsonNode node) {
        return node.path("id").asString();
    }

    private static String link(JsonNode transaction, String relation) {
        for (JsonNode link : transaction.path("links"))
            if (link.path("relation").asString().equals(relation)) return id(link);
        throw new AssertionError("no link " + relation + " in " + transaction);
    }
}
