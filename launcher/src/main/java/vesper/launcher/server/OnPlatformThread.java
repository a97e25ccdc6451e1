package vesper.launcher.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;

/**
 * Has a handler answer on a thread of the platform's pool. When it is first asked, what describes or measures a server
 * loads hundreds of classes, and on an event loop every connection of that loop would wait for them.
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
            throw BUSY.because("Too many requests of this kind are waiting").exception();
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
