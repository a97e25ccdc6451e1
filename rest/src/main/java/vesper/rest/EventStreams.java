package vesper.rest;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.HeapShare;

/**
 * The open event streams of a server, limited in number. A stream beyond the limit is rejected with 503. {@link #close}
 * ends all streams when the server stops. Clients reconnect on their own, to the server that runs then.
 */
public final class EventStreams implements AutoCloseable {
    /** The share of the heap for events that clients have not yet read. */
    public static final HeapShare HELD_EVENTS = new HeapShare(1);

    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final String RETRY_SECONDS = "5";

    private final int maxStreams;
    private final Duration heartbeat;
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final long maxHeldBytes;
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong nextLogAt = new AtomicLong(System.nanoTime());
    private volatile boolean stopping;

    /**
     * Creates an empty set of streams.
     *
     * @param maxStreams maximum number of open streams
     * @param heartbeat idle time after which a comment is sent, so that proxies keep the connection and disconnected
     *     clients are detected
     */
    public EventStreams(int maxStreams, Duration heartbeat) {
        this(maxStreams, heartbeat, HELD_EVENTS.bytes());
    }

    /**
     * Creates an empty set of streams with an explicit memory limit.
     *
     * @param maxHeldBytes limit for unread events of all streams; above it, the slowest streams are ended
     */
    EventStreams(int maxStreams, Duration heartbeat, long maxHeldBytes) {
        this.maxStreams = maxStreams;
        this.heartbeat = heartbeat;
        this.maxHeldBytes = maxHeldBytes;
    }

    /** Returns an instance for ten thousand streams with a heartbeat of 15 seconds. */
    public static EventStreams defaults() {
        return new EventStreams(10_000, Duration.ofSeconds(15));
    }

    long heartbeatNanos() {
        return heartbeat.toNanos();
    }

    /** Returns the number of open streams. */
    public int count() {
        return count.get();
    }

    /**
     * Counts a stream until it ends.
     *
     * @throws ProblemException with 503 if too many streams are open or the server is stopping
     */
    void add(SseEmitter stream) {
        if (count.incrementAndGet() > maxStreams || stopping) {
            count.decrementAndGet();
            throw ProblemType.UNAVAILABLE
                    .because(stopping ? "The server is stopping" : "Too many event streams are open")
                    .header("Retry-After", RETRY_SECONDS)
                    .exception();
        }
        open.add(stream);
        stream.onCompletion(() -> {
            open.remove(stream);
            count.decrementAndGet();
        });
        // A stream that is added while close runs may not be among those that it ends.
        if (stopping) stream.end(SseEmitter.End.SERVER_STOPS);
    }

    /**
     * Adds to the number of unread bytes; a negative value subtracts. Above the limit, ends the streams whose clients
     * have not read for the longest time. Such a client reconnects and resumes after the last event that it received.
     */
    void addHeldBytes(long moreBytes) {
        long held = heldBytes.addAndGet(moreBytes);
        while (moreBytes > 0 && held > maxHeldBytes) {
            SseEmitter slowest = open.stream()
                    .filter(stream -> stream.heldBytes() > 0)
                    .min((one, other) -> Long.signum(one.takenAt() - other.takenAt()))
                    .orElse(null);
            if (slowest == null) return;
            slowest.end(SseEmitter.End.TOO_SLOW);
            held = heldBytes.addAndGet(-slowest.discardQueued());
            logEndedStreams();
        }
    }

    private void logEndedStreams() {
        ended.incrementAndGet();
        long now = System.nanoTime();
        long due = nextLogAt.get();
        if (now - due < 0 || !nextLogAt.compareAndSet(due, now + LOG_INTERVAL.toNanos())) return;
        log.warn(
                "Ended {} event streams with slow clients: unread events exceed {} bytes",
                ended.getAndSet(0),
                maxHeldBytes);
    }

    long heldBytes() {
        return heldBytes.get();
    }

    @Override
    public void close() {
        stopping = true;
        open.forEach(stream -> stream.end(SseEmitter.End.SERVER_STOPS));
    }
}
