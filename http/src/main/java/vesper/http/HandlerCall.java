package vesper.http;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of a handler: from a request to an answer, whatever happens on the way. */
final class HandlerCall {
    private static final Logger log = LoggerFactory.getLogger(HandlerCall.class);

    private HandlerCall() {}

    /** Calls the handler; the answer may be one that comes later. */
    static Response begin(Handler handler, Request request) {
        try {
            return handler.handle(request);
        } catch (Throwable e) {
            return failed(request, e);
        }
    }

    /** Calls the handler and waits for its answer. */
    static Response await(Handler handler, Request request) {
        Response response = begin(handler, request);
        while (response.isLater()) {
            try {
                response =
                        response.whenReady().orElseThrow().toCompletableFuture().get();
            } catch (ExecutionException e) {
                response = failed(request, e.getCause() == null ? e : e.getCause());
            } catch (InterruptedException e) {
                response = Refusals.response(new Refusal(503, "the server is stopping"));
            }
        }
        return response;
    }

    /** The answer for what a handler threw. */
    static Response failed(Request request, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof RefusedException e) return Refusals.response(e.refusal());
        log.error("{} failed", request.route().isEmpty() ? request : request.route(), cause);
        return Refusals.response(new Refusal(500, "the handler failed"));
    }

    /** Writes streamed content, on the thread that handled the request. */
    static void stream(Connection connection, Response response, Request request) {
        if (!(response.content() instanceof Response.Streamed streamed) || request.method() == Method.HEAD) return;
        ResponseStream out = new ResponseStream(connection);
        try {
            streamed.writer().writeTo(out);
            out.finish();
        } catch (IOException | RuntimeException e) {
            if (!out.isGone()) log.warn("{} broke off while its answer was sent", request, e);
            connection.cut();
        }
    }
}
