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

/** Asks what is below {@code /admin} of a running server, and says what came in the way for people. */
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

    /** @param isProven whether a certificate proves the caller */
    static AdminCalls secured(ServerAddress address, URI base, Duration patience, SSLContext tls, boolean isProven) {
        return new AdminCalls(client().sslContext(tls).build(), address, base, patience, isProven, Map.of());
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().connectTimeout(CONNECT_PATIENCE);
    }

    /**
     * An answer.
     *
     * @param at the server's clock when it answered, as far as it said, to the second
     */
    record Answer(int status, String body, Optional<Instant> at) {}

    /** Nothing came back, which may be different in a moment. */
    static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1;

        NoAnswerException(String message) {
            super(message);
        }

        CommandFailedException asFailure() {
            return new CommandFailedException(ExitCode.FAILED, String.valueOf(getMessage()));
        }
    }

    /** The same over the same connections, with these header fields; closing either closes both. */
    AdminCalls with(Map<String, String> more) {
        return new AdminCalls(client, address, base, patience, isProven, Map.copyOf(more));
    }

    /** Where it listens, as it was said. */
    String url() {
        return address.url();
    }

    /** The text of the answer, which has to be 200. */
    String text(String path) throws CommandFailedException, InterruptedException {
        try {
            Answer answer = ask(path);
            if (answer.status() == 200) return answer.body();
            throw refusal(answer);
        } catch (NoAnswerException e) {
            throw e.asFailure();
        }
    }

    /** What came in the way, where the status of an answer is not one that is expected. */
    CommandFailedException refusal(Answer answer) {
        return failed(new AdminRefusal(address).of(answer.status(), answer.body()));
    }

    /** @param path with its query */
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
            // A server that turns a caller away in the handshake may have closed before its reason was read.
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

    /** What an answer says; servers that are not Vesper's answer all sorts of things. */
    JsonNode read(String text) throws CommandFailedException {
        try {
            return JsonText.read(text);
        } catch (JacksonException e) {
            throw failed(address.url() + " answered something that is no JSON; it is probably not a Vesper server");
        }
    }

    private static String untrusted(String url, SSLException e) {
        // What the JDK says of bytes that are no TLS at all.
        boolean isPlain = String.valueOf(e.getMessage()).contains("nrecognized SSL message");
        if (isPlain) return "this port does not speak TLS: use " + url.replaceFirst("^https:", "http:");
        // What the server says of the caller's, rather than the caller of the server's.
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
