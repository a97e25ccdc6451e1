package vesper.launcher;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import vesper.hosting.DiskFailure;

/** Calls the {@code /admin} API of a running server and turns failures into messages for people. */
final class AdminCalls implements AutoCloseable {
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
    private static final String PROVING =
            "; if it needs a certificate of its clients, --cert FILE and --key FILE show one";

    private final HttpClient client;
    private final ServerAddress address;
    private final URI base;
    private final Duration patience;
    private final boolean isProven;
    private final Map<String, String> fields;

    private AdminCalls(
            HttpClient client,
            ServerAddress address,
            URI base,
            Duration patience,
            boolean isProven,
            Map<String, String> fields) {
        this.client = client;
        this.address = address;
        this.base = base;
        this.patience = patience;
        this.isProven = isProven;
        this.fields = fields;
    }

    static AdminCalls of(ServerAddress address, URI base, Duration patience) {
        return new AdminCalls(client().build(), address, base, patience, false, Map.of());
    }

    /**
     * Returns calls over TLS.
     *
     * @param isProven whether {@code tls} holds a client certificate
     */
    static AdminCalls secured(ServerAddress address, URI base, Duration patience, SSLContext tls, boolean isProven) {
        return new AdminCalls(client().sslContext(tls).build(), address, base, patience, isProven, Map.of());
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().connectTimeout(CONNECT_PATIENCE);
    }

    /**
     * An HTTP response of the server.
     *
     * @param at the time in the response's {@code Date} field, to the second; empty if it has none
     */
    record Answer(int status, String body, Optional<Instant> at) {}

    /** No response arrived; a retry may succeed. */
    static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1;

        NoAnswerException(String message) {
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
        return new AdminCalls(client, address, base, patience, isProven, Map.copyOf(more));
    }

    /** Returns the server's URL as the user or the settings gave it. */
    String url() {
        return address.url();
    }

    /** Returns the body of the response, whose status must be 200. */
    String text(String path) throws CommandFailedException, InterruptedException {
        try {
            Answer answer = ask(path);
            if (answer.status() == 200) return answer.body();
            throw refusal(answer);
        } catch (NoAnswerException e) {
            throw e.asFailure();
        }
    }

    /** Returns the failure for a response with an unexpected status. */
    CommandFailedException refusal(Answer answer) {
        return failed(new AdminRefusal(address).of(answer.status(), answer.body()));
    }

    /**
     * Sends a GET request and returns the response with any status.
     *
     * @param path with its query
     */
    Answer ask(String path) throws NoAnswerException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(patience).header("Accept", "application/json");
        address.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        fields.forEach(request::header);
        String url = address.url();
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), time(response));
        } catch (SSLException e) {
            throw new NoAnswerException(untrusted(url, e));
        } catch (HttpTimeoutException e) {
            throw new NoAnswerException(url + " did not answer within " + patience.toSeconds() + " s");
        } catch (ConnectException e) {
            throw new NoAnswerException(unreachable(url, base.getHost(), e));
        } catch (IOException e) {
            // A server that rejects the client during the handshake may close before we have read the alert with the
            // reason.
            boolean isPerhapsUnproven = "https".equals(base.getScheme()) && !isProven;
            throw new NoAnswerException(
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
            throw failed(address.url() + " answered something that is no JSON; it is probably not a Vesper server");
        }
    }

    private static String untrusted(String url, SSLException e) {
        // The JDK's message for bytes that are not TLS.
        boolean isPlain = String.valueOf(e.getMessage()).contains("nrecognized SSL message");
        if (isPlain) return "this port does not speak TLS: use " + url.replaceFirst("^https:", "http:");
        // The server rejected the client's certificate; it is not the client that rejected the server's.
        boolean isOfCaller = String.valueOf(e.getMessage()).contains("Received fatal alert");
        if (isOfCaller) return url + " does not take this caller (" + e.getMessage() + ")" + PROVING;
        return url + " cannot be trusted: " + e.getMessage()
                + "; --ca FILE names the certificate that proves it, whose names must include this host";
    }

    private static String unreachable(String url, String host, ConnectException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)
                return "no host is called " + host + ", so " + url + " cannot be asked";
        }
        return "nothing listens on " + url + "; vesper run starts a server, --url names another address";
    }

    private static CommandFailedException failed(String message) {
        return new CommandFailedException(ExitCode.FAILED, message);
    }

    @Override
    public void close() {
        client.close();
    }
}
