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
 * A stream of server-sent events (the HTML standard, section 9.2) that any thread may send to, in the shape of Spring's
 * class of this name: a handler makes one, keeps it, and returns it.
 *
 * <p>Up to {@value #MOST_WAITING} events wait for the client, and some {@value #MOST_WAITING_BYTES} bytes of text or one that
 * is larger; then {@link #send} waits until it reads, and {@link #offer} says no. The stream ends when it is completed, its time is over, the client leaves, or the service
 * that it came from is replaced or stops; whoever sends is told with a {@link StreamEndedException}, and what was given
 * to {@link #onCompletion} is run, once, by whichever thread ended it.
 */
public final class SseEmitter {
    /** How many events wait before those who send do. */
    public static final int MOST_WAITING = 64;

    private static final int MOST_WAITING_BYTES = 64 << 10;
    /** Of one that is no text, whose size is not known before it is written. */
    private static final int EVENT_BYTES = 256;

    private static final Logger log = LoggerFactory.getLogger(SseEmitter.class);

    /** @param event a {@link ServerSentEvent}, or an {@link EncodedEvent} */
    record Waiting(Object event, int sizeBytes) {}

    /** Where it is counted what waits in all streams. */
    @FunctionalInterface
    interface Count {
        void held(long moreBytes);
    }

    /** How a stream ended. */
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
    /** Of events that were taken and are not written yet. */
    private int takenBytes;

    private volatile long takenAt = System.nanoTime();
    private final List<Runnable> atEnd = new ArrayList<>();
    private @Nullable End end;
    private @Nullable Throwable failure;
    private @Nullable String lastEventId;
    /** Whether somebody sends what waits; before, nobody would ever make room. */
    private boolean begun;

    private long beganAt;
    private Count count = _ -> {};
    /** Who writes what was taken. */
    private @Nullable Thread writer;

    /** A stream without an end of its own. */
    public SseEmitter() {
        this(0L);
    }

    /** A stream that ends after so long; 0 for one that does not. */
    public SseEmitter(long timeoutMillis) {
        if (timeoutMillis < 0) throw new IllegalArgumentException("a timeout of " + timeoutMillis + " ms");
        timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    public SseEmitter(Duration timeout) {
        this(timeout.toMillis());
    }

    /** Sends data: text as it is, any other value as JSON. */
    public void send(Object data) throws IOException {
        send(
                data instanceof ServerSentEvent<?> event
                        ? event
                        : ServerSentEvent.builder(data).build());
    }

    /**
     * Sends an event, and waits where too many wait already.
     *
     * @throws StreamEndedException if the stream is over
     * @throws IllegalStateException if too many wait and the handler has not returned the stream yet
     */
    public void send(ServerSentEvent<?> event) throws IOException {
        send(new Waiting(event, sizeBytes(event)));
    }

    /** The same of an event that other streams send too. */
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

    /** Sends an event unless the stream is over or too many wait: for those who would rather skip one than wait. */
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

    /** Ends the stream after what waits. */
    public void complete() {
        end(End.COMPLETED);
    }

    /** Ends the stream because of a fault, which is logged. */
    public void completeWithError(Throwable fault) {
        lock.lock();
        try {
            if (end == null) failure = fault;
        } finally {
            lock.unlock();
        }
        end(End.FAILED);
    }

    /** Has something done when the stream is over, whatever ended it; at once where it is over. */
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

    /** Has something done when the stream's time is over. */
    public void onTimeout(Runnable action) {
        onCompletion(() -> {
            if (end == End.TIMED_OUT) action.run();
        });
    }

    /** Has something done when the stream ended before it was completed: by a fault, or because the client has left. */
    public void onError(Consumer<Throwable> action) {
        onCompletion(() -> {
            End how = end;
            Throwable fault = failure;
            if (how == End.FAILED && fault != null) action.accept(fault);
            else if (how == End.CLIENT_GONE) action.accept(new StreamEndedException(how.words));
        });
    }

    /** What the client got last before it came back, {@code Last-Event-ID}. */
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

    // ---- for those who send what waits ----

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

    /** Bytes of what waits, and of what is being written. */
    int heldBytes() {
        lock.lock();
        try {
            return waitingBytes + takenBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Why it was ended where its client was too slow; else null. */
    @Nullable
    String tooSlow() {
        lock.lock();
        try {
            return end == End.TOO_SLOW ? end.words : null;
        } finally {
            lock.unlock();
        }
    }

    /** When what waits was taken last; see {@link System#nanoTime}. */
    long takenAt() {
        return takenAt;
    }

    /** Says who writes, who is interrupted where others need the room. */
    void writtenBy(Thread thread) {
        lock.lock();
        try {
            writer = thread;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is written any more. */
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

    /** Forgets what waits. @return how many bytes that were, which do not count any more */
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

    /** Ends the stream, if nothing else has. */
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
     * Takes all that waits, after at most this time.
     *
     * @return none where nothing came, for a sign of life; null at the end
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

    /** What was taken before has been written. */
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

    /** What it failed with, if it did. */
    Optional<Throwable> failure() {
        lock.lock();
        try {
            return end == End.FAILED ? Optional.ofNullable(failure) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }
}
