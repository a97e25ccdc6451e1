package vesper.rest;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The streams of events that a server has open: at most so many, one more is refused with 503. Closing it ends them
 * all, as a server does that stops; clients come back by themselves, to whatever answers then.
 */
public final class EventStreams implements AutoCloseable {
    private static final String RETRY_SECONDS = "5";

    private final int most;
    private final Duration heartbeat;
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean stops;

    /**
     * No stream yet.
     *
     * @param most streams open at once
     * @param heartbeat how long nothing is sent before a comment is, so that proxies do not take a stream for dead and
     *     clients that are dead are noticed
     */
    public EventStreams(int most, Duration heartbeat) {
        this.most = most;
        this.heartbeat = heartbeat;
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

    @Override
    public void close() {
        stops = true;
        open.forEach(stream -> stream.end(SseEmitter.End.SERVER_STOPS));
    }
}
