package vesper.bench.load;

import java.io.IOException;

/** Thrown if this machine has no file descriptor or port left for a connection, so that the server is not to blame. */
final class NoSocketException extends IOException {
    private static final long serialVersionUID = 1;

    NoSocketException(IOException cause) {
        super(cause);
    }
}
