package vesper.bench.load;

import java.io.IOException;

/** This machine has no descriptor or port left for another connection, which says nothing of the server. */
final class NoSocketException extends IOException {
    private static final long serialVersionUID = 1;

    NoSocketException(IOException cause) {
        super(cause);
    }
}
