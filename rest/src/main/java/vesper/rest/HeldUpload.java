package vesper.rest;

import java.util.concurrent.atomic.AtomicInteger;
import vesper.rest.multipart.Upload;

/**
 * An upload that its handler and its answer both need: what is sent may be read from one of its files, and a handler may
 * still be at work after its client has left. It goes with the one that is done last.
 */
final class HeldUpload {
    private final Upload upload;
    private final AtomicInteger holders = new AtomicInteger(2);

    HeldUpload(Upload upload) {
        this.upload = upload;
    }

    Upload upload() {
        return upload;
    }

    /** One of the two is done. */
    void letGo() {
        if (holders.decrementAndGet() == 0) upload.close();
    }
}
