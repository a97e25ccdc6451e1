package vesper.services.tasks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.Decision;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Next;
import vesper.documents.StorageException;
import vesper.documents.Write;
import vesper.rest.triggers.InvocationRefusedException;
import vesper.rest.triggers.Invoker;
import vesper.services.Task;
import vesper.services.TaskRun;
import vesper.services.TaskState;

/**
 * An attempt at a task. Its writes only take effect while the task is in this attempt, so a client's cancellation or
 * deletion wins over a concurrent result.
 */
final class RunningTask implements TaskRun {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTask.class);
    private static final String EXPIRED = "it has expired";
    private static final long BETWEEN_PROGRESS_NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 1_000_000_000;
    /** Maximum number of attempts. A task that kills the process each time would otherwise run forever. */
    private static final int MOST_ATTEMPTS = 100;
    /** Maximum number of tries to store the outcome; each waits for the storage. */
    private static final int MOST_TRIES = 10;

    private static final int MOST_TOLD_CHARACTERS = 2000;
    private static final Duration LATE = Duration.ofSeconds(30);

    private final DocumentCollection<Task> tasks;
    private final DocumentId id;
    private final TaskWork work;
    private final Codec codec;
    private final Invoker invoker;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private final Thread thread;
    private volatile Consumer<Boolean> whenEnded = _ -> {};
    /** Time at which the attempt was asked to end; null before. */
    private volatile @Nullable Instant stoppedAt;

    private volatile @Nullable Instant expiresAt;
    private final AtomicReference<@Nullable Progress> said = new AtomicReference<>();
    private volatile int attempt;
    private @Nullable JsonNode kept;
    private boolean isUnsettled;
    /** Used only by the runner's thread. */
    private long toldAt;
    /** Used only by the runner's thread. */
    private boolean isToldLate;

    /** The progress that the work reported. */
    private record Progress(double share, String message) {}

    /**
     * @param invoker runs the work
     * @param leads whether this node leads the collection and may start tasks
     */
    RunningTask(
            DocumentCollection<Task> tasks,
            DocumentId id,
            TaskWork work,
            Codec codec,
            Invoker invoker,
            InstantSource clock,
            BooleanSupplier leads) {
        this.tasks = tasks;
        this.id = id;
        this.work = work;
        this.codec = codec;
        this.invoker = invoker;
        this.clock = clock;
        this.leads = leads;
        this.thread =
                Thread.ofVirtual().name("task " + id + " of " + tasks.name()).unstarted(this::run);
    }

    /** @param afterwards receives true if this process may have to run the task again */
    void start(Consumer<Boolean> afterwards) {
        whenEnded = afterwards;
        thread.start();
    }

    /** Asks the work to end by an interrupt. A failure of the work after that is not stored. */
    void stop() {
        if (stoppedAt == null) stoppedAt = clock.instant();
        thread.interrupt();
    }

    void stopIfExpired() {
        Instant until = expiresAt;
        if (until != null && !clock.instant().isBefore(until) && !isOver()) stop();
    }

    /** Returns the time at which the attempt was asked to end, if it was. */
    Optional<Instant> stoppedAt() {
        return Optional.ofNullable(stoppedAt);
    }

    /** Logs once that the work ignores its interrupt. It keeps its slot until it ends. */
    void tellIfLate() {
        Instant since = stoppedAt;
        if (since == null || isToldLate || clock.instant().isBefore(since.plus(LATE))) return;
        isToldLate = true;
        LOG.warn(
                "task {} of {} was to end at {} and still runs: its code does not listen to interrupts and keeps a place",
                id,
                tasks.name(),
                since);
    }

    void await() {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            carryOut();
        } catch (StorageException failure) {
            LOG.error("task {} of {} cannot be stored", id, tasks.name(), failure);
            isUnsettled = true;
            LockSupport.parkNanos(PAUSE_NANOS);
        } catch (RuntimeException | Error failure) {
            LOG.error("task {} of {} could not be run", id, tasks.name(), failure);
        } finally {
            whenEnded.accept(isUnsettled);
        }
    }

    private void carryOut() {
        Optional<Task> begun = begin();
        if (begun.isEmpty()) return;
        Task task = begun.get();
        attempt = task.attempts();
        kept = task.checkpoint();
        expiresAt = task.expiresAt();
        try {
            JsonNode result = result(task);
            end(it -> advanced(it).finished(result, clock.instant()));
        } catch (Throwable failure) {
            // Anything thrown here comes from the work.
            if (!isOver()) {
                LOG.warn("task {} of {} failed", id, tasks.name(), failure);
                end(it -> advanced(it).failed(told(failure), clock.instant()));
            }
        } finally {
            // Clears an interrupt that was meant for the work, so that it does not end the waits below.
            boolean _ = Thread.interrupted();
            if (task.hasExpired(clock.instant())) end(it -> advanced(it).failed(EXPIRED, clock.instant()));
        }
    }

    /** Waits while a throttling rule rejects the work. */
    private JsonNode result(Task task) throws Exception {
        while (true) {
            try {
                return invoker.invoke("/tasks/" + tasks.name() + "/" + id.text(), () -> work.run(task.input(), this));
            } catch (InvocationRefusedException refused) {
                LOG.debug("task {} of {} waits: {}", id, tasks.name(), refused.getMessage());
                TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
            }
        }
    }

    private static String told(Throwable failure) {
        String message = failure.getMessage();
        if (message == null) return failure.getClass().getSimpleName();
        return message.length() > MOST_TOLD_CHARACTERS ? message.substring(0, MOST_TOLD_CHARACTERS) + "…" : message;
    }

    /** Stores the outcome, or the reason why it cannot be stored. */
    private void end(UnaryOperator<Task> ended) {
        switch (stored(ended)) {
            case Write.TooLarge(long size, long limit) -> {
                String why = "what came of it makes a document of " + size + " bytes, and " + limit + " is the most";
                LOG.warn("task {} of {} failed: {}", id, tasks.name(), why);
                unsettledIfBusy(stored(it -> it.failed(why, clock.instant())));
            }
            case Write write -> unsettledIfBusy(write);
        }
    }

    private void unsettledIfBusy(Write write) {
        if (!isBusy(write)) return;
        LOG.error("task {} of {} could not be stored, and is run again: {}", id, tasks.name(), write);
        isUnsettled = true;
    }

    private static boolean isBusy(Write write) {
        return write instanceof Write.Busy || write instanceof Write.Deadlocked || write instanceof Write.Unsure;
    }

    /** Stores a change and retries for a while if the storage is busy. Repeating the work would take longer. */
    private Write stored(UnaryOperator<Task> next) {
        Write write = tasks.decide(id, Optional.empty(), changing(next));
        for (int n = 1; n < MOST_TRIES && isBusy(write) && !isOver(); n++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            write = tasks.decide(id, Optional.empty(), changing(next));
        }
        return write;
    }

    /** Marks the task as started. Returns empty if it is not to run. */
    private Optional<Task> begin() {
        Write write = tasks.decide(id, Optional.empty(), current -> {
            if (current.isEmpty() || current.get().value().state().hasEnded()) return new Next.Unchanged<>();
            // The storage calls this again if another node's write came first; by then that node may lead.
            if (!leads.getAsBoolean()) return new Next.Unchanged<>();
            Task task = current.get().value();
            Instant now = clock.instant();
            if (task.hasExpired(now)) return new Next.Stored<>(task.failed(EXPIRED, now));
            boolean isHopeless = task.attempts() >= MOST_ATTEMPTS;
            return new Next.Stored<>(
                    isHopeless
                            ? task.failed("it was interrupted " + MOST_ATTEMPTS + " times", now)
                            : task.started(now));
        });
        if (isBusy(write)) {
            isUnsettled = true;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (!(write instanceof Write.Stored stored)) return Optional.empty();
        return tasks.get(id, stored.version()).map(Document::value).filter(task -> task.state() == TaskState.STARTED);
    }

    private Decision<Task> changing(UnaryOperator<Task> next) {
        return current -> current.map(Document::value)
                .filter(task -> task.state() == TaskState.STARTED && task.attempts() == attempt)
                .<Next<Task>>map(task -> new Next.Stored<>(next.apply(task)))
                .orElseGet(Next.Unchanged::new);
    }

    /** Returns the task with the latest progress, if that is not stored yet. */
    private Task advanced(Task task) {
        Progress latest = said.getAndSet(null);
        return latest == null ? task : task.advanced(latest.share(), latest.message());
    }

    /** Publishes the latest progress, at most once a second. Does not block. */
    void tellProgress() {
        long now = System.nanoTime();
        boolean isTooEarly = toldAt != 0 && now - toldAt < BETWEEN_PROGRESS_NANOS;
        if (isTooEarly || said.get() == null) return;
        toldAt = now;
        // The result is ignored: a failing disk is noticed when the outcome is stored.
        var _ = tasks.decideAsync(id, Optional.empty(), changing(this::advanced));
    }

    @Override
    public DocumentId id() {
        return id;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean isOver() {
        return stoppedAt != null;
    }

    @Override
    public void progress(double share, String message) {
        if (!(share >= 0 && share <= 1)) throw new IllegalArgumentException("progress of " + share + ", not 0 to 1");
        said.set(new Progress(share, message));
    }

    @Override
    public void checkpoint(Object state) {
        byte[] text = codec.write(MediaFormat.JSON, state);
        int mostBytes = tasks.policy().maxBytes();
        // A larger text might exceed the bounds for reading it back.
        if (text.length > mostBytes) {
            throw new IllegalArgumentException(
                    "that has " + text.length + " bytes, and a task with all that is in it " + mostBytes + " at most");
        }
        JsonNode json = json(text);
        kept = switch (stored(task -> advanced(task).kept(json))) {
            case Write.Stored _ -> json;
            case Write.TooLarge(long size, long limit) ->
                throw new IllegalArgumentException(
                        "with that the task is a document of " + size + " bytes, and " + limit + " is the most");
            case Write.Busy _, Write.Deadlocked _, Write.Unsure _ ->
                throw new IllegalStateException("the task could not be stored");
            default -> throw new CancellationException("the task is over");
        };
    }

    @Override
    public <S> Optional<S> checkpoint(Class<S> type) {
        if (kept == null) return Optional.empty();
        if (codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, kept), type)
                        instanceof DecodeResult.Value<?>(var value)
                && value != null) return Optional.of(type.cast(value));
        throw new IllegalStateException("what was kept of task " + id + " is no " + type.getName());
    }

    private JsonNode json(byte[] text) {
        if (codec.read(MediaFormat.JSON, text, JsonNode.class) instanceof DecodeResult.Value<?>(var tree)
                && tree instanceof JsonNode json) return json;
        throw new IllegalStateException("a written value is JSON");
    }
}
