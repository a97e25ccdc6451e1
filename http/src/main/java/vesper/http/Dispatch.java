package vesper.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has requests handled where the settings want it, and brings the answers back to the event loop. Called on the loop.
 */
final class Dispatch {
    private static final Logger log = LoggerFactory.getLogger(Dispatch.class);

    private final Engine engine;
    private final Loop loop;

    Dispatch(Engine engine, Loop loop) {
        this.engine = engine;
        this.loop = loop;
    }

    void handle(Requester requester, Request request) {
        switch (engine.settings.handlers()) {
            case VIRTUAL -> onVirtualThread(requester, request);
            case EVENT_LOOP -> here(requester, request);
            case PLATFORM -> onPlatformThread(requester, request);
        }
    }

    private void onVirtualThread(Requester requester, Request request) {
        if (loop.workers != null) {
            loop.workers.handle(requester);
            return;
        }
        Thread thread = Thread.ofVirtual()
                .name("http handler")
                .unstarted(() -> orCut(requester, () -> handleAndStream(requester, request)));
        if (requester.beginHandling(thread) != null) thread.start();
    }

    /** A fault of ours costs its request, whose client must not wait for ever. */
    private static void orCut(Requester requester, Runnable handling) {
        try {
            handling.run();
        } catch (Throwable e) {
            requester.cut();
            log.error("a request could not be handled, for a fault of ours", e);
        }
    }

    private void handleAndStream(Requester requester, Request request) {
        request.handleHere(() -> handleAndStreamHere(requester, request));
    }

    private void handleAndStreamHere(Requester requester, Request request) {
        Response response = engine.calls.await(request);
        requester.execute(() -> requester.deliver(response));
        engine.calls.stream(requester, response, request);
    }

    private void here(Requester requester, Request request) {
        loop.enter(request, Thread.currentThread());
        Handling thread = Handling.ofThread();
        thread.request = request;
        Response response = engine.calls.begin(request);
        thread.request = null;
        loop.leave();
        // An interrupt that the handler left behind is not for others of this loop.
        var _ = Thread.interrupted();
        if (!response.isLater()) {
            requester.deliver(response);
            streamOnVirtualThread(requester, response, request);
            return;
        }
        engine.calls.whenReady(response, request, ready -> {
            requester.execute(() -> requester.deliver(ready));
            streamOnVirtualThread(requester, ready, request);
        });
    }

    private void streamOnVirtualThread(Requester requester, Response response, Request request) {
        if (!(response.content() instanceof Response.Streamed)) return;
        Thread.startVirtualThread(() -> request.handleHere(() -> engine.calls.stream(requester, response, request)));
    }

    /** A stream may go on for hours, and there are only so many platform threads. */
    private void handleThenStream(Requester requester, Request request) {
        Response response = engine.calls.await(request);
        requester.execute(() -> requester.deliver(response));
        streamOnVirtualThread(requester, response, request);
    }

    private void handleInTime(Requester requester, Request request, long since, ExecutorService pool) {
        PoolDelay delay = engine.poolDelay;
        OverloadReason reason = delay == null ? null : delay.refuses(request, since, pool);
        if (reason == null) handleThenStream(requester, request);
        else requester.execute(() -> requester.deliver(Refusals.response(reason)));
    }

    /** Its turn in the pool's queue may come when nobody waits for the answer any more; the event loop knows. */
    private void handleUnlessLeft(Requester requester, Request request, long since, ExecutorService pool) {
        if (requester.hasLeft()) requester.execute(() -> beginAnew(requester, request));
        else request.handleHere(() -> handleInTime(requester, request, since, pool));
    }

    private void beginAnew(Requester requester, Request request) {
        if (requester.beginHandling(null) != null) onPlatformThread(requester, request);
    }

    /** The pool's threads are interrupted when the server stops, so nobody need know which of them it is. */
    private void onPlatformThread(Requester requester, Request request) {
        var pool = engine.platformThreads;
        if (pool == null) throw new IllegalStateException("no platform threads");
        try {
            long since = loop.now();
            pool.execute(() -> orCut(requester, () -> handleUnlessLeft(requester, request, since, pool)));
        } catch (RejectedExecutionException e) {
            requester.deliver(Refusals.response(new Refusal(503, "all handler threads are busy")));
        }
    }
}
