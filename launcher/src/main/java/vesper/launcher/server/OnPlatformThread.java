package vesper.launcher.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;

/**
 * Runs a handler on the pool of platform threads. The first request for metrics or for the OpenAPI document loads
 * hundreds of classes, which on an event loop would delay all connections of that loop.
 */
final class OnPlatformThread implements Handler {
    private static final ProblemType BUSY = ProblemType.ofStatus(503);

    private final Handler handler;
    private final Executor threads;

    OnPlatformThread(Handler handler, Executor threads) {
        this.handler = handler;
        this.threads = threads;
    }

    @Override
    public Response handle(Request request) {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> request.handleHere(() -> complete(answer, request)));
        } catch (RejectedExecutionException e) {
            throw BUSY.because("Too many requests are waiting for a thread; try again later")
                    .exception();
        }
        return Response.later(answer);
    }

    private void complete(CompletableFuture<Response> answer, Request request) {
        try {
            answer.complete(handler.handle(request));
        } catch (Throwable t) {
            answer.completeExceptionally(t);
        }
    }
}
