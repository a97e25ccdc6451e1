package vesper.http.client;

import io.netty.util.concurrent.FastThreadLocalThread;

/** A check that a thread may wait for a response: never an event loop. */
final class BlockingCalls {
    private BlockingCalls() {}

    /** @throws IllegalStateException on the thread of an event loop, which would wait for itself */
    static void refuseOnEventLoop() {
        if (Thread.currentThread() instanceof FastThreadLocalThread)
            throw new IllegalStateException("an event loop must not wait for an answer: use send and go on with the"
                    + " future, or run the handler on another thread");
    }
}
