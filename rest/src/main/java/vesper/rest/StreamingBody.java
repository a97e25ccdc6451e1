package vesper.rest;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Returned by a handler to write the content of its answer while it is sent, as Spring's {@code StreamingResponseBody}
 * is.
 *
 * <p>It runs where the handler ran, or on a virtual thread. What it throws cuts the connection, so that the client can
 * tell that the content is not whole.
 */
@FunctionalInterface
public interface StreamingBody {
    /**
     * Writes the content. The stream blocks while the client does not read, and fails once it is gone; it sends what it
     * has gathered when it is flushed, and need not be closed.
     */
    void writeTo(OutputStream out) throws IOException;
}
