package vesper.launcher.samples;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.codec.ServerSentEvent;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.rest.SseEmitter;

/**
 * Streams each new sample to clients, at most {@value #MOST} of them. A client that reads too slowly misses samples.
 */
final class LiveSamples {
    static final int MOST = 32;
    private static final String EVENT = "sample";
    private static final String RETRY_SECONDS = "5";

    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Streams samples until the request is over.
     *
     * @throws vesper.rest.ProblemException with status 503 if there are too many streams
     */
    SseEmitter follow(Request request) {
        if (count.incrementAndGet() > MOST) {
            count.decrementAndGet();
            throw ProblemType.UNAVAILABLE
                    .because("The limit of " + MOST + " clients that follow the status is reached; try again later")
                    .header("Retry-After", RETRY_SECONDS)
                    .exception();
        }
        SseEmitter stream = new SseEmitter();
        open.add(stream);
        // Runs even if nothing was sent: HEAD opens no stream.
        request.whenOver(() -> {
            if (open.remove(stream)) count.decrementAndGet();
        });
        return stream;
    }

    void send(Sample sample) {
        if (open.isEmpty()) return;
        ServerSentEvent<Sample> event = ServerSentEvent.builder(sample)
                .event(EVENT)
                .id(String.valueOf(sample.at().toEpochMilli()))
                .build();
        open.forEach(stream -> stream.offer(event));
    }
}
