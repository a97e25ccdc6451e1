package vesper.records.capture;

import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Exchange;
import vesper.http.Handler;
import vesper.http.Request;

/**
 * Executes requests that arrive over no connection, with the handler that also serves the network, and records them as
 * exchanges. A request that exceeds its time limit is abandoned as if its client had disconnected. So is a response
 * that is an event stream.
 */
public final class InProcess {
    private static final Logger LOG = LoggerFactory.getLogger(InProcess.class);

    private final Handler handler;
    private final Capture capture;
    private final Clock clock;
    private final Duration longest;

    /** @param longest time limit of a request, until its response is read */
    public InProcess(Handler handler, Capture capture, Clock clock, Duration longest) {
        this.handler = handler;
        this.capture = capture;
        this.clock = clock;
        this.longest = longest;
    }

    /**
     * The outcome of a request.
     *
     * @param status 0 if there was no response in time
     * @param isOver true if the request completed; otherwise its handler may still be running
     */
    public record Outcome(int status, boolean isOver) {}

    /** Executes a request, then ends and records it. */
    public Outcome carryOut(Request request) throws InterruptedException {
        long startedAt = clock.millis();
        long startedNanos = System.nanoTime();
        long received = request.body().length();
        InProcessCall call = InProcessCall.reading(handler, request);
        boolean isOver = false;
        try {
            isOver = call.await(longest);
            if (!isOver)
                LOG.warn("{} {} was not answered to its end within {}", request.method(), request.path(), longest);
        } finally {
            call.leave();
            long nanos = System.nanoTime() - startedNanos;
            capture.keepInProcess(new Exchange(
                    request, request.remoteAddress(), call.status(), received, call.bytes(), startedAt, nanos));
            request.over();
        }
        return new Outcome(call.status(), isOver);
    }
}
