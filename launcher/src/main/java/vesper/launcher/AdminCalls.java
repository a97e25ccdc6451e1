package vesper.launcher;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import vesper.hosting.DiskFailure;

/** Calls the {@code /admin} API of a running server and turns failures into messages for people. */
final class AdminCalls implements AutoCloseable {
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
    private static final String PROVING =
            "; if it requires client certificates, pass one with --cert FILE and --key FILE";

    private final HttpClient client;
    private final ServerAddress address;
    private final URI base;
    private final Duration timeout;
    private final boolean isProven;
    private final Map<String, String> fields;

    private AdminCalls(
            HttpClient client,
            ServerAddress address,
            URI base,
            Duration timeout,
            boolean isProven,
            Map<String, String> fields) {
        this.client = client;
        this.address = address;
        this.base = base;
        this.timeout = timeout;
        this.isProven = isProven;
        this.fields = fields;
    }

    static AdminCalls of(ServerAddress address, URI base, Duration timeout) {
        return new AdminCalls(client().build(), address, base, timeout, false, Map.of());
    }

    /**
     * Returns calls over TLS.
     *
     * @param isProven whether {@code tls} holds a client certificate
     */
    static AdminCalls secured(ServerAddress address, URI base, Duration timeout, SSLContext tls, boolean isProven) {
        return new AdminCalls(client().sslContext(tls).build(), address, base, timeout, isProven, Map.of());
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().connectTimeout(CONNECT_PATIENCE);
    }

    /**
     * An HTTP response of the server.
     *
     * @param at the time in the response's {@code Date} field, to the second; empty if it has none
     */
    record AdminResponse(int status, String body, Optional<Instant> at) {}

    /** No response arrived; a retry may succeed. */
    static final class NoResponseException extends Exception {
        private static final long serialVersionUID = 1;

        NoResponseException(String message) {
            super(message);
        }

        CommandFailedException asFailure() {
            return new CommandFailedException(ExitCode.FAILED, String.valueOf(getMessage()));
        }
    }

    /**
     * Returns an instance that also sends these header fields. It shares the connections: closing either closes both.
     */
    AdminCalls with(Map<String, String> more) {
        return new AdminCalls(client, address, base, timeout, isProven, Map.copyOf(more));
    }

    /** Returns the server's URL as the user or the settings gave it. */
    String url() {
        return address.url();
    }

    /** Returns the body of the response, whose status must be 200. */
    String text(String path) throws CommandFailedException, InterruptedException {
        try {
            AdminResponse answer = get(path);
            if (answer.status() == 200) return answer.body();
            throw refusal(answer);
        } catch (NoResponseException e) {
            throw e.asFailure();
        }
    }

    /** Returns the failure for a response with an unexpected status. */
    CommandFailedException refusal(AdminResponse answer) {
        return failed(new AdminRefusal(address).of(answer.status(), answer.body()));
    }

    /**
     * Sends a GET request and returns the response with any status.
     *
     * @param path with its query
     */
    AdminResponse get(String path) throws NoResponseException, InterruptedException {
        return send("GET", path, BodyPublishers.noBody(), "");
    }

    /** Sends a request with a JSON body, or with none if it is null, and returns the body of a successful response. */
    String change(String method, String path, @Nullable Object body)
            throws CommandFailedException, InterruptedException {
        try {
            AdminResponse response = body == null
                    ? send(method, path, BodyPublishers.noBody(), "")
                    : send(method, path, BodyPublishers.ofString(JsonText.of(body)), "application/json");
            if (response.status() / 100 == 2) return response.body();
            throw refusal(response);
        } catch (NoResponseException e) {
            throw e.asFailure();
        }
    }

    private AdminResponse send(String method, String path, BodyPublisher body, String type)
            throws NoResponseException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(timeout)
                .method(method, body)
                .header("Accept", "application/json");
        if (!type.isEmpty()) request.header("Content-Type", type);
        address.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        fields.forEach(request::header);
        String url = address.url();
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new AdminResponse(response.statusCode(), response.body(), time(response));
        } catch (SSLException e) {
            throw new NoResponseException(untrusted(url, e));
        } catch (HttpTimeoutException e) {
            throw new NoResponseException(url + " did not answer within " + timeout.toSeconds() + " s");
        } catch (ConnectException e) {
            throw new NoResponseException(unreachable(url, base.getHost(), e));
        } catch (IOException e) {
            // A server that rejects the client during the handshake may close before we have read the alert with the
            // reason.
            boolean isPerhapsUnproven = "https".equals(base.getScheme()) && !isProven;
            throw new NoResponseException(
                    url + " did not answer: " + DiskFailure.reason(e) + (isPerhapsUnproven ? PROVING : ""));
        }
    }

    private static Optional<Instant> time(HttpResponse<String> response) {
        try {
            return response.headers()
                    .firstValue("Date")
                    .map(text -> Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Parses the body of a response. The address may belong to a server other than Vesper, so it need not be JSON. */
    JsonNode read(String text) throws CommandFailedException {
        try {
            return JsonText.read(text);
        } catch (JacksonException e) {
            throw failed(address.url() + " did not answer with JSON; it is probably not a Vesper server");
        }
    }

    private static String untrusted(String url, SSLException e) {
        // The JDK's message for bytes that are not TLS.
        boolean isPlain = String.valueOf(e.getMessage()).contains("nrecognized SSL message");
        if (isPlain) return "this port does not speak TLS: use " + url.replaceFirst("^https:", "http:");
        // The server rejected the client's certificate; it is not the client that rejected the server's.
        boolean isOfCaller = String.valueOf(e.getMessage()).contains("Received fatal alert");
        if (isOfCaller) return url + " rejected this client (" + e.getMessage() + ")" + PROVING;
        return url + " is not trusted: " + e.getMessage()
                + "; pass its certificate, or its authority's, with --ca FILE. The certificate must name this host";
    }

    private static String unreachable(String url, String host, ConnectException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)
                return "unknown host " + host + " in " + url;
        }
        return "nothing listens on " + url + "; start a server with vesper run, or set another address with --url";
    }

    private static CommandFailedException failed(String message) {
        return new CommandFailedException(ExitCode.FAILED, message);
    }

    @Override
    public void close() {
        client.close();
    }
}
