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
final class Delivery<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final int PART = 64;
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final Webhook hook;
    private final DocumentId id;
    private final DocumentCollection<T> documents;
    private final StateForm<T> form;
    private final DocumentCollection<WebhookPlace> places;
    private final Receiver receiver;
    private final ChangeText texts;
    private final Patience patience;
    private final InstantSource clock;
    private final Invoker invoker;
    private final Thread thread;
    private volatile boolean closing;
    private volatile WebhookPlace place;
    private WebhookPlace noted;
    private long notedAtNanos;
    /** The last failure that was logged. */
    private String logged = "";

    Delivery(
            Webhook hook,
            DocumentId id,
            WebhookPlace place,
            DocumentCollection<T> documents,
            StateForm<T> form,
            DocumentCollection<WebhookPlace> places,
            Receiver receiver,
            ChangeText texts,
            Patience patience,
            InstantSource clock,
            Invoker invoker) {
        this.hook = hook;
        this.id = id;
        this.place = place;
        this.noted = place;
        this.documents = documents;
        this.form = form;
        this.places = places;
        this.receiver = receiver;
        this.texts = texts;
        this.patience = patience;
        this.clock = clock;
        this.invoker = invoker;
        this.thread = Thread.ofVirtual()
                .name("webhook " + hook.name() + " of " + hook.collection())
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    WebhookPlace place() {
        return place;
    }

    /** Aborts the delivery in progress, which is repeated the next time. */
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            if (!thread.join(LONGEST_END)) LOG.warn("webhook {} of {} does not end", hook.name(), hook.collection());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closing && place.endedWhy() == null) {
            try {
                follow();
            } catch (InterruptedException _) {
                // close() interrupted the thread.
            } catch (RuntimeException failure) {
                LOG.error("webhook {} of {} cannot go on; trying again", hook.name(), hook.collection(), failure);
                pause(failed("it cannot be told: " + failure.getMessage(), Optional.empty()));
            }
        }
        // Clears the interrupt, which was meant for the waits above.
        boolean _ = Thread.interrupted();
        note();
    }

    private void follow() throws InterruptedException {
        try (Feed<T> feed = documents.follow(place.after())) {
            while (!closing && place.endedWhy() == null) {
                switch (feed.next(PART, LOOK)) {
                    case Feed.Told.Changes<T>(List<Change<T>> changes) -> {
                        for (Change<T> change : changes) {
                            if (!tell(change)) return;
                        }
                        noteNowAndThen();
                    }
                    case Feed.Told.Gone<T>(long resumeAfter) -> {
                        String gone = hook.collection() + ".gone." + resumeAfter;
                        if (deliver(gone, texts.gone(resumeAfter))) place = WebhookPlace.behind(resumeAfter);
                        return;
                    }
                }
            }
        }
    }

    /** @return whether to continue with the next change */
    private boolean tell(Change<T> change) throws InterruptedException {
        byte[] state = change.value().map(form::toBytes).orElse(null);
        boolean isWanted = hook.actions().isEmpty() || hook.actions().contains(change.action());
        if (isWanted
                && match().map(it -> ChangeMatch.matches(change, state, it)).orElse(true)) {
            String message = hook.collection() + "." + change.sequence();
            if (!deliver(message, texts.of(change, state))) return false;
        }
        place = WebhookPlace.behind(change.sequence());
        noteNowAndThen();
        return true;
    }

    /** Relative times in the query count from now. */
    private Optional<DocumentMatch> match() {
        if (hook.q().isEmpty()) return Optional.empty();
        try {
            return Optional.of(Query.parse(hook.q(), clock.millis()).match());
        } catch (QueryException wrong) {
            throw new IllegalStateException("what was a query when it was stored is none: " + hook.q(), wrong);
        }
    }

    /**
     * Delivers a message, and retries until the receiver accepts it.
     *
     * @return false if the delivery stops, for now or for good
     */
    private boolean deliver(String message, String json) throws InterruptedException {
        while (!closing) {
            switch (attempt(message, json)) {
                case Receiver.Outcome.Taken() -> {
                    return true;
                }
                case Receiver.Outcome.Ended(String why) -> {
                    LOG.warn("webhook {} of {} has ended: {}", hook.name(), hook.collection(), why);
                    place = place.ended(why);
                    note();
                    return false;
                }
                case Receiver.Outcome.NotTaken(String why, String inLog, Optional<Duration> asked) -> {
                    if (place.failures() == 0 || !inLog.equals(logged)) {
                        LOG.warn(
                                "webhook {} of {} failed, and is told again: {}",
                                hook.name(),
                                hook.collection(),
                                inLog);
                        logged = inLog;
                    }
                    Thread.sleep(failed(why, asked));
                }
            }
        }
        return false;
    }

    /** Makes one attempt, which is an invocation. It counts as failed if the receiver does not accept the message. */
    private Receiver.Outcome attempt(String message, String json) throws InterruptedException {
        String path = "/webhooks/" + hook.collection() + "/" + hook.name() + "/" + message;
        try {
            return invoker.invoke(path, () -> {
                Receiver.Outcome outcome = receiver.tell(message, json);
                if (outcome instanceof Receiver.Outcome.NotTaken notTaken) throw new NotTakenException(notTaken);
                return outcome;
            });
        } catch (NotTakenException e) {
            return e.outcome;
        } catch (InvocationRefusedException e) {
            String why = String.valueOf(e.getMessage());
            return new Receiver.Outcome.NotTaken(why, why, Optional.empty());
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reports an attempt as failed to what records it. */
    private static final class NotTakenException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Receiver.Outcome.NotTaken outcome;

        NotTakenException(Receiver.Outcome.NotTaken outcome) {
            super(outcome.why(), null, false, false);
            this.outcome = outcome;
        }
    }

    /** @return the delay before the next attempt */
    private Duration failed(String why, Optional<Duration> asked) {
        Duration pause = patience.pause(place.failures(), asked, ThreadLocalRandom.current());
        Instant now = clock.instant();
        place = place.failed(why, now, now.plus(pause));
        note();
        return pause;
    }

    private void noteNowAndThen() {
        if (System.nanoTime() - notedAtNanos > LOOK.toNanos()) note();
    }

    /**
     * Stores the position without waiting. If the write fails, the stored position lags, and changes are delivered
     * again.
     */
    private void note() {
        WebhookPlace now = place;
        if (now.equals(noted)) return;
        notedAtNanos = System.nanoTime();
        noted = now;
        var _ = places.putAsync(id, now);
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            // The interrupt comes from close(), which has set its flag.
        }
    }
}
