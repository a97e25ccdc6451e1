package vesper.rest.triggers;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A trigger in its server: its state, and counts of its work. Thread-safe. */
public final class RunningTrigger implements Invoker {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTrigger.class);
    private static final int MAX_ERROR_CHARACTERS = 500;
    private static final long MAX_WAIT_SECONDS = 5;

    private final Trigger trigger;
    private final TriggerId id;
    private final boolean onLeaderOnly;
    private final String packageName;
    private final Invocations invocations;
    private final InstantSource clock;
    private final AtomicLong invoked = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    /** The pieces of work that run now, the oldest first. */
    private final Map<Long, RunningInvocation> running = new ConcurrentSkipListMap<>();
    /** Held while the code of the trigger starts or stops, which may take long. */
    private final ReentrantLock changing = new ReentrantLock();

    private volatile TriggerState state = TriggerState.STOPPED;
    private volatile @Nullable Instant lastAt;
    private volatile @Nullable String lastError;

    /** @throws IllegalArgumentException if kind or name is invalid */
    RunningTrigger(Trigger trigger, String packageName, Invocations invocations, InstantSource clock) {
        this.trigger = trigger;
        this.id = TriggerId.of(trigger);
        this.onLeaderOnly = trigger.onLeaderOnly();
        this.packageName = packageName;
        this.invocations = trigger.isRecorded() ? invocations : Invocations.UNRECORDED;
        this.clock = clock;
    }

    public TriggerId id() {
        return id;
    }

    /** Starts or resumes the trigger. Does nothing if it works already. */
    public void start() {
        change("start", () -> {
            if (state == TriggerState.STARTED) return;
            trigger.start(this);
            state = TriggerState.STARTED;
        });
    }

    /** Stops the trigger until {@link #start}. */
    public void stop() {
        change("stop", () -> {
            if (state == TriggerState.STARTED) trigger.stop();
            state = TriggerState.STOPPED;
        });
    }

    /** Pauses the trigger until {@link #start}. */
    public void pause() {
        change("pause", () -> {
            if (state == TriggerState.STARTED) trigger.pause();
            state = TriggerState.PAUSED;
        });
    }

    /** Another thread may be stuck in the trigger's code. Its caller must not be stuck too. */
    private void change(String what, Runnable step) {
        try {
            if (!changing.tryLock(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
                failed(what, new IllegalStateException("an earlier start or stop has not returned"));
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(what, e);
            return;
        }
        try {
            step.run();
        } catch (Throwable e) {
            // Code of a package, and Groovy throws checked exceptions without declaring them.
            failed(what, e);
        } finally {
            changing.unlock();
        }
    }

    private void failed(String what, Throwable e) {
        LOG.error("the trigger {} could not {}", id, what, e);
        lastError = textOf(e);
        state = TriggerState.ERROR;
    }

    @Override
    public <T extends @Nullable Object> T invoke(String path, Callable<T> work) throws Exception {
        Invocation invocation = new Invocation(id, path, packageName);
        long number = invoked.incrementAndGet();
        Instant now = clock.instant();
        lastAt = now;
        running.put(
                number,
                new RunningInvocation(id + ":" + number, invocation, now, System.nanoTime(), Thread.currentThread()));
        try {
            return invocations.run(invocation, work);
        } catch (InvocationRefusedException e) {
            // Nothing has run, so nothing has failed.
            lastError = textOf(e);
            throw e;
        } catch (Exception | Error e) {
            failed.incrementAndGet();
            lastError = textOf(e);
            throw e;
        } finally {
            running.remove(number);
        }
    }

    private static String textOf(Throwable e) {
        String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return text.length() > MAX_ERROR_CHARACTERS ? text.substring(0, MAX_ERROR_CHARACTERS) + "…" : text;
    }

    /** Returns the pieces of work that run now, the oldest first. */
    public List<RunningInvocation> running() {
        return List.copyOf(running.values());
    }

    /** Interrupts the thread of a piece of work. Returns whether it was running. */
    boolean interrupt(String invocationId) {
        for (RunningInvocation one : running.values()) {
            if (!one.id().equals(invocationId)) continue;
            one.thread().interrupt();
            return true;
        }
        return false;
    }

    public TriggerStatus status() {
        return new TriggerStatus(
                id,
                packageName,
                state,
                onLeaderOnly,
                invoked.get(),
                failed.get(),
                running.size(),
                Optional.ofNullable(lastAt),
                Optional.ofNullable(lastError));
    }
}
