package vesper.rest.binding;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A resource that both a handler and its response use. A response may be sent from a file of an upload, and a handler
 * may still run after its client has disconnected. The resource is released when both have ended. Safe for use by any
 * thread, and repeated calls are harmless.
 */
final class HeldUntilDone {
    private static final int HANDLED = 1;
    private static final int EXCHANGE_OVER = 2;
    private static final int LET_GO = HANDLED | EXCHANGE_OVER;

    private final Runnable letGo;
    private final AtomicInteger done = new AtomicInteger();

    HeldUntilDone(Runnable letGo) {
        this.letGo = letGo;
    }

    void isHandled() {
        done(HANDLED);
    }

    void exchangeIsOver() {
        done(EXCHANGE_OVER);
    }

    private void done(int holder) {
        int before = done.getAndAccumulate(holder, (all, one) -> all | one);
        if (before != LET_GO && (before | holder) == LET_GO) letGo.run();
    }
}
