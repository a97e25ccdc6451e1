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
    private static final int MAX_WAITING = 100_000;
    private static final int BATCH = 256;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);
    private static final long MAX_STOP_SECONDS = 10;

    private final DocumentCollection<Task> tasks;
    private final TaskWork work;
    private final int parallel;
    private final Codec codec;
    private final Invoker invoker;
    private final InstantSource clock;
    private final OptionalLong term;
    private final Map<DocumentId, TaskAttempt> running = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Waiting tasks in the order in which they will run. Used only by the runner's thread. */
    private final Set<DocumentId> waiting = new LinkedHashSet<>();

    /** Tasks that a client retried before their previous attempt had ended. Used only by the runner's thread. */
    private final Set<DocumentId> retried = new HashSet<>();

    private volatile boolean hasUnlisted;
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

    private boolean isLeader() {
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
            if (!ended.await(MAX_STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("tasks of {} have not stopped in time: {}", tasks.name(), running.keySet());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Thread-safe. */
    public TasksStatus status() {
        List<TaskAttempt> now = List.copyOf(running.values());
        List<Instant> stopping =
                now.stream().flatMap(task -> task.stoppedAt().stream()).sorted().toList();
        return new TasksStatus(
                parallel, now.size(), stopping.size(), stopping.stream().findFirst());
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    follow();
                } catch (RuntimeException failure) {
                    LOG.error("cannot follow the tasks of {}; retrying", tasks.name(), failure);
                    Thread.sleep(POLL_INTERVAL);
                }
            }
        } catch (InterruptedException _) {
            // close() interrupted the thread.
        } finally {
            running.values().forEach(TaskAttempt::stop);
            running.values().forEach(TaskAttempt::await);
            ended.countDown();
        }
    }

    private void follow() throws InterruptedException {
        long from = tasks.sequence();
        findWaiting();
        try (Feed<Task> feed = tasks.follow(from)) {
            while (!closing) {
                startWaiting();
                switch (feed.next(BATCH, POLL_INTERVAL)) {
                    case Feed.PollResult.Changes<Task>(var changes) -> changes.forEach(this::handle);
                    case Feed.PollResult.Gone<Task> _ -> {
                        return;
                    }
                }
            }
        }
    }

    /** Lists the tasks that existed before the feed was opened. */
    private void findWaiting() {
        hasUnlisted = false;
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<Document<Task>, DocumentId> page = tasks.list(after, BATCH);
            for (Document<Task> each : page.items()) {
                if (!each.value().state().hasEnded()) remember(each.id());
            }
            after = page.next();
        } while (after.isPresent() && !closing && !hasUnlisted);
    }

    private void remember(DocumentId id) {
        if (running.containsKey(id)) return;
        if (waiting.size() < MAX_WAITING) waiting.add(id);
        else hasUnlisted = true;
    }

    private void handle(Change<Task> change) {
        TaskState state = change.value().map(Task::state).orElse(TaskState.CANCELLED);
        if (state == TaskState.CREATED && running.containsKey(change.id())) retried.add(change.id());
        else if (state == TaskState.CREATED) remember(change.id());
        if (!state.hasEnded()) return;
        waiting.remove(change.id());
        retried.remove(change.id());
        TaskAttempt ended = running.get(change.id());
        if (ended != null) ended.stop();
    }

    private void startWaiting() {
        running.values().forEach(TaskAttempt::stopIfExpired);
        running.values().forEach(TaskAttempt::publishProgress);
        running.values().forEach(TaskAttempt::warnIfLate);
        retried.removeIf(id -> {
            boolean isFree = !running.containsKey(id);
            if (isFree) remember(id);
            return isFree;
        });
        if (waiting.isEmpty() && hasUnlisted) findWaiting();
        Iterator<DocumentId> next = waiting.iterator();
        while (next.hasNext() && running.size() < parallel) {
            DocumentId id = next.next();
            next.remove();
            var task = new TaskAttempt(tasks, id, work, codec, invoker, clock, this::isLeader);
            running.put(id, task);
            task.start(mustRunAgain -> {
                running.remove(id);
                if (mustRunAgain) hasUnlisted = true;
            });
        }
    }
}
