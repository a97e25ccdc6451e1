package vesper.records.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Exchange;
import vesper.http.Handler;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;

/**
 * Carries out requests that come over no wire with the handler that answers those that do, and has them kept as
 * exchanges like these. Answers are read to their end, at most {@value #MOST_ANSWER_BYTES} bytes of them; streams of
 * events, which have none, are not read.
 */
public final class InProcess {
    private static final Logger LOG = LoggerFactory.getLogger(InProcess.class);
    private static final int MOST_ANSWER_BYTES = 64 << 20;
    private static final int FAILED = 500;

    private final Handler handler;
    private final Capture capture;
    private final Clock clock;
    private final long mostSeconds;

    /** @param mostSeconds how long an answer may take that is not made on the calling thread */
    public InProcess(Handler handler, Capture capture, Clock clock, long mostSeconds) {
        this.handler = handler;
        this.capture = capture;
        this.clock = clock;
        this.mostSeconds = mostSeconds;
    }

    /** What came of a request: its status is 0 where there was no answer in time. It is over and kept. */
    public Exchange carryOut(Request request) throws InterruptedException {
        long startedAt = clock.millis();
        long startedNanos = System.nanoTime();
        long received = request.body().length();
        int status = 0;
        long sent = 0;
        try {
            Response answer = answer(request);
            if (answer != null) {
                status = answer.status();
                sent = read(request, answer);
            }
        } finally {
            long nanos = System.nanoTime() - startedNanos;
            Exchange exchange =
                    new Exchange(request, request.remoteAddress(), status, received, sent, startedAt, nanos);
            capture.keepInProcess(exchange);
            request.over();
        }
        return new Exchange(
                null, request.remoteAddress(), status, received, sent, startedAt, System.nanoTime() - startedNanos);
    }

    private @Nullable Response answer(Request request) throws InterruptedException {
        try {
            Response answer = handled(request);
            CompletionStage<Response> later = answer.whenReady().orElse(null);
            return later == null ? answer : later.toCompletableFuture().get(mostSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.warn("{} {} had no answer after {} s", request.method(), request.path(), mostSeconds);
            return null;
        } catch (ExecutionException e) {
            return failed(request, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(request, e);
        }
    }

    private Response handled(Request request) throws Exception {
        Outcome outcome = new Outcome();
        request.handleHere(() -> outcome.take(handler, request));
        return outcome.answer();
    }

    /** As the server answers what a handler throws. */
    private static Response failed(Request request, Throwable why) {
        if (why instanceof RefusedException refused) return refused.refusal().answer();
        LOG.error("{} {} failed", request.method(), request.path(), why);
        return Response.of(FAILED);
    }

    /** What the content has in bytes, as far as it is read. */
    private static long read(Request request, Response answer) {
        switch (answer.content()) {
            case Response.Bytes bytes -> {
                return bytes.length();
            }
            case Response.Streamed streamed -> {
                Counting counted = new Counting();
                request.handleHere(() -> read(request, answer, streamed.writer(), counted));
                return counted.bytes;
            }
        }
    }

    private static void read(Request request, Response answer, Response.BodyWriter writer, Counting counted) {
        String type = answer.headerOrNull("Content-Type");
        try {
            if (type != null && type.startsWith("text/event-stream")) writer.discard();
            else writer.writeTo(counted);
        } catch (IOException e) {
            LOG.warn("the answer to {} {} ended early: {}", request.method(), request.path(), e.getMessage());
        }
    }

    /** What a handler gave or threw. */
    private static final class Outcome {
        private @Nullable Response answer;
        private @Nullable Exception thrown;

        void take(Handler handler, Request request) {
            try {
                answer = handler.handle(request);
            } catch (Exception e) {
                thrown = e;
            }
        }

        Response answer() throws Exception {
            Exception failure = thrown;
            if (failure != null) throw failure;
            Response given = answer;
            if (given == null) throw new IllegalStateException("a handler gave no answer");
            return given;
        }
    }

    private static final class Counting extends OutputStream {
        private long bytes;

        @Override
        public void write(int b) throws IOException {
            count(1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            count(length);
        }

        private void count(int more) throws IOException {
            bytes += more;
            if (bytes > MOST_ANSWER_BYTES) throw new IOException("it has more than " + MOST_ANSWER_BYTES + " bytes");
        }
    }
}
