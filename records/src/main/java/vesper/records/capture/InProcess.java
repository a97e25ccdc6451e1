package vesper.records.capture;

import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Exchange;
import vesper.http.Handler;
import vesper.http.Request;

/**
 * Carries out requests that come over no wire with the handler that answers those that do, and has them kept as
 * exchanges like these. Each has its time; one that is not answered by then, or whose answer has no end, is left as by a
 * client that closes its connection.
 */
public final class InProcess {
    private static final Logger LOG = LoggerFactory.getLogger(InProcess.class);

    private final Handler handler;
    private final Capture capture;
    private final Clock clock;
    private final Duration longest;

    /** @param longest that one may take, until its answer is read */
    public InProcess(Handler handler, Capture capture, Clock clock, Duration longest) {
        this.handler = handler;
        this.capture = capture;
        this.clock = clock;
        this.longest = longest;
    }

    /**
     * What came of a request.
     *
     * @param status 0 where there was no answer in time
     * @param isOver whether it was answered to its end; otherwise its handler may go on
     */
    public record Outcome(int status, boolean isOver) {}

    /** Carries out a request, after which it is over and kept. */
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
