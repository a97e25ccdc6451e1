package vesper.bench.overhead;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's {@code /admin}, as far as the experiment needs it. */
final class Admin {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final String RULE =
            "{\"name\":\"all\",\"path\":\"/api/**\",\"keep\":[\"headers\",\"query\",\"bodies\"]}";

    private final HttpClient client;
    private final URI server;

    /** @param server with a slash at its end */
    Admin(HttpClient client, URI server) {
        this.client = client;
        this.server = server;
    }

    /** Adds the rule that keeps everything and switches on what belongs to the case. The Tracker's rule is there by itself. */
    void arrange(RecordingCase recording) throws IOException, InterruptedException {
        send("POST", "admin/monitor/rules", RULE);
        send("PUT", "admin/monitor/enabled", Boolean.toString(recording.monitor()));
        send("PUT", "admin/tracker/enabled", Boolean.toString(recording.tracker()));
        String status = send("GET", "admin/status", "");
        requireOn("monitor", recording.monitor(), status);
        requireOn("tracker", recording.tracker(), status);
    }

    Backlog backlog() throws IOException, InterruptedException {
        String status = send("GET", "admin/status", "");
        return new Backlog(
                value("\"idle\"\\s*:\\s*(true|false)", status).equals("true"),
                Long.parseLong(value("\"pending\"\\s*:\\s*(\\d+)", status)),
                Long.parseLong(value("\"lagMillis\"\\s*:\\s*(\\d+)", status)));
    }

    /** Returns when everything that was recorded is sealed. */
    void awaitIdle(Duration patience) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Backlog now = backlog();
        while (!now.idle()) {
            if (System.nanoTime() - began > patience.toNanos()) {
                throw new IOException("not idle after " + patience.toSeconds() + " s, pending: " + now.pending());
            }
            Thread.sleep(BETWEEN_LOOKS);
            now = backlog();
        }
    }

    /** Counts what search finds since a time. */
    Census census(RecordingCase recording, long answered, Instant since) throws IOException, InterruptedException {
        return new Census(
                recording, answered, count("admin/monitor/records", since), count("admin/tracker/transactions", since));
    }

    private long count(String path, Instant since) throws IOException, InterruptedException {
        String found = send("GET", path + "?q=&limit=0&count=true&wait=true&from=" + since.toEpochMilli(), "");
        if (found.contains("\"incomplete\"")) throw new IOException("not everything was counted: " + found);
        return Long.parseLong(value("\"total\"\\s*:\\s*(\\d+)", found));
    }

    private static void requireOn(String what, boolean wanted, String status) throws IOException {
        String on = value("\"" + what + "\"\\s*:\\s*\\{\\s*\"on\"\\s*:\\s*(true|false)", status);
        if (!on.equals(Boolean.toString(wanted))) {
            throw new IOException("the " + what + " should be " + (wanted ? "on" : "off") + " and is not: " + status);
        }
    }

    private String send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(
                    method + " /" + path + " was answered with " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    private static String value(String pattern, String json) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(json);
        if (!matcher.find()) throw new IOException("no " + pattern + " in " + json);
        return matcher.group(1);
    }
}
