package vesper.rest;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Returned by a handler to write the content of its response while it is sent, like Spring's
 * {@code StreamingResponseBody}.
 *
 * <p>It runs on the handler's thread, or on a virtual thread. An exception closes the connection, so that the client
 * can detect that the content is incomplete.
 */
@FunctionalInterface
public interface StreamingBody {
    /**
     * Writes the content. The stream blocks while the client does not read, and fails once the client has disconnected.
     * A flush sends the buffered bytes. The implementation need not close the stream.
     */
    void writeTo(OutputStream out) throws IOException;
}
