package vesper.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A wrapper of the server's handler that turns every outcome into a response. */
final class HandlerCalls {
    private static final Logger log = LoggerFactory.getLogger(HandlerCalls.class);

    /** No client reads this. */
    private static final Refusal CLIENT_GONE = new Refusal(400, "the request was not whole");

    private final Handler handler;
    private final FailureLog failures = new FailureLog(log);

    HandlerCalls(Handler handler) {
        this.handler = handler;
    }

    /** Calls the handler. The response may be one that comes later. */
    Response start(Request request) {
        try {
            return known(handler.handle(request));
        } catch (Throwable e) {
            return failed(request, e);
        }
    }

    private static Response known(@Nullable Response response) {
        if (response == null) throw new IllegalStateException("the handler returned no response");
        return response;
    }

    /** Calls the handler and waits for its response. */
    Response await(Request request) {
        Response response = start(request);
        while (response.isLater()) {
            try {
                response = known(
                        untilOver(response.whenReady().orElseThrow(), request).get());
            } catch (ExecutionException e) {
                response = failed(request, e.getCause() == null ? e : e.getCause());
            } catch (RuntimeException e) {
                response = failed(request, e);
            } catch (InterruptedException e) {
                response = Refusals.response(new Refusal(503, "the request was interrupted"));
            }
        }
        return response;
    }

    /**
     * Completes exceptionally when the client leaves, so that no thread waits for a response that has no reader and may
     * never come.
     */
    private CompletableFuture<Response> untilOver(CompletionStage<Response> stage, Request request) {
        CompletableFuture<Response> answer = stage.toCompletableFuture();
        if (answer.isDone()) return answer;
        CompletableFuture<Response> either = answer.copy();
        request.whenOver(() -> {
            boolean isGone = either.completeExceptionally(
                    new ClientGoneException("the client closed the connection before its answer was there"));
            if (isGone) discardLate(answer, request);
        });
        return either;
    }

    /** Discards a response that comes too late: it may hold an open resource. */
    private void discardLate(CompletionStage<Response> stage, Request request) {
        stage.thenAccept(late -> {
            if (late == null) return;
            late.whenReady().ifPresent(later -> discardLate(later, request));
            if (late.content() instanceof Response.Streamed streamed) discard(streamed, request);
        });
    }

    /** Passes on the response as soon as it is ready, on the thread that completed it. */
    void whenReady(Response response, Request request, Consumer<Response> action) {
        CompletionStage<Response> stage = response.whenReady().orElse(null);
        if (stage == null) {
            action.accept(response);
            return;
        }
        stage.whenComplete((ready, thrown) -> {
            Throwable cause = thrown == null && ready == null ? new IllegalStateException("no response") : thrown;
            whenReady(cause == null ? ready : failed(request, cause), request, action);
        });
    }

    /** Returns the response for an exception of the handler. */
    private Response failed(Request request, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof RefusedException e) return Refusals.response(e.refusal());
        if (cause instanceof ClientGoneException) return Refusals.response(CLIENT_GONE);
        request.failed(cause);
        report((request.route().isEmpty() ? request : request.route()) + " failed", cause);
        if (OpenFiles.areExhausted(cause)) return Refusals.response(OpenFiles.EXHAUSTED);
        return Refusals.response(new Refusal(500, "the handler failed"));
    }

    /**
     * Never throws, so that the client gets a response even if logging fails: the exception's code, or the log's, may
     * fail as well.
     */
    private void report(String what, Throwable failure) {
        try {
            failures.report(what, failure);
        } catch (Throwable e) {
            log.error("{}, and so did telling of it: {}", what, e.getClass().getName());
        }
    }

    /** Writes streamed content, on the thread that handled the request. Discards that of a response to HEAD. */
    void stream(Requester requester, Response response, Request request) {
        if (!(response.content() instanceof Response.Streamed streamed)) return;
        if (request.method() == Method.HEAD) discard(streamed, request);
        else write(requester, streamed, request);
    }

    private void discard(Response.Streamed streamed, Request request) {
        try {
            streamed.writer().discard();
        } catch (Throwable e) {
            report("what " + request + " would have sent cannot be let go of", e);
        }
    }

    private void write(Requester requester, Response.Streamed streamed, Request request) {
        ResponseStream out = new ResponseStream(requester, streamed.length());
        try {
            streamed.writer().writeTo(out);
            out.finish();
        } catch (Throwable e) {
            boolean isFault = !out.isGone() && !(e instanceof CutOffException);
            if (isFault) failures.report(request + " broke off while its answer was sent", e);
            requester.cut();
        }
    }
}
