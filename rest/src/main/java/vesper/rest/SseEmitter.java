package vesper.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.codec.ServerSentEvent;

/**
 * A stream of server-sent events (the HTML standard, section 9.2) that any thread may send to, modelled on Spring's
 * class of the same name. A handler creates an emitter, keeps a reference, and returns it.
 *
 * <p>The queue holds at most {@value #MAX_QUEUED} events, and about {@value #MAX_QUEUED_BYTES} bytes of text or one
 * larger event. When it is full, {@link #send} blocks until the client reads and {@link #offer} returns false.
 *
 * <p>The stream ends when it is completed, its timeout expires, the client disconnects, or the service that created it
 * is replaced or stopped. After that, {@link #send} throws a {@link StreamEndedException}. The thread that ends the
 * stream runs the {@link #onCompletion} actions, once.
 */
public final class SseEmitter {
    /** Maximum number of queued events. When it is reached, {@link #send} blocks. */
    public static final int MAX_QUEUED = 64;

    private static final int MAX_QUEUED_BYTES = 64 << 10;
    /** Assumed size of an event that is not text, in bytes: its actual size is unknown until it is written. */
    private static final int EVENT_BYTES = 256;

    private static final Logger log = LoggerFactory.getLogger(SseEmitter.class);

    /**
     * A queued event.
     *
     * @param event a {@link ServerSentEvent}, or an {@link EncodedEvent}
     */
    record QueuedEvent(Object event, int sizeBytes) {}

    /** A counter of the queued bytes of all streams. */
    @FunctionalInterface
    interface HeldBytesCounter {
        void add(long moreBytes);
    }

    /** The reason why a stream ended. */
    enum End {
        COMPLETED("it was completed"),
        FAILED("it failed"),
        TIMED_OUT("it timed out"),
        CLIENT_GONE("the client disconnected"),
        TOO_SLOW("its client reads too slowly and memory is short"),
        SERVICE_STOPS("its service is stopping"),
        SERVER_STOPS("the server is stopping");

        private final String reason;

        End(String reason) {
            this.reason = reason;
        }
    }

    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final ArrayDeque<QueuedEvent> queue = new ArrayDeque<>();
    private int queuedBytes;
    /** Bytes of events that were taken from the queue and are not yet written. */
    private int takenBytes;

    private volatile long takenAt = System.nanoTime();
    private final List<Runnable> atEnd = new ArrayList<>();
    private @Nullable End end;
    private @Nullable Throwable failure;
    private @Nullable String lastEventId;
    /** True once a writer drains the queue. Before that, a sender must not block, because the queue would stay full. */
    private boolean attached;

    private long attachedAt;
    private HeldBytesCounter heldBytesCounter = _ -> {};
    /** The thread that writes the events taken from the queue. */
    private @Nullable Thread writer;

    /** Creates a stream without a timeout. */
    public SseEmitter() {
        this(0L);
    }

    /** Creates a stream that ends after a timeout; 0 means no timeout. */
    public SseEmitter(long timeoutMillis) {
        if (timeoutMillis < 0) throw new IllegalArgumentException("a timeout of " + timeoutMillis + " ms");
        timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    public SseEmitter(Duration timeout) {
        this(timeout.toMillis());
    }

    /** Sends data: text unchanged, any other value as JSON. */
    public void send(Object data) throws IOException {
        send(
                data instanceof ServerSentEvent<?> event
                        ? event
                        : ServerSentEvent.builder(data).build());
    }

    /**
     * Sends an event. Blocks while the queue is full.
     *
     * @throws StreamEndedException if the stream has ended
     * @throws IllegalStateException if the queue is full and the handler has not yet returned the stream
     */
    public void send(ServerSentEvent<?> event) throws IOException {
        send(new QueuedEvent(event, sizeBytes(event)));
    }

    /** Sends an event that other streams send too. Otherwise the same as {@link #send(ServerSentEvent)}. */
    public void send(EncodedEvent event) throws IOException {
        send(new QueuedEvent(event, event.sizeBytes()));
    }

    private void send(QueuedEvent event) throws IOException {
        lock.lock();
        try {
            while (end == null && isFull()) {
                if (!attached)
                    throw new IllegalStateException(
                            queue.size() + " events are queued and the handler has not returned the stream");
                notFull.await();
            }
            requireOpen();
            add(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamEndedException("interrupted while waiting for the client to read");
        } finally {
            lock.unlock();
        }
        heldBytesCounter.add(event.sizeBytes());
    }

    /**
     * Sends an event unless the stream has ended or the queue is full, and returns whether it did. For senders that
     * prefer to skip an event rather than block.
     */
    public boolean offer(ServerSentEvent<?> event) {
        var offered = new QueuedEvent(event, sizeBytes(event));
        lock.lock();
        try {
            if (end != null || isFull()) return false;
            add(offered);
        } finally {
            lock.unlock();
        }
        heldBytesCounter.add(offered.sizeBytes());
        return true;
    }

    private static int sizeBytes(ServerSentEvent<?> event) {
        return event.data() instanceof CharSequence text ? EVENT_BYTES + text.length() : EVENT_BYTES;
    }

    private boolean isFull() {
        return queue.size() >= MAX_QUEUED || (attached && queuedBytes >= MAX_QUEUED_BYTES);
    }

    private void add(QueuedEvent event) {
        queue.add(event);
        queuedBytes += event.sizeBytes();
        notEmpty.signal();
    }

    private void requireOpen() throws StreamEndedException {
        if (end != null) throw new StreamEndedException("the event stream has ended: " + end.reason);
    }

    /** Ends the stream after the queued events are sent. */
    public void complete() {
        end(End.COMPLETED);
    }

    /** Ends the stream because of an error, which is logged. */
    public void completeWithError(Throwable fault) {
        lock.lock();
        try {
            if (end == null) failure = fault;
        } finally {
            lock.unlock();
        }
        end(End.FAILED);
    }

    /**
     * Registers an action to run when the stream ends, for any reason. Runs it immediately if the stream has already
     * ended.
     */
    public void onCompletion(Runnable action) {
        lock.lock();
        try {
            if (end == null) {
                atEnd.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    /** Registers an action to run when the stream ends because its timeout expired. */
    public void onTimeout(Runnable action) {
        onCompletion(() -> {
            if (end == End.TIMED_OUT) action.run();
        });
    }

    /** Registers an action to run when the stream ends because of an error or because the client disconnected. */
    public void onError(Consumer<Throwable> action) {
        onCompletion(() -> {
            End how = end;
            Throwable fault = failure;
            if (how == End.FAILED && fault != null) action.accept(fault);
            else if (how == End.CLIENT_GONE) action.accept(new StreamEndedException(how.reason));
        });
    }

    /** Returns the ID of the last event that the client received before it reconnected ({@code Last-Event-ID}). */
    public Optional<String> lastEventId() {
        return Optional.ofNullable(lastEventId);
    }

    public boolean isOpen() {
        lock.lock();
        try {
            return end == null;
        } finally {
            lock.unlock();
        }
    }

    // ---- for the thread that writes the queued events ----

    void attach(@Nullable String lastSeen, HeldBytesCounter counter) {
        int before;
        lock.lock();
        try {
            if (attached) throw new IllegalStateException("the event stream was returned twice");
            attached = true;
            heldBytesCounter = counter;
            before = queuedBytes;
            attachedAt = System.nanoTime();
            lastEventId = lastSeen;
        } finally {
            lock.unlock();
        }
        counter.add(before);
    }

    /** Returns the bytes of events that are queued or being written. */
    int heldBytes() {
        lock.lock();
        try {
            return queuedBytes + takenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the reason if the stream was ended because its client read too slowly. */
    Optional<String> slowClientReason() {
        lock.lock();
        try {
            return end == End.TOO_SLOW ? Optional.of(end.reason) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Time of the last read from the queue, as of {@link System#nanoTime}. */
    long takenAt() {
        return takenAt;
    }

    /** Sets the thread that writes. It is interrupted if the stream must free its memory for other streams. */
    void setWriter(Thread thread) {
        lock.lock();
        try {
            writer = thread;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the end of writing. Drops the events that are still queued. */
    void finishWriting() {
        lock.lock();
        try {
            writer = null;
        } finally {
            lock.unlock();
        }
        int left = discardQueued();
        if (left > 0) heldBytesCounter.add(-left);
    }

    /** Drops all events and returns their size in bytes, which the caller must stop counting. */
    int discardQueued() {
        lock.lock();
        try {
            int left = queuedBytes + takenBytes;
            queue.clear();
            queuedBytes = 0;
            takenBytes = 0;
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream unless it has already ended. */
    void end(End how) {
        List<Runnable> actions;
        lock.lock();
        try {
            if (end != null) return;
            end = how;
            actions = List.copyOf(atEnd);
            atEnd.clear();
            if (how == End.TOO_SLOW && writer != null) writer.interrupt();
            notEmpty.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
        actions.forEach(SseEmitter::run);
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            log.error("the completion action of an event stream failed", e);
        }
    }

    /**
     * Takes all queued events. Waits at most this long for the first one.
     *
     * @return an empty list if no event arrived, so that the caller sends a heartbeat; null at the end of the stream
     */
    @Nullable
    List<QueuedEvent> take(long maxNanos) throws InterruptedException {
        releaseTaken();
        long heartbeatDue = System.nanoTime() + maxNanos;
        lock.lock();
        try {
            long left = remainingWaitNanos(heartbeatDue);
            while (queue.isEmpty() && end == null && left > 0)
                left = Math.min(notEmpty.awaitNanos(left), remainingWaitNanos(heartbeatDue));
            if (queue.isEmpty() && end != null) return null;
            if (!queue.isEmpty() || untilTimeout() > 0) return takeQueued();
        } finally {
            lock.unlock();
        }
        end(End.TIMED_OUT);
        return null;
    }

    /** Records that the events taken before have been written. */
    private void releaseTaken() {
        int left;
        lock.lock();
        try {
            takenAt = System.nanoTime();
            left = takenBytes;
            takenBytes = 0;
        } finally {
            lock.unlock();
        }
        if (left > 0) heldBytesCounter.add(-left);
    }

    private List<QueuedEvent> takeQueued() {
        List<QueuedEvent> batch = List.copyOf(queue);
        queue.clear();
        takenBytes = queuedBytes;
        queuedBytes = 0;
        notFull.signalAll();
        return batch;
    }

    private long remainingWaitNanos(long heartbeatDue) {
        return Math.min(heartbeatDue - System.nanoTime(), untilTimeout());
    }

    private long untilTimeout() {
        return timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos - (System.nanoTime() - attachedAt);
    }

    /** Returns the error that ended the stream, if there was one. */
    Optional<Throwable> failure() {
        lock.lock();
        try {
            return end == End.FAILED ? Optional.ofNullable(failure) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
