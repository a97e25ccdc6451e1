package vesper.records.capture;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.triggers.Invocation;
import vesper.rest.triggers.InvocationRefusedException;
import vesper.rest.triggers.Invocations;

/**
 * Runs invocations of triggers behind the same filters as requests, and records them like requests: with status 200, or
 * 500 if the work throws. A request that stands for the invocation is the current one while the work runs, so that code
 * can add to its transaction.
 */
public final class RecordedInvocations implements Invocations {
    private static final int OK = 200;
    private static final int FAILED = 500;
    private static final int THROTTLED = 429;
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final byte[] NO_BODY = {};

    private final List<Filter> filters;
    private final Capture capture;
    private final Clock clock;

    /** @param filters run around each invocation: those that record and throttle requests */
    public RecordedInvocations(List<Filter> filters, Capture capture, Clock clock) {
        this.filters = List.copyOf(filters);
        this.capture = capture;
        this.clock = clock;
    }

    @Override
    public <T extends @Nullable Object> T run(Invocation invocation, Callable<T> work) throws Exception {
        Request request = Request.of(Method.POST, invocation.target(), Headers.NONE, NO_BODY, HERE);
        request.set(Invocation.SLOT, invocation);
        request.route(invocation.route());
        Work<T> running = new Work<>(work);
        Handler handler = Filter.chain(filters, running);
        long startedAt = clock.millis();
        long startedNanos = System.nanoTime();
        int[] status = {FAILED};
        try {
            request.handleHere(() -> status[0] = running.through(handler, request));
        } finally {
            long nanos = System.nanoTime() - startedNanos;
            capture.keepInProcess(new Exchange(request, HERE, status[0], 0, 0, startedAt, nanos));
            request.over();
        }
        return running.outcome(status[0]);
    }

    /** The work as the last handler of the chain. Keeps what it returned or threw. */
    private final class Work<T extends @Nullable Object> implements Handler {
        private final Callable<T> work;
        private boolean returned;
        private @Nullable T value;
        private @Nullable Throwable thrown;

        Work(Callable<T> work) {
            this.work = work;
        }

        @Override
        public Response handle(Request request) {
            try {
                value = work.call();
                returned = true;
                return Response.of(OK);
            } catch (Throwable t) {
                thrown = t;
                request.failed(t);
                capture.failed(request, t);
                return Response.of(FAILED);
            }
        }

        /** Returns the status. A filter that throws is a failure of the invocation too. */
        int through(Handler handler, Request request) {
            try {
                return handler.handle(request).status();
            } catch (Exception e) {
                if (thrown == null) thrown = e;
                return FAILED;
            }
        }

        @SuppressWarnings("NullAway") // the value may be null if T says so
        T outcome(int status) throws Exception {
            if (returned) return value;
            switch (thrown) {
                case Exception e -> throw e;
                case Error e -> throw e;
                case null, default -> {
                    if (thrown != null) throw new IllegalStateException("neither exception nor error", thrown);
                    boolean isThrottled = status == THROTTLED;
                    throw new InvocationRefusedException(
                            isThrottled
                                    ? "a throttling rule rejects it; try again later"
                                    : "a filter rejected it with status " + status);
                }
            }
        }
    }
}
