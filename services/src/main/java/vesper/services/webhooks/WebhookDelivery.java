package vesper.services.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.Change;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.StateForm;
import vesper.documents.queries.DocumentMatch;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.rest.triggers.InvocationRefusedException;
import vesper.rest.triggers.Invoker;
import vesper.services.changes.ChangeMatch;
import vesper.services.changes.ChangeText;

/**
 * Delivers changes to one webhook, in order, on its own thread. It retries a change until the receiver accepts it. The
 * position is stored once a second during delivery. After a crash, changes may therefore be delivered again, but no
 * change is lost.
 */
final class WebhookDelivery<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookDelivery.class);
    private static final int BATCH = 64;
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MAX_STOP_TIME = Duration.ofSeconds(10);

    private final Webhook hook;
    private final DocumentId id;
    private final DocumentCollection<T> documents;
    private final StateForm<T> form;
    private final DocumentCollection<WebhookPosition> positions;
    private final WebhookClient receiver;
    private final ChangeText texts;
    private final Backoff backoff;
    private final InstantSource clock;
    private final Invoker invoker;
    private final Thread thread;
    private volatile boolean closing;
    private volatile WebhookPosition position;
    private WebhookPosition stored;
    private long storedAtNanos;
    /** The last failure that was logged. */
    private String logged = "";

    WebhookDelivery(
            Webhook hook,
            DocumentId id,
            WebhookPosition position,
            DocumentCollection<T> documents,
            StateForm<T> form,
            DocumentCollection<WebhookPosition> positions,
            WebhookClient receiver,
            ChangeText texts,
            Backoff backoff,
            InstantSource clock,
            Invoker invoker) {
        this.hook = hook;
        this.id = id;
        this.position = position;
        this.stored = position;
        this.documents = documents;
        this.form = form;
        this.positions = positions;
        this.receiver = receiver;
        this.texts = texts;
        this.backoff = backoff;
        this.clock = clock;
        this.invoker = invoker;
        this.thread = Thread.ofVirtual()
                .name("webhook " + hook.name() + " of " + hook.collection())
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    WebhookPosition position() {
        return position;
    }

    /** Aborts the delivery in progress, which is repeated the next time. */
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            if (!thread.join(MAX_STOP_TIME))
                LOG.warn("webhook {} of {} has not stopped in time", hook.name(), hook.collection());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closing && position.endedWhy() == null) {
            try {
                follow();
            } catch (InterruptedException _) {
                // close() interrupted the thread.
            } catch (RuntimeException failure) {
                LOG.error("webhook {} of {} failed; retrying", hook.name(), hook.collection(), failure);
                sleep(recordFailure("the change cannot be delivered: " + failure.getMessage(), Optional.empty()));
            }
        }
        // Clears the interrupt, which was meant for the waits above.
        boolean _ = Thread.interrupted();
        storePosition();
    }

    private void follow() throws InterruptedException {
        try (Feed<T> feed = documents.follow(position.after())) {
            while (!closing && position.endedWhy() == null) {
                switch (feed.next(BATCH, POLL_INTERVAL)) {
                    case Feed.PollResult.Changes<T>(List<Change<T>> changes) -> {
                        for (Change<T> change : changes) {
                            if (!deliver(change)) return;
                        }
                        storePositionPeriodically();
                    }
                    case Feed.PollResult.Gone<T>(long resumeAfter) -> {
                        String messageId = hook.collection() + ".gone." + resumeAfter;
                        if (deliverUntilAccepted(messageId, texts.missingChanges(resumeAfter)))
                            position = WebhookPosition.resumingAfter(resumeAfter);
                        return;
                    }
                }
            }
        }
    }

    /** @return whether to continue with the next change */
    private boolean deliver(Change<T> change) throws InterruptedException {
        byte[] state = change.value().map(form::toBytes).orElse(null);
        boolean isWanted = hook.actions().isEmpty() || hook.actions().contains(change.action());
        if (isWanted
                && match().map(it -> ChangeMatch.matches(change, state, it)).orElse(true)) {
            String messageId = hook.collection() + "." + change.sequence();
            if (!deliverUntilAccepted(messageId, texts.of(change, state))) return false;
        }
        position = WebhookPosition.resumingAfter(change.sequence());
        storePositionPeriodically();
        return true;
    }

    /** Relative times in the query count from now. */
    private Optional<DocumentMatch> match() {
        if (hook.q().isEmpty()) return Optional.empty();
        try {
            return Optional.of(Query.parse(hook.q(), clock.millis()).match());
        } catch (QueryException wrong) {
            throw new IllegalStateException("the stored query is no longer valid: " + hook.q(), wrong);
        }
    }

    /**
     * Delivers a message, and retries until the receiver accepts it.
     *
     * @return false if the delivery stops, for now or for good
     */
    private boolean deliverUntilAccepted(String messageId, String json) throws InterruptedException {
        while (!closing) {
            switch (attempt(messageId, json)) {
                case WebhookClient.Outcome.Accepted() -> {
                    return true;
                }
                case WebhookClient.Outcome.Gone(String why) -> {
                    LOG.warn("webhook {} of {} has ended: {}", hook.name(), hook.collection(), why);
                    position = position.withEnd(why);
                    storePosition();
                    return false;
                }
                case WebhookClient.Outcome.Failed(String why, String detail, Optional<Duration> retryAfter) -> {
                    if (position.failures() == 0 || !detail.equals(logged)) {
                        LOG.warn(
                                "webhook {} of {} failed and will be retried: {}",
                                hook.name(),
                                hook.collection(),
                                detail);
                        logged = detail;
                    }
                    Thread.sleep(recordFailure(why, retryAfter));
                }
            }
        }
        return false;
    }

    /** Makes one attempt, which is an invocation. It counts as failed if the receiver does not accept the message. */
    private WebhookClient.Outcome attempt(String messageId, String json) throws InterruptedException {
        String path = "/webhooks/" + hook.collection() + "/" + hook.name() + "/" + messageId;
        try {
            return invoker.invoke(path, () -> {
                WebhookClient.Outcome outcome = receiver.deliver(messageId, json);
                if (outcome instanceof WebhookClient.Outcome.Failed failed) throw new DeliveryFailedException(failed);
                return outcome;
            });
        } catch (DeliveryFailedException e) {
            return e.outcome;
        } catch (InvocationRefusedException e) {
            String why = String.valueOf(e.getMessage());
            return new WebhookClient.Outcome.Failed(why, why, Optional.empty());
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reports an attempt as failed to what records it. */
    private static final class DeliveryFailedException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient WebhookClient.Outcome.Failed outcome;

        DeliveryFailedException(WebhookClient.Outcome.Failed outcome) {
            super(outcome.why(), null, false, false);
            this.outcome = outcome;
        }
    }

    /** @return the delay before the next attempt */
    private Duration recordFailure(String why, Optional<Duration> retryAfter) {
        Duration pause = backoff.delay(position.failures(), retryAfter, ThreadLocalRandom.current());
        Instant now = clock.instant();
        position = position.withFailure(why, now, now.plus(pause));
        storePosition();
        return pause;
    }

    private void storePositionPeriodically() {
        if (System.nanoTime() - storedAtNanos > POLL_INTERVAL.toNanos()) storePosition();
    }

    /**
     * Stores the position without waiting. If the write fails, the stored position lags, and changes are delivered
     * again.
     */
    private void storePosition() {
        WebhookPosition now = position;
        if (now.equals(stored)) return;
        storedAtNanos = System.nanoTime();
        stored = now;
        var _ = positions.putAsync(id, now);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            // The interrupt comes from close(), which has set its flag.
        }
    }
}
