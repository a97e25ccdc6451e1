package vesper.services.timers;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import vesper.documents.DocumentId;
import vesper.documents.SharedLog;

/** The log of a cluster with one node, which leads. It remembers all attempt names. */
final class SingleNodeLog implements SharedLog {
    private static final String FIRING_PREFIX = "key/vesper.timer.";

    private final BooleanSupplier hasFired;
    private final Map<DocumentId, Long> newest = new HashMap<>();
    private final Map<String, Long> attempts = new HashMap<>();
    private final BlockingQueue<Runnable> deliveries = new LinkedBlockingQueue<>();
    private long last;
    private volatile Follower follower;
    private volatile boolean closed;

    /**
     * @param hasFired true if the log is to answer that each firing is already stored, in a version that is no longer
     *     kept
     */
    SingleNodeLog(BooleanSupplier hasFired) {
        this.hasFired = hasFired;
    }

    @Override
    public synchronized CompletableFuture<Outcome> append(Entry entry, long expected, String attempt) {
        boolean isStored = hasFired.getAsBoolean() && attempt.startsWith(FIRING_PREFIX);
        if (isStored) return answer(new Outcome.Appended(1, true));
        Long before = attempts.get(attempt);
        if (before != null) return answer(new Outcome.Appended(before, true));
        if (newest.getOrDefault(entry.id(), 0L) != expected) return answer(new Outcome.Conflict());
        long sequence = ++last;
        newest.put(entry.id(), sequence);
        attempts.put(attempt, sequence);
        deliveries.add(() -> follower.entry(sequence, attempt, entry));
        return answer(new Outcome.Appended(sequence));
    }

    @Override
    public synchronized CompletableFuture<Outcome> mark() {
        long sequence = ++last;
        deliveries.add(() -> follower.mark(sequence));
        return answer(new Outcome.Appended(sequence));
    }

    private static CompletableFuture<Outcome> answer(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    @Override
    public synchronized CompletableFuture<Newest> newest() {
        return CompletableFuture.completedFuture(new Newest(last, Duration.ZERO));
    }

    @Override
    public void follow(long after, Follower newFollower) {
        follower = newFollower;
        Thread.ofVirtual().name("follower").start(() -> {
            try {
                while (!closed) deliveries.take().run();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    @Override
    public OptionalLong term() {
        return OptionalLong.of(1);
    }

    @Override
    public void stop() {
        deliveries.add(() -> closed = true);
    }

    @Override
    public void close() {
        stop();
    }
}
