package vesper.records.watching;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of messages to one receiver. Up to {@value #MOST_CALLS} threads call the receiver at once, or only one
 * while it fails. A slow receiver blocks these threads and no others. Thread-safe.
 */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final int MOST_CALLS = 4;
    /** Messages that a thread delivers before it returns its permit, so that other receivers get one. */
    private static final int MOST_AT_A_STRETCH = 256;

    private static final Duration COMPLAIN_EVERY = Duration.ofMinutes(1);

    private volatile Receiver receiver;
    private volatile String name;
    private final CallTimes times;
    private final Executor threads;
    private final Semaphore calls;
    private final Clock clock;
    private final MessageCounts tally;
    private final Deque<Message> waiting = new ArrayDeque<>();
    private int callers;
    private boolean failing;
    private boolean dropped;
    private long unsaid;
    private String lastUnsaid = "";
    private String whyUnsaid = "";
    private long complainedAtMillis = Long.MIN_VALUE;

    /**
     * Creates an empty queue.
     *
     * @param name name of the receiver in the log
     * @param calls limits the concurrent calls to all receivers together
     */
    Outbox(
            String name,
            Receiver receiver,
            CallTimes times,
            Executor threads,
            Semaphore calls,
            Clock clock,
            MessageCounts tally) {
        this.name = name;
        this.receiver = receiver;
        this.times = times;
        this.threads = threads;
        this.calls = calls;
        this.clock = clock;
        this.tally = tally;
    }

    /** Changes the receiver, also for messages that are already queued. */
    void setReceiver(String otherName, Receiver other) {
        name = otherName;
        receiver = other;
    }

    /**
     * Queues a message, or skips it if the queue is full.
     *
     * @param most the queue's capacity
     */
    void offer(Message message, int most) {
        if (!isAdded(message, most)) skip(message, "it does not keep up with what it is to be told");
    }

    private synchronized boolean isAdded(Message message, int most) {
        if (dropped || waiting.size() >= most) return false;
        waiting.add(message);
        return true;
    }

    /** Starts threads for queued messages, as far as the limits allow. Must be called periodically. */
    void pump() {
        complainOfTheRest();
        while (isToCall()) threads.execute(this::call);
    }

    private synchronized boolean isToCall() {
        boolean wanted = !dropped && callers < Math.min(waiting.size(), failing ? 1 : MOST_CALLS);
        if (!wanted || !calls.tryAcquire()) return false;
        callers++;
        return true;
    }

    /**
     * Checks whether there is nothing to wait for: the queue is empty and no call is in progress, or the receiver
     * fails.
     */
    synchronized boolean isQuiet() {
        return failing || (waiting.isEmpty() && callers == 0);
    }

    private void call() {
        try {
            for (int n = 0; n < MOST_AT_A_STRETCH; n++) {
                Message message = next();
                if (message == null) return;
                add(message);
            }
        } catch (InterruptedException _) {
            // The server is stopping. The message is delivered after the next start.
        } finally {
            leave();
            calls.release();
        }
    }

    private synchronized @Nullable Message next() {
        return dropped || (failing && callers > 1) ? null : waiting.poll();
    }

    private synchronized void leave() {
        callers--;
    }

    private void add(Message message) throws InterruptedException {
        byte[] json;
        try {
            json = message.json();
        } catch (IOException | RuntimeException | Error e) {
            skip(message, String.valueOf(e.getMessage()));
            return;
        }
        try {
            attempt(json);
            tally.sent.increment();
            failing(false);
        } catch (IOException | RuntimeException | Error e) {
            tally.failed.increment();
            failing(true);
            complain(message, String.valueOf(e.getMessage()));
        }
        message.over();
    }

    private void attempt(byte[] json) throws IOException, InterruptedException {
        for (Duration pause : times.pauses()) {
            try {
                once(json);
                return;
            } catch (NotAcceptedException e) {
                if (e.isFinal()) throw e;
            } catch (IOException _) {
                // If the last attempt fails too, its exception is the one reported.
            }
            failing(true);
            Thread.sleep(pause);
        }
        once(json);
    }

    private void once(byte[] json) throws IOException, InterruptedException {
        try {
            receiver.deliver(json);
        } catch (InterruptedIOException e) {
            throw new InterruptedException(e.getMessage());
        }
    }

    private synchronized void failing(boolean now) {
        failing = now;
    }

    private void skip(Message message, String why) {
        tally.skipped.increment();
        complain(message, why);
        message.over();
    }

    private synchronized void complain(Message message, String why) {
        unsaid++;
        lastUnsaid = message.name();
        whyUnsaid = why;
        complainOfTheRest();
    }

    /** Logs lost messages: the first at once, later ones at most once a minute with their number. */
    private synchronized void complainOfTheRest() {
        if (unsaid == 0 || dropped) return;
        long now = clock.millis();
        boolean isTooSoon =
                complainedAtMillis != Long.MIN_VALUE && now - complainedAtMillis < COMPLAIN_EVERY.toMillis();
        if (isTooSoon) return;
        complain();
        complainedAtMillis = now;
    }

    private void complain() {
        LOG.warn("{} did not get {} of its messages, the last one being {}: {}", name, unsaid, lastUnsaid, whyUnsaid);
        unsaid = 0;
    }

    /** Drops all queued messages and stops calling the receiver, because its rule no longer names it. */
    synchronized void drop() {
        if (dropped) return;
        dropped = true;
        if (unsaid > 0) complain();
        if (!waiting.isEmpty())
            LOG.warn("{} is no more, and did not get {} messages that waited", name, waiting.size());
        waiting.forEach(Message::over);
        waiting.clear();
    }
}
