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
 * <p>The queue holds at most {@value #MOST_WAITING} events, and about {@value #MOST_WAITING_BYTES} bytes of text or one
 * larger event. When it is full, {@link #send} blocks until the client reads and {@link #offer} returns false.
 *
 * <p>The stream ends when it is completed, its timeout expires, the client disconnects, or the service that created it
 * is replaced or stopped. After that, {@link #send} throws a {@link StreamEndedException}. The thread that ends the
 * stream runs the {@link #onCompletion} actions, once.
 */
public final class SseEmitter {
    /** Maximum number of queued events. When it is reached, {@link #send} blocks. */
    public static final int MOST_WAITING = 64;

    private static final int MOST_WAITING_BYTES = 64 << 10;
    /** Assumed size of an event that is not text, in bytes: its actual size is unknown until it is written. */
    private static final int EVENT_BYTES = 256;

    private static final Logger log = LoggerFactory.getLogger(SseEmitter.class);

    /**
     * A queued event.
     *
     * @param event a {@link ServerSentEvent}, or an {@link EncodedEvent}
     */
    record Waiting(Object event, int sizeBytes) {}

    /** A counter of the queued bytes of all streams. */
    @FunctionalInterface
    interface Count {
        void held(long moreBytes);
    }

    /** The reason why a stream ended. */
    enum End {
        COMPLETED("it was completed"),
        FAILED("it failed"),
        TIMED_OUT("its time is over"),
        CLIENT_GONE("the client has left"),
        TOO_SLOW("its client does not read, and others need the memory"),
        SERVICE_STOPS("its service stops"),
        SERVER_STOPS("the server stops");

        private final String words;

        End(String words) {
            this.words = words;
        }
    }

    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int waitingBytes;
    /** Bytes of events that were taken from the queue and are not yet written. */
    private int takenBytes;

    private volatile long takenAt = System.nanoTime();
    private final List<Runnable> atEnd = new ArrayList<>();
    private @Nullable End end;
    private @Nullable Throwable failure;
    private @Nullable String lastEventId;
    /** True once a writer drains the queue. Before that, a sender must not block, because the queue would stay full. */
    private boolean begun;

    private long beganAt;
    private Count count = _ -> {};
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
        send(new Waiting(event, sizeBytes(event)));
    }

    /** Sends an event that other streams send too. Otherwise the same as {@link #send(ServerSentEvent)}. */
    public void send(EncodedEvent event) throws IOException {
        send(new Waiting(event, event.sizeBytes()));
    }

    private void send(Waiting event) throws IOException {
        lock.lock();
        try {
            while (end == null && isFull()) {
                if (!begun)
                    throw new IllegalStateException(waiting.size() + " events wait for the stream to be returned");
                room.await();
            }
            refuseAfterEnd();
            add(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamEndedException("interrupted while the client was slow to read");
        } finally {
            lock.unlock();
        }
        count.held(event.sizeBytes());
    }

    /**
     * Sends an event unless the stream has ended or the queue is full, and returns whether it did. For senders that
     * prefer to skip an event rather than block.
     */
    public boolean offer(ServerSentEvent<?> event) {
        var offered = new Waiting(event, sizeBytes(event));
        lock.lock();
        try {
            if (end != null || isFull()) return false;
            add(offered);
        } finally {
            lock.unlock();
        }
        count.held(offered.sizeBytes());
        return true;
    }

    private static int sizeBytes(ServerSentEvent<?> event) {
        return event.data() instanceof CharSequence text ? EVENT_BYTES + text.length() : EVENT_BYTES;
    }

    private boolean isFull() {
        return waiting.size() >= MOST_WAITING || (begun && waitingBytes >= MOST_WAITING_BYTES);
    }

    private void add(Waiting event) {
        waiting.add(event);
        waitingBytes += event.sizeBytes();
        news.signal();
    }

    private void refuseAfterEnd() throws StreamEndedException {
        if (end != null) throw new StreamEndedException("the stream of events is over: " + end.words);
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
            else if (how == End.CLIENT_GONE) action.accept(new StreamEndedException(how.words));
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

    void begin(@Nullable String lastSeen, Count counted) {
        int before;
        lock.lock();
        try {
            if (begun) throw new IllegalStateException("a stream of events was returned twice");
            begun = true;
            count = counted;
            before = waitingBytes;
            beganAt = System.nanoTime();
            lastEventId = lastSeen;
        } finally {
            lock.unlock();
        }
        counted.held(before);
    }

    /** Returns the bytes of events that are queued or being written. */
    int heldBytes() {
        lock.lock();
        try {
            return waitingBytes + takenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the reason if the stream was ended because its client read too slowly, else null. */
    @Nullable
    String tooSlow() {
        lock.lock();
        try {
            return end == End.TOO_SLOW ? end.words : null;
        } finally {
            lock.unlock();
        }
    }

    /** Time of the last read from the queue, as of {@link System#nanoTime}. */
    long takenAt() {
        return takenAt;
    }

    /** Sets the thread that writes. It is interrupted if the stream must free its memory for other streams. */
    void writtenBy(Thread thread) {
        lock.lock();
        try {
            writer = thread;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the end of writing. Drops the events that are still queued. */
    void isOver() {
        lock.lock();
        try {
            writer = null;
        } finally {
            lock.unlock();
        }
        int left = giveUp();
        if (left > 0) count.held(-left);
    }

    /** Drops all events and returns their size in bytes, which the caller must stop counting. */
    int giveUp() {
        lock.lock();
        try {
            int left = waitingBytes + takenBytes;
            waiting.clear();
            waitingBytes = 0;
            takenBytes = 0;
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream unless it has already ended. */
    void end(End how) {
        List<Runnable> told;
        lock.lock();
        try {
            if (end != null) return;
            end = how;
            told = List.copyOf(atEnd);
            atEnd.clear();
            if (how == End.TOO_SLOW && writer != null) writer.interrupt();
            news.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        told.forEach(SseEmitter::run);
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            log.error("what a service does at the end of a stream of events failed", e);
        }
    }

    /**
     * Takes all queued events. Waits at most this long for the first one.
     *
     * @return an empty list if no event arrived, so that the caller sends a heartbeat; null at the end of the stream
     */
    @Nullable
    List<Waiting> take(long mostNanos) throws InterruptedException {
        written();
        long signDue = System.nanoTime() + mostNanos;
        lock.lock();
        try {
            long left = mostWait(signDue);
            while (waiting.isEmpty() && end == null && left > 0)
                left = Math.min(news.awaitNanos(left), mostWait(signDue));
            if (waiting.isEmpty() && end != null) return null;
            if (!waiting.isEmpty() || untilTimeout() > 0) return takeWaiting();
        } finally {
            lock.unlock();
        }
        end(End.TIMED_OUT);
        return null;
    }

    /** Records that the events taken before have been written. */
    private void written() {
        int left;
        lock.lock();
        try {
            takenAt = System.nanoTime();
            left = takenBytes;
            takenBytes = 0;
        } finally {
            lock.unlock();
        }
        if (left > 0) count.held(-left);
    }

    private List<Waiting> takeWaiting() {
        List<Waiting> taken = List.copyOf(waiting);
        waiting.clear();
        takenBytes = waitingBytes;
        waitingBytes = 0;
        room.signalAll();
        return taken;
    }

    private long mostWait(long signDue) {
        return Math.min(signDue - System.nanoTime(), untilTimeout());
    }

    private long untilTimeout() {
        return timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos - (System.nanoTime() - beganAt);
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
