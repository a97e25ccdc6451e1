package vesper.rest.binding;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Something that a handler and its answer both need: what is sent may be read from a file of an upload, and a handler
 * may still be at work after its client has left. It is let go by the one that is done last. Any thread may tell, more
 * than once.
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
