package vesper.rest.binding;

import java.util.concurrent.atomic.AtomicInteger;
import vesper.rest.multipart.Upload;

/**
 * An upload that its handler and its answer both need: what is sent may be read from one of its files, and a handler
 * may still be at work after its client has left. It goes with the one that is done last. Any thread may tell, more
 * than once.
 */
final class HeldUpload {
    private static final int HANDLED = 1;
    private static final int EXCHANGE_OVER = 2;

    private final Upload upload;
    private final AtomicInteger done = new AtomicInteger();

    HeldUpload(Upload upload) {
        this.upload = upload;
    }

    Upload upload() {
        return upload;
    }

    void isHandled() {
        done(HANDLED);
    }

    void exchangeIsOver() {
        done(EXCHANGE_OVER);
    }

    private void done(int holder) {
        if (done.accumulateAndGet(holder, (before, one) -> before | one) == (HANDLED | EXCHANGE_OVER)) upload.close();
    }
}
