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
final class TaskAttempt implements TaskRun {
    private static final Logger LOG = LoggerFactory.getLogger(TaskAttempt.class);
    private static final String EXPIRED = "the task has expired";
    private static final long PROGRESS_INTERVAL_NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 1_000_000_000;
    /** Maximum number of attempts. A task that kills the process each time would otherwise run forever. */
    private static final int MAX_ATTEMPTS = 100;
    /** Maximum number of tries to store the outcome; each waits for the storage. */
    private static final int MAX_WRITE_ATTEMPTS = 10;

    private static final int MAX_MESSAGE_CHARACTERS = 2000;
    private static final Duration LATE_AFTER = Duration.ofSeconds(30);

    private final DocumentCollection<Task> tasks;
    private final DocumentId id;
    private final TaskWork work;
    private final Codec codec;
    private final Invoker invoker;
    private final InstantSource clock;
    private final BooleanSupplier isLeader;
    private final Thread thread;
    private volatile Consumer<Boolean> onEnd = _ -> {};
    /** Time at which the attempt was asked to end; null before. */
    private volatile @Nullable Instant stoppedAt;

    private volatile @Nullable Instant expiresAt;
    private final AtomicReference<@Nullable Progress> latestProgress = new AtomicReference<>();
    private volatile int attempt;
    private @Nullable JsonNode checkpoint;
    private boolean mustRunAgain;
    /** Used only by the runner's thread. */
    private long publishedAt;
    /** Used only by the runner's thread. */
    private boolean isLateLogged;

    /** The progress that the work reported. */
    private record Progress(double share, String message) {}

    /**
     * @param invoker runs the work
     * @param isLeader whether this node leads the collection and may start tasks
     */
    TaskAttempt(
            DocumentCollection<Task> tasks,
            DocumentId id,
            TaskWork work,
            Codec codec,
            Invoker invoker,
            InstantSource clock,
            BooleanSupplier isLeader) {
        this.tasks = tasks;
        this.id = id;
        this.work = work;
        this.codec = codec;
        this.invoker = invoker;
        this.clock = clock;
        this.isLeader = isLeader;
        this.thread =
                Thread.ofVirtual().name("task " + id + " of " + tasks.name()).unstarted(this::run);
    }

    /** @param listener receives true if this process may have to run the task again */
    void start(Consumer<Boolean> listener) {
        onEnd = listener;
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
    void warnIfLate() {
        Instant since = stoppedAt;
        if (since == null || isLateLogged || clock.instant().isBefore(since.plus(LATE_AFTER))) return;
        isLateLogged = true;
        LOG.warn(
                "task {} of {} was asked to end at {} and still runs: its code ignores interrupts and keeps a slot",
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
            execute();
        } catch (StorageException failure) {
            LOG.error("task {} of {} cannot be stored", id, tasks.name(), failure);
            mustRunAgain = true;
            LockSupport.parkNanos(PAUSE_NANOS);
        } catch (RuntimeException | Error failure) {
            LOG.error("task {} of {} could not be run", id, tasks.name(), failure);
        } finally {
            onEnd.accept(mustRunAgain);
        }
    }

    private void execute() {
        Optional<Task> started = markStarted();
        if (started.isEmpty()) return;
        Task task = started.get();
        attempt = task.attempts();
        checkpoint = task.checkpoint();
        expiresAt = task.expiresAt();
        try {
            JsonNode result = result(task);
            storeOutcome(it -> withProgress(it).finished(result, clock.instant()));
        } catch (Throwable failure) {
            // Anything thrown here comes from the work.
            if (!isOver()) {
                LOG.warn("task {} of {} failed", id, tasks.name(), failure);
                storeOutcome(it -> withProgress(it).failed(message(failure), clock.instant()));
            }
        } finally {
            // Clears an interrupt that was meant for the work, so that it does not end the waits below.
            boolean _ = Thread.interrupted();
            if (task.hasExpired(clock.instant()))
                storeOutcome(it -> withProgress(it).failed(EXPIRED, clock.instant()));
        }
    }

    /** Waits while a throttling rule rejects the work. */
    private JsonNode result(Task task) throws Exception {
        while (true) {
            try {
                return invoker.invoke("/tasks/" + tasks.name() + "/" + id.text(), () -> work.run(task.input(), this));
            } catch (InvocationRefusedException rejected) {
                LOG.debug("task {} of {} waits: {}", id, tasks.name(), rejected.getMessage());
                TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
            }
        }
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        if (message == null) return failure.getClass().getSimpleName();
        return message.length() > MAX_MESSAGE_CHARACTERS ? message.substring(0, MAX_MESSAGE_CHARACTERS) + "…" : message;
    }

    /** Stores the outcome, or the reason why it cannot be stored. */
    private void storeOutcome(UnaryOperator<Task> outcome) {
        switch (store(outcome)) {
            case Write.TooLarge(long size, long limit) -> {
                String why = "the result makes a document of " + size + " bytes; the limit is " + limit;
                LOG.warn("task {} of {} failed: {}", id, tasks.name(), why);
                runAgainIfBusy(store(it -> it.failed(why, clock.instant())));
            }
            case Write write -> runAgainIfBusy(write);
        }
    }

    private void runAgainIfBusy(Write write) {
        if (!isBusy(write)) return;
        LOG.error("task {} of {} could not be stored and will run again: {}", id, tasks.name(), write);
        mustRunAgain = true;
    }

    private static boolean isBusy(Write write) {
        return write instanceof Write.Busy
                || write instanceof Write.Deadlocked
                || write instanceof Write.OutcomeUnknown;
    }

    /** Stores a change and retries for a while if the storage is busy. Repeating the work would take longer. */
    private Write store(UnaryOperator<Task> next) {
        Write write = tasks.decide(id, Optional.empty(), ifCurrent(next));
        for (int n = 1; n < MAX_WRITE_ATTEMPTS && isBusy(write) && !isOver(); n++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            write = tasks.decide(id, Optional.empty(), ifCurrent(next));
        }
        return write;
    }

    /** Marks the task as started. Returns empty if it is not to run. */
    private Optional<Task> markStarted() {
        Write write = tasks.decide(id, Optional.empty(), current -> {
            if (current.isEmpty() || current.get().value().state().hasEnded()) return new Next.Unchanged<>();
            // The storage calls this again if another node's write came first; by then that node may lead.
            if (!isLeader.getAsBoolean()) return new Next.Unchanged<>();
            Task task = current.get().value();
            Instant now = clock.instant();
            if (task.hasExpired(now)) return new Next.Stored<>(task.failed(EXPIRED, now));
            boolean isHopeless = task.attempts() >= MAX_ATTEMPTS;
            return new Next.Stored<>(
                    isHopeless
                            ? task.failed("the task was interrupted " + MAX_ATTEMPTS + " times", now)
                            : task.started(now));
        });
        if (isBusy(write)) {
            mustRunAgain = true;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (!(write instanceof Write.Stored stored)) return Optional.empty();
        return tasks.get(id, stored.version()).map(Document::value).filter(task -> task.state() == TaskState.STARTED);
    }

    private Decision<Task> ifCurrent(UnaryOperator<Task> next) {
        return current -> current.map(Document::value)
                .filter(task -> task.state() == TaskState.STARTED && task.attempts() == attempt)
                .<Next<Task>>map(task -> new Next.Stored<>(next.apply(task)))
                .orElseGet(Next.Unchanged::new);
    }

    /** Returns the task with the latest progress, if that is not stored yet. */
    private Task withProgress(Task task) {
        Progress latest = latestProgress.getAndSet(null);
        return latest == null ? task : task.withProgress(latest.share(), latest.message());
    }

    /** Publishes the latest progress, at most once a second. Does not block. */
    void publishProgress() {
        long now = System.nanoTime();
        boolean isTooEarly = publishedAt != 0 && now - publishedAt < PROGRESS_INTERVAL_NANOS;
        if (isTooEarly || latestProgress.get() == null) return;
        publishedAt = now;
        // The result is ignored: a failing disk is noticed when the outcome is stored.
        var _ = tasks.decideAsync(id, Optional.empty(), ifCurrent(this::withProgress));
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
        latestProgress.set(new Progress(share, message));
    }

    @Override
    public void checkpoint(Object state) {
        byte[] text = codec.write(MediaFormat.JSON, state);
        int maxBytes = tasks.policy().maxBytes();
        // A larger text might exceed the bounds for reading it back.
        if (text.length > maxBytes) {
            throw new IllegalArgumentException(
                    "the checkpoint has " + text.length + " bytes; the limit for the whole task is " + maxBytes);
        }
        JsonNode json = json(text);
        checkpoint = switch (store(task -> withProgress(task).withCheckpoint(json))) {
            case Write.Stored _ -> json;
            case Write.TooLarge(long size, long limit) ->
                throw new IllegalArgumentException(
                        "with this checkpoint, the task has " + size + " bytes; the limit is " + limit);
            case Write.Busy _, Write.Deadlocked _, Write.OutcomeUnknown _ ->
                throw new IllegalStateException("the task could not be stored");
            default -> throw new CancellationException("the task has ended");
        };
    }

    @Override
    public <S> Optional<S> checkpoint(Class<S> type) {
        if (checkpoint == null) return Optional.empty();
        if (codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, checkpoint), type)
                        instanceof DecodeResult.Value<?>(var value)
                && value != null) return Optional.of(type.cast(value));
        throw new IllegalStateException("the checkpoint of task " + id + " is not a " + type.getName());
    }

    private JsonNode json(byte[] text) {
        if (codec.read(MediaFormat.JSON, text, JsonNode.class) instanceof DecodeResult.Value<?>(var tree)
                && tree instanceof JsonNode json) return json;
        throw new IllegalStateException("a written value is JSON");
    }
}
