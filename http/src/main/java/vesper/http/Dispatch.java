package vesper.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dispatcher of requests: it runs the handler on the kind of thread that the settings name, and brings the response
 * back to the event loop. Called on the loop.
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

    /** Cuts the connection or stream if our own code fails, so that the client does not wait forever. */
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
        Response response = engine.calls.start(request);
        thread.request = null;
        loop.leave();
        // An interrupt that the handler left behind must not affect other requests of this loop.
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

    /** Streams on a virtual thread: a stream may last for hours, and the number of platform threads is limited. */
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

    /**
     * Handles a request when a thread of the pool takes it. If the client has left or must read first, the event loop
     * decides again.
     */
    private void handleUnlessLeft(Requester requester, Request request, long since, ExecutorService pool) {
        if (requester.hasLeft()) requester.execute(() -> startAgain(requester, request));
        else request.handleHere(() -> handleInTime(requester, request, since, pool));
    }

    private void startAgain(Requester requester, Request request) {
        if (requester.beginHandling(null) != null) onPlatformThread(requester, request);
    }

    /** Does not pass its thread to the requester: a stop interrupts all threads of the pool anyway. */
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
