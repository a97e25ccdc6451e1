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
 * The streams of events that a server has open: at most so many, one more is refused with 503. Closing it ends them
 * all, as a server does that stops; clients come back by themselves, to whatever answers then.
 */
public final class EventStreams implements AutoCloseable {
    /** Events that wait for clients to read them. */
    public static final HeapShare HELD_EVENTS = new HeapShare(1);

    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);
    private static final Duration BETWEEN_TELLING = Duration.ofMinutes(1);
    private static final String RETRY_SECONDS = "5";

    private final int most;
    private final Duration heartbeat;
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final long mostHeldBytes;
    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong tellFrom = new AtomicLong(System.nanoTime());
    private volatile boolean stops;

    /**
     * No stream yet.
     *
     * @param most streams open at once
     * @param heartbeat how long nothing is sent before a comment is, so that proxies do not take a stream for dead and
     *     clients that are dead are noticed
     */
    public EventStreams(int most, Duration heartbeat) {
        this(most, heartbeat, HELD_EVENTS.bytes());
    }

    /** @param mostHeldBytes of events that wait for clients to read them; where it is more, the slowest streams are ended */
    EventStreams(int most, Duration heartbeat, long mostHeldBytes) {
        this.most = most;
        this.heartbeat = heartbeat;
        this.mostHeldBytes = mostHeldBytes;
    }

    /** Ten thousand streams, a sign of life every 15 seconds. */
    public static EventStreams defaults() {
        return new EventStreams(10_000, Duration.ofSeconds(15));
    }

    long heartbeatNanos() {
        return heartbeat.toNanos();
    }

    /** How many are open. */
    public int count() {
        return count.get();
    }

    /**
     * Counts a stream until it ends.
     *
     * @throws ProblemException with 503 where there are too many, or the server stops
     */
    void add(SseEmitter stream) {
        if (count.incrementAndGet() > most || stops) {
            count.decrementAndGet();
            throw ProblemType.UNAVAILABLE
                    .because(stops ? "The server is stopping" : "Too many streams of events are open")
                    .header("Retry-After", RETRY_SECONDS)
                    .exception();
        }
        open.add(stream);
        stream.onCompletion(() -> {
            open.remove(stream);
            count.decrementAndGet();
        });
        // One that came while all were ended was not among them.
        if (stops) stream.end(SseEmitter.End.SERVER_STOPS);
    }

    /**
     * Counts what waits, or does not wait any more. Where it is too much, those streams are ended whose clients have read
     * nothing for longest: they come back, and go on behind the last event that they got.
     */
    void held(long moreBytes) {
        long held = heldBytes.addAndGet(moreBytes);
        while (moreBytes > 0 && held > mostHeldBytes) {
            SseEmitter slowest = open.stream()
                    .filter(stream -> stream.heldBytes() > 0)
                    .min((one, other) -> Long.signum(one.takenAt() - other.takenAt()))
                    .orElse(null);
            if (slowest == null) return;
            slowest.end(SseEmitter.End.TOO_SLOW);
            held = heldBytes.addAndGet(-slowest.giveUp());
            tell();
        }
    }

    private void tell() {
        ended.incrementAndGet();
        long now = System.nanoTime();
        long due = tellFrom.get();
        if (now - due < 0 || !tellFrom.compareAndSet(due, now + BETWEEN_TELLING.toNanos())) return;
        log.warn(
                "{} streams of events were ended whose clients do not read: more than {} bytes wait for clients",
                ended.getAndSet(0),
                mostHeldBytes);
    }

    long heldBytes() {
        return heldBytes.get();
    }

    @Override
    public void close() {
        stops = true;
        open.forEach(stream -> stream.end(SseEmitter.End.SERVER_STOPS));
    }
}
