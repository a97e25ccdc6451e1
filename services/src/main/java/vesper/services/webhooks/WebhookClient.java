package vesper.services.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import vesper.http.client.ClientRequest;
import vesper.http.client.ClientResponse;
import vesper.http.client.HttpClient;
import vesper.http.client.NotConnectedException;
import vesper.http.client.TimedOutException;

/** The receiver of a webhook. Calls block until it answers. */
final class WebhookClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int GONE = 410;

    private final HttpClient client;
    private final InstantSource clock;
    private final Webhook hook;

    WebhookClient(HttpClient client, InstantSource clock, Webhook hook) {
        this.client = client;
        this.clock = clock;
        this.hook = hook;
    }

    /** The outcome of a delivery attempt. */
    sealed interface Outcome {
        record Accepted() implements Outcome {}

        /**
         * @param why the failure, for clients
         * @param detail the failure with details that clients need not know
         * @param retryAfter delay that the receiver asked for, if it did
         */
        record Failed(String why, String detail, Optional<Duration> retryAfter) implements Outcome {
            Failed(String why, Optional<Duration> retryAfter) {
                this(why, why, retryAfter);
            }
        }

        /** The receiver wants no further deliveries. */
        record Gone(String why) implements Outcome {}
    }

    /**
     * Attempts a delivery once.
     *
     * @param id the same for each attempt, so that the receiver can drop duplicates
     */
    Outcome deliver(String id, String json) throws InterruptedException {
        byte[] body = json.getBytes(UTF_8);
        Instant now = clock.instant();
        ClientRequest request = ClientRequest.post(hook.url())
                .header("Content-Type", "application/json")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
                .header("webhook-signature", Signature.of(hook.secret(), id, now.getEpochSecond(), body))
                .body(body)
                .timeout(TIMEOUT);
        try {
            ClientResponse response = client.exchange(request);
            if (response.isSuccess()) return new Outcome.Accepted();
            String why = "it answered " + response.status();
            return response.status() == GONE ? new Outcome.Gone(why) : new Outcome.Failed(why, retryAfter(response));
        } catch (InterruptedIOException interrupted) {
            throw new InterruptedException(interrupted.getMessage());
        } catch (NotConnectedException failure) {
            return notConnected(failure);
        } catch (TimedOutException failure) {
            if (failure.phase() == TimedOutException.Phase.CONNECT) return notConnected(failure);
            return new Outcome.Failed(String.valueOf(failure.getMessage()), Optional.empty());
        } catch (IOException failure) {
            return new Outcome.Failed(String.valueOf(failure.getMessage()), Optional.empty());
        }
    }

    /** Hides the addresses that a name resolves to, which are internal to this network. */
    private Outcome notConnected(IOException failure) {
        String why = "cannot connect to " + URI.create(hook.url()).getAuthority() + "; see the server's log";
        return new Outcome.Failed(why, String.valueOf(failure.getMessage()), Optional.empty());
    }

    /** Supports delays in seconds only. A date would depend on the receiver's clock. */
    private static Optional<Duration> retryAfter(ClientResponse response) {
        return response.header("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }
}
