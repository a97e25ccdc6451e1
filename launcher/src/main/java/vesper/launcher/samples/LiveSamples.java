package vesper.launcher.samples;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.codec.ServerSentEvent;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.rest.SseEmitter;

/**
 * Those who are sent each sample as it is made, {@value #MOST} at most. One who does not read misses samples; nobody waits
 * for him.
 */
final class LiveSamples {
    static final int MOST = 32;
    private static final String EVENT = "sample";
    private static final String RETRY_SECONDS = "5";

    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * As long as a request is not over.
     *
     * @throws vesper.rest.ProblemException with 503 where there are too many
     */
    SseEmitter follow(Request request) {
        if (count.incrementAndGet() > MOST) {
            count.decrementAndGet();
            throw ProblemType.UNAVAILABLE
                    .because("There are " + MOST + " who follow the status already")
                    .header("Retry-After", RETRY_SECONDS)
                    .exception();
        }
        SseEmitter stream = new SseEmitter();
        open.add(stream);
        // Whether anything was sent or not: a HEAD begins no stream.
        request.whenOver(() -> {
            if (open.remove(stream)) count.decrementAndGet();
        });
        return stream;
    }

    void tell(Sample sample) {
        if (open.isEmpty()) return;
        ServerSentEvent<Sample> event = ServerSentEvent.builder(sample)
                .event(EVENT)
                .id(String.valueOf(sample.at().toEpochMilli()))
                .build();
        open.forEach(stream -> stream.offer(event));
    }
}
