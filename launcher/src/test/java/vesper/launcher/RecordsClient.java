package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** An HTTP client for a recording server and its records. */
final class RecordsClient implements AutoCloseable {
    static final String TRANSACTIONS = "/admin/tracker/transactions";
    static final String INVOCATIONS = "/admin/monitor/records";

    private final HttpClient client = HttpClient.newHttpClient();
    private final String base;

    RecordsClient(URI server) {
        this.base = server.toString().replaceFirst("/$", "");
    }

    String url() {
        return base;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    HttpResponse<String> json(String method, String path, String body) throws IOException, InterruptedException {
        return send(method, path, BodyPublishers.ofString(body), "Content-Type", "application/json");
    }

    HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).method(method, body);
        if (headers.length > 0) request.headers(headers);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** Sends a GET request without waiting for the response. */
    CompletableFuture<HttpResponse<String>> later(String path) {
        return client.sendAsync(HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
    }

    void switchTracker(boolean on) throws IOException, InterruptedException {
        assertThat(json("PUT", "/admin/tracker/enabled", String.valueOf(on)).body())
                .isEqualTo(String.valueOf(on));
    }

    JsonNode status() throws IOException, InterruptedException {
        return JsonText.read(get("/admin/status").body());
    }

    /** Returns the first page of the matches. */
    List<JsonNode> found(String where, String query) throws IOException, InterruptedException {
        return items(page(where, query, ""));
    }

    /** Returns all pages of the matches. */
    List<JsonNode> all(String where, String query) throws IOException, InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = page(where, query, "&limit=1000" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            all.addAll(items(page));
            cursor = page.path("next").asString("");
        } while (!cursor.isEmpty());
        return all;
    }

    JsonNode page(String where, String query, String more) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(where + "?q=" + URLEncoder.encode(query, UTF_8) + more);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body());
    }

    /**
     * Waits for the only transaction that matches. An exchange is recorded when its last byte has left, which may be
     * after its client has read the response.
     */
    JsonNode transaction(String query) throws Exception {
        return await(query, found -> found.size() == 1).getFirst();
    }

    List<JsonNode> await(String query, Predicate<List<JsonNode>> condition) throws Exception {
        return Eventually.answer(query, () -> found(TRANSACTIONS, query), condition);
    }

    /** Waits until all blocks have been rebuilt. */
    void awaitRebuilt() throws Exception {
        Eventually.answer(
                "the rebuild",
                () -> JsonText.read(get("/admin/records/rebuild").body()),
                rebuild -> rebuild.path("filesLeft").asInt() == 0);
    }

    /** Returns the content stored for a state; empty without one. */
    static String payload(JsonNode transaction, String state) {
        for (JsonNode one : transaction.path("states"))
            if (one.path("name").asString("").equals(state))
                return one.path("payload").asString("");
        throw new AssertionError("no state " + state + " in " + transaction);
    }

    static boolean isCut(JsonNode transaction, String state) {
        for (JsonNode one : transaction.path("states"))
            if (one.path("name").asString("").equals(state))
                return one.path("cut").asBoolean(false);
        throw new AssertionError("no state " + state + " in " + transaction);
    }

    private static List<JsonNode> items(JsonNode page) {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item : page.path("items")) items.add(item);
        return items;
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
