package vesper.services.tasks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.documents.Change;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.Page;
import vesper.rest.triggers.Invoker;
import vesper.services.Task;
import vesper.services.TaskState;

/**
 * Runs the tasks of a collection, from {@link #start} until it is closed: waiting ones and interrupted ones. A fixed
 * number of them runs at the same time. The runner remembers the ids of up to a hundred thousand waiting tasks, and
 * lists the collection again for more when those are done.
 */
public final class TaskRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final int MOST_WAITING = 100_000;
    private static final int PART = 256;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final long LONGEST_END_SECONDS = 10;

    private final DocumentCollection<Task> tasks;
    private final TaskWork work;
    private final int parallel;
    private final Codec codec;
    private final Invoker invoker;
    private final InstantSource clock;
    private final OptionalLong term;
    private final Map<DocumentId, RunningTask> running = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Waiting tasks in the order in which they will run. Used only by the runner's thread. */
    private final Set<DocumentId> waiting = new LinkedHashSet<>();

    /** Tasks that a client retried before their previous attempt had ended. Used only by the runner's thread. */
    private final Set<DocumentId> comingBack = new HashSet<>();

    private volatile boolean areMoreWaiting;
    private volatile boolean closing;
    private @Nullable Thread thread;

    /**
     * @param parallel maximum number of tasks that run at the same time
     * @param codec codec for the classes that are stored in checkpoints
     * @param invoker runs the work of each attempt
     * @param term term in which this node leads the collection; it starts tasks while the term lasts
     */
    public TaskRunner(
            DocumentCollection<Task> tasks,
            TaskWork work,
            int parallel,
            Codec codec,
            Invoker invoker,
            InstantSource clock,
            long term) {
        this.tasks = tasks;
        this.work = work;
        this.parallel = parallel;
        this.codec = codec;
        this.invoker = invoker;
        this.clock = clock;
        this.term = OptionalLong.of(term);
    }

    private boolean leads() {
        return tasks.term().equals(term);
    }

    public synchronized void start() {
        if (thread != null || closing) return;
        thread = Thread.ofVirtual().name("tasks of " + tasks.name()).start(this::run);
    }

    /** Interrupts the running tasks and waits up to ten seconds for them to end. They run again after a restart. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            if (thread == null) return;
            thread.interrupt();
        }
        try {
            if (!ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("tasks of {} still run that were to end: {}", tasks.name(), running.keySet());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Thread-safe. */
    public TasksStatus status() {
        List<RunningTask> now = List.copyOf(running.values());
        List<Instant> toEnd =
                now.stream().flatMap(task -> task.stoppedAt().stream()).sorted().toList();
        return new TasksStatus(
                parallel, now.size(), toEnd.size(), toEnd.stream().findFirst());
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    follow();
                } catch (RuntimeException failure) {
                    LOG.error("tasks of {} cannot be followed; trying again", tasks.name(), failure);
                    Thread.sleep(LOOK);
                }
            }
        } catch (InterruptedException _) {
            // close() interrupted the thread.
        } finally {
            running.values().forEach(RunningTask::stop);
            running.values().forEach(RunningTask::await);
            ended.countDown();
        }
    }

    private void follow() throws InterruptedException {
        long from = tasks.sequence();
        lookForAll();
        try (Feed<Task> feed = tasks.follow(from)) {
            while (!closing) {
                runMore();
                switch (feed.next(PART, LOOK)) {
                    case Feed.Told.Changes<Task>(var changes) -> changes.forEach(this::look);
                    case Feed.Told.Gone<Task> _ -> {
                        return;
                    }
                }
            }
        }
    }

    /** Lists the tasks that existed before the feed was opened. */
    private void lookForAll() {
        areMoreWaiting = false;
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<Document<Task>, DocumentId> page = tasks.list(after, PART);
            for (Document<Task> each : page.items()) {
                if (!each.value().state().hasEnded()) remember(each.id());
            }
            after = page.next();
        } while (after.isPresent() && !closing && !areMoreWaiting);
    }

    private void remember(DocumentId id) {
        if (running.containsKey(id)) return;
        if (waiting.size() < MOST_WAITING) waiting.add(id);
        else areMoreWaiting = true;
    }

    private void look(Change<Task> change) {
        TaskState state = change.value().map(Task::state).orElse(TaskState.CANCELLED);
        if (state == TaskState.CREATED && running.containsKey(change.id())) comingBack.add(change.id());
        else if (state == TaskState.CREATED) remember(change.id());
        if (!state.hasEnded()) return;
        waiting.remove(change.id());
        comingBack.remove(change.id());
        RunningTask ended = running.get(change.id());
        if (ended != null) ended.stop();
    }

    private void runMore() {
        running.values().forEach(RunningTask::stopIfExpired);
        running.values().forEach(RunningTask::tellProgress);
        running.values().forEach(RunningTask::tellIfLate);
        comingBack.removeIf(id -> {
            boolean isFree = !running.containsKey(id);
            if (isFree) remember(id);
            return isFree;
        });
        if (waiting.isEmpty() && areMoreWaiting) lookForAll();
        Iterator<DocumentId> next = waiting.iterator();
        while (next.hasNext() && running.size() < parallel) {
            DocumentId id = next.next();
            next.remove();
            var task = new RunningTask(tasks, id, work, codec, invoker, clock, this::leads);
            running.put(id, task);
            task.start(isUnsettled -> {
                running.remove(id);
                if (isUnsettled) areMoreWaiting = true;
            });
        }
    }
}
