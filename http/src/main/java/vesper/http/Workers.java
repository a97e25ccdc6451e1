package vesper.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The virtual threads of one event loop, and the requests that wait for one.
 *
 * <p>Requests that arrived in the same iteration of the loop are handled in one go: a virtual thread is mounted on the
 * loop, handles one request after the other, and is unmounted; then their responses are written. A handler that blocks
 * parks only its own thread: the loop gives the next request to another one, and the parked thread returns to the loop
 * as a task. So a handler that does not block costs no thread switch, and an idle connection has no thread at all.
 *
 * <p>Everything here runs on the loop's platform thread, inside a virtual thread or not, so there are no locks. Virtual
 * threads that a handler starts inherit its scheduler; they are passed on to the JDK's, and run beside the loop.
 */
final class Workers {
    private static final Logger log = LoggerFactory.getLogger(Workers.class);
    /** After handlers have run for this long, the responses so far are written before the next one. */
    private static final long BATCH_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    /** Parked threads retained for reuse. */
    private static final int KEPT = 16;

    private record ReadyResponse(Requester requester, Response response) {}

    private final Loop loop;
    private final HandlerCalls calls;
    private final CarrierScheduler scheduler;
    private final int mostRounds;
    private final @Nullable Protection protection;

    private final ArrayDeque<Requester> waiting = new ArrayDeque<>();
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();
    private final ArrayDeque<ReadyResponse> answered = new ArrayDeque<>();
    private final List<Requester> unflushed = new ArrayList<>();
    private boolean scheduled;
    /** True while {@link #run} is on the stack: it processes all that is added in the meantime. */
    private boolean running;

    private boolean delivering;
    private boolean ended;
    private int made;

    Workers(
            Loop loop,
            HandlerCalls calls,
            CarrierScheduler scheduler,
            int mostRounds,
            @Nullable Protection protection) {
        this.protection = protection;
        this.loop = loop;
        this.calls = calls;
        this.scheduler = scheduler;
        this.mostRounds = mostRounds;
    }

    /** Queues a request, to be handled after the loop has read all available input. */
    void handle(Requester requester) {
        if (protection != null && !running && waiting.isEmpty()) protection.arrived(loop.now());
        waiting.add(requester);
        schedule();
    }

    private void schedule() {
        if (scheduled || running) return;
        scheduled = true;
        if (!loop.isReading()) loop.eventLoop.execute(this::run);
    }

    /** Called when the loop has read all available input. */
    void readingIsDone() {
        if (scheduled) run();
    }

    /** Handles requests and writes responses until the queue is empty or other connections should proceed. */
    private void run() {
        scheduled = false;
        running = true;
        try {
            loop.startIteration();
            deliver();
            rounds();
            flush();
        } finally {
            running = false;
            if (!waiting.isEmpty()) schedule();
        }
    }

    /** Pipelined requests of a connection are handled in the following round. */
    private void rounds() {
        long flushBy = loop.now() + BATCH_NANOS;
        for (int rounds = 0; !waiting.isEmpty() && rounds < mostRounds; rounds++) {
            Worker worker = idle.poll();
            if (worker == null) worker = new Worker("http handler " + made++);
            long resumedAt = loop.now();
            worker.resume();
            loop.startIteration();
            loop.recordHeld(loop.now() - resumedAt);
            deliver();
            if (loop.now() < flushBy) continue;
            flush();
            flushBy = loop.now() + BATCH_NANOS;
        }
    }

    /** Writes the responses that are ready. Called before anything that must follow a response's head. */
    void deliver() {
        if (answered.isEmpty()) return;
        delivering = true;
        try {
            for (ReadyResponse next = answered.poll(); next != null; next = answered.poll())
                next.requester.deliver(next.response);
        } finally {
            delivering = false;
        }
    }

    boolean isDelivering() {
        return delivering;
    }

    private void flush() {
        loop.notifyPending();
        for (Requester requester : unflushed) requester.flushNow();
        unflushed.clear();
    }

    /**
     * Defers a flush while responses are delivered, so that those of one connection leave together. Returns whether it
     * did.
     */
    boolean flushesLater(Requester requester) {
        if (delivering) unflushed.add(requester);
        return delivering;
    }

    /** Ends every thread that handles no request, and thereby drops what handlers left in its thread locals. */
    void retire() {
        ended = true;
        resumeIdle();
        ended = false;
    }

    /** Ends the threads when the server stops. */
    void end() {
        ended = true;
        resumeIdle();
    }

    private void resumeIdle() {
        for (Worker worker = idle.poll(); worker != null; worker = idle.poll()) worker.resume();
    }

    /** One virtual thread, and the scheduler that carries it. */
    final class Worker implements Runnable, Executor {
        private final Thread thread;
        private boolean started;
        private boolean resumed;
        private @Nullable Request current;
        private @Nullable Requester requester;
        /** True while the content of an answered request is sent, which may take hours. */
        private boolean streaming;
        /** Null while the handler has not waited. */
        private @Nullable RouteWaits waits;

        private long waitsSince;
        /** The thread's continuation, as the JDK hands it to the scheduler; known after the first start. */
        private volatile @Nullable Runnable continuation;

        private Worker(String name) {
            thread = scheduler.unstarted(name, this, this);
        }

        /** Called by the loop: runs the thread in place until it has no work, has used up its time, or blocks. */
        private void resume() {
            resumed = true;
            if (started) {
                LockSupport.unpark(thread);
            } else {
                started = true;
                thread.start();
            }
        }

        /** The body of the virtual thread. */
        @Override
        public void run() {
            Handling here = Handling.ofThread();
            long now = loop.now();
            long until = now + BATCH_NANOS;
            while (true) {
                Requester next = waiting.poll();
                if (next != null) {
                    handleOrCut(next, here, now);
                    now = System.nanoTime();
                    if (now - until < 0) continue;
                }
                if (ended || idle.size() >= KEPT) return;
                awaitTurn();
                now = loop.now();
                until = now + BATCH_NANOS;
            }
        }

        /** Parks until {@link #resume}. Park may return early, and at once if a handler left an interrupt behind. */
        private void awaitTurn() {
            resumed = false;
            idle.push(this);
            while (!resumed) {
                var _ = Thread.interrupted();
                LockSupport.park(Workers.this);
            }
        }

        /**
         * A fault in our code costs the request, not the thread. The request is cut, so that its client does not wait
         * forever.
         */
        private void handleOrCut(Requester asking, Handling here, long now) {
            try {
                handle(asking, here, now);
            } catch (Throwable e) {
                asking.cut();
                leaveRequest(here);
                log.error("a request could not be handled, for a fault of ours", e);
            }
        }

        private void handle(Requester asking, Handling here, long now) {
            Request request = asking.beginHandling(thread);
            if (request == null) return;
            OverloadReason reason = protection == null ? null : protection.refuses(asking, request, now);
            if (reason != null) {
                answered.add(new ReadyResponse(asking, Refusals.response(reason)));
                return;
            }
            current = request;
            requester = asking;
            here.request = request;
            loop.nextRequest(request);
            Response response = calls.await(request);
            if (waits != null) waitedFor(waits);
            answered.add(new ReadyResponse(asking, response));
            if (response.content() instanceof Response.Streamed) stream(asking, response, request);
            leaveRequest(here);
        }

        private void leaveRequest(Handling here) {
            current = null;
            requester = null;
            here.request = null;
            // An interrupt that the handler left behind must not affect the next request.
            var _ = Thread.interrupted();
        }

        private void stream(Requester asking, Response response, Request request) {
            streaming = true;
            calls.stream(asking, response, request);
            streaming = false;
        }

        /**
         * Called when the handler has parked. If its client is still sending, it may be waiting for that, and is not
         * counted.
         */
        private void waits(Protection counting, Request request) {
            if (streaming || requester == null || requester.isSending()) return;
            waits = counting.began(request.route());
            waitsSince = System.nanoTime();
        }

        private void waitedFor(RouteWaits route) {
            waits = null;
            if (protection != null) protection.ended(route, System.nanoTime() - waitsSince);
        }

        /** Runs the thread's continuation in place if the loop is free, else as a task of the loop. */
        @Override
        @SuppressWarnings("ReferenceEquality") // the JDK passes the same object for the same thread
        public void execute(Runnable task) {
            Runnable own = continuation;
            if (own == null) continuation = own = task;
            if (own != task) scheduler.jdkScheduler().execute(task);
            else if (loop.eventLoop.inEventLoop() && !loop.isCarrying()) carry(own);
            else loop.eventLoop.execute(() -> carry(task));
        }

        private void carry(Runnable task) {
            // A handler that resumes after a wait was not started by rounds(), which measures the time otherwise.
            long goesOnAt = current == null ? 0 : System.nanoTime();
            loop.enter(current, thread);
            try {
                task.run();
            } finally {
                loop.leave();
            }
            if (goesOnAt != 0) loop.recordHeld(System.nanoTime() - goesOnAt);
            Request unfinished = current;
            if (unfinished != null && waits == null && protection != null) waits(protection, unfinished);
            // Nothing is delivered from here: the code that unparked this thread may be in the middle of something.
            if (!answered.isEmpty() || !waiting.isEmpty() || !unflushed.isEmpty()) schedule();
        }
    }
}
