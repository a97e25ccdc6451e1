package vesper.rest.triggers;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A trigger of a package while the package serves: its state, and counts of its work. Thread-safe. */
public final class RunningTrigger implements Invoker {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTrigger.class);
    private static final int MAX_ERROR_CHARACTERS = 500;

    private final Trigger trigger;
    private final String packageName;
    private final Invocations invocations;
    private final InstantSource clock;
    private final AtomicLong invoked = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    /** The pieces of work that run now, the oldest first. */
    private final Map<Long, RunningInvocation> running = new ConcurrentSkipListMap<>();

    private volatile TriggerState state = TriggerState.STOPPED;
    private volatile @Nullable Instant lastAt;
    private volatile @Nullable String lastError;

    RunningTrigger(Trigger trigger, String packageName, Invocations invocations, InstantSource clock) {
        this.trigger = trigger;
        this.packageName = packageName;
        this.invocations = trigger.isRecorded() ? invocations : Invocations.UNRECORDED;
        this.clock = clock;
    }

    /** Starts or resumes the trigger. Does nothing if it works already. */
    public synchronized void start() {
        if (state == TriggerState.STARTED) return;
        change("start", () -> trigger.start(this), TriggerState.STARTED);
    }

    /** Stops the trigger until {@link #start}. */
    public synchronized void stop() {
        if (state == TriggerState.STARTED) change("stop", trigger::stop, TriggerState.STOPPED);
        else state = TriggerState.STOPPED;
    }

    /** Pauses the trigger until {@link #start}. */
    public synchronized void pause() {
        if (state == TriggerState.STARTED) change("pause", trigger::pause, TriggerState.PAUSED);
        else state = TriggerState.PAUSED;
    }

    private void change(String what, Runnable step, TriggerState next) {
        try {
            step.run();
            state = next;
        } catch (Throwable e) {
            // Code of a package, and Groovy throws checked exceptions without declaring them.
            LOG.error("the trigger {} {} could not {}", trigger.kind(), trigger.name(), what, e);
            lastError = textOf(e);
            state = TriggerState.ERROR;
        }
    }

    @Override
    public <T extends @Nullable Object> T invoke(String path, Callable<T> work) throws Exception {
        long number = invoked.incrementAndGet();
        Invocation invocation = new Invocation(trigger.kind(), path, packageName, trigger.name());
        Instant now = clock.instant();
        lastAt = now;
        String id = trigger.kind() + ":" + trigger.name() + ":" + number;
        running.put(number, new RunningInvocation(id, invocation, now, System.nanoTime(), Thread.currentThread()));
        try {
            return invocations.run(invocation, work);
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
    public boolean interrupt(String id) {
        for (RunningInvocation one : running.values()) {
            if (!one.id().equals(id)) continue;
            one.thread().interrupt();
            return true;
        }
        return false;
    }

    public TriggerStatus status() {
        return new TriggerStatus(
                trigger.kind(),
                trigger.name(),
                packageName,
                state,
                trigger.onLeaderOnly(),
                invoked.get(),
                failed.get(),
                running.size(),
                Optional.ofNullable(lastAt),
                Optional.ofNullable(lastError));
    }
}
