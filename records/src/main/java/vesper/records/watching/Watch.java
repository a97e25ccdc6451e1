package vesper.records.watching;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Handler;
import vesper.http.client.HttpClient;
import vesper.journal.Journal;
import vesper.records.rules.MonitorRule;
import vesper.records.store.Uninterrupted;
import vesper.rest.triggers.Trigger;

/**
 * Callbacks and alerts of the Monitor's rules. A thread runs only while an enabled rule has a callback or an alert.
 * Thread-safe.
 */
public final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Time that calls in progress have to finish when the server stops. */
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Path file;
    private final Clock clock;
    private final RecordText recordText;
    private final Function<Object, byte[]> json;
    private final ExecutorService threads;
    private final CallbackTrigger trigger = new CallbackTrigger();
    private final Calls calls;
    private final RandomGenerator random = new SecureRandom();
    private volatile CallTraces traces = CallTraces.random(random);
    private volatile List<MonitorRule> wanted = List.of();
    private volatile boolean closing;
    /** The running thread; null while there is nothing to watch. Written under the lock. */
    private volatile @Nullable Thread thread;

    /** The rules that the thread has applied. This field and those below belong to the thread while it runs. */
    private List<MonitorRule> used = List.of();

    private String trouble = "";
    private @Nullable DeliveryPlaces saved;
    private long saveAt = System.nanoTime();

    private Watch(
            Path file,
            Clock clock,
            RecordText recordText,
            Function<Object, byte[]> json,
            HttpClient client,
            Handler own,
            CallTimes times) {
        this.file = file;
        this.clock = clock;
        this.recordText = recordText;
        this.json = json;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("records-call").factory());
        Receivers receivers = new Receivers(client, own, times.timeout(), random, () -> traces, trigger);
        this.calls = new Calls(receivers, times, threads, clock);
    }

    /**
     * Creates an instance that watches no rules yet.
     *
     * @param file holds how far records have been delivered
     * @param json converts alert notices to JSON
     * @param client calls URLs
     * @param own handles calls to paths, without recording them
     */
    public static Watch of(
            Path file,
            Clock clock,
            RecordText recordText,
            Function<Object, byte[]> json,
            HttpClient client,
            Handler own) {
        return of(file, clock, recordText, json, client, own, CallTimes.DEFAULTS);
    }

    static Watch of(
            Path file,
            Clock clock,
            RecordText recordText,
            Function<Object, byte[]> json,
            HttpClient client,
            Handler own,
            CallTimes times) {
        return new Watch(file, clock, recordText, json, client, own, times);
    }

    /**
     * Replaces the watched rules. Rules that are disabled, or have neither a callback nor an alert, are ignored.
     *
     * @param journals journals to read records from; empty if nothing has ever been recorded
     */
    public synchronized void use(List<MonitorRule> rules, List<Journal> journals) {
        if (closing) return;
        wanted = rules.stream()
                .filter(rule -> rule.enabled() && (rule.callback() != null || rule.alert() != null))
                .toList();
        Thread running = thread;
        if (running != null) LockSupport.unpark(running);
        else if (!wanted.isEmpty() && !journals.isEmpty()) start(journals);
    }

    private void start(List<Journal> journals) {
        Optional<DeliveryPlaces> left = left();
        left.ifPresent(places -> traces = places.traces());
        JournalFollower following = JournalFollower.of(journals, left, traces, calls, recordText, json, clock);
        used = List.of();
        thread = Thread.ofPlatform().daemon().name("records-watch").start(() -> run(following));
    }

    private Optional<DeliveryPlaces> left() {
        try {
            return DeliveryPlaces.read(file);
        } catch (IOException e) {
            LOG.warn("callbacks begin with what is recorded next: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private void run(JournalFollower following) {
        try (following) {
            while (!closing) {
                if (isLastTurn(following)) return;
            }
            finish(following);
        } catch (RuntimeException | Error e) {
            LOG.error("callbacks and alerts: what was left is told after the next start", e);
        }
    }

    /**
     * Runs one round and waits for the next. An error is logged, and the next round tries again.
     *
     * @return whether the thread should end, because no rule is watched any longer
     */
    private boolean isLastTurn(JournalFollower following) {
        if (trigger.isPaused()) {
            LockSupport.parkNanos(LOOK_NANOS);
            return false;
        }
        try {
            List<MonitorRule> rules = wanted;
            if (!rules.equals(used)) following.use(rules);
            used = rules;
            boolean more = following.round();
            save(following);
            trouble = "";
            if (rules.isEmpty() && isOver()) return true;
            if (!more) LockSupport.parkNanos(LOOK_NANOS);
        } catch (RuntimeException | Error e) {
            String why = String.valueOf(e);
            if (!why.equals(trouble)) LOG.error("callbacks and alerts wait", e);
            trouble = why;
            LockSupport.parkNanos(AGAIN_NANOS);
        }
        return false;
    }

    /**
     * Ends the thread unless rules were added in the meantime. The saved places are deleted, since there is nothing to
     * resume.
     */
    private synchronized boolean isOver() {
        if (!wanted.isEmpty() || closing) return false;
        saved = null;
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted: {}", file, e.getMessage());
        }
        thread = null;
        return true;
    }

    private void finish(JournalFollower following) {
        long until = System.nanoTime() + LAST_NANOS;
        boolean more = true;
        while (System.nanoTime() < until && (more || !following.isQuiet())) {
            more = following.round();
            if (!more) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        threads.shutdownNow();
        saveAt = System.nanoTime();
        save(following);
    }

    private void save(JournalFollower following) {
        if (System.nanoTime() - saveAt < 0) return;
        saveAt = System.nanoTime() + SAVE_NANOS;
        DeliveryPlaces places = following.places();
        if (places.equals(saved)) return;
        try {
            places.write(file);
            saved = places;
        } catch (IOException e) {
            LOG.warn("after a restart records may be told again: {}", e.getMessage());
        }
    }

    /** Returns the calls as a trigger, which operators can pause. */
    public Trigger trigger() {
        return trigger;
    }

    public WatchCounts counts() {
        return calls.counts();
    }

    /** Checks whether the thread is running. */
    boolean isRunning() {
        return thread != null;
    }

    /** Stops the thread. Calls have about 2 s to finish; everything else is delivered after the next start. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closing = true;
            running = thread;
        }
        if (running != null) {
            LockSupport.unpark(running);
            Uninterrupted.join(running);
        }
        threads.shutdownNow();
    }
}
