package vesper.rest.binding;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A resource that both a handler and its response use. A response may be sent from a file of an upload, and a handler
 * may still run after its client has disconnected. The resource is released when both have ended. Safe for use by any
 * thread, and repeated calls are harmless.
 */
final class CallResource {
    private static final int HANDLED = 1;
    private static final int EXCHANGE_OVER = 2;
    private static final int BOTH = HANDLED | EXCHANGE_OVER;

    private final Runnable release;
    private final AtomicInteger marks = new AtomicInteger();

    CallResource(Runnable release) {
        this.release = release;
    }

    void markHandled() {
        mark(HANDLED);
    }

    void markExchangeOver() {
        mark(EXCHANGE_OVER);
    }

    private void mark(int holder) {
        int before = marks.getAndAccumulate(holder, (all, one) -> all | one);
        if (before != BOTH && (before | holder) == BOTH) release.run();
    }
}
