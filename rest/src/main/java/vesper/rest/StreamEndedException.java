package vesper.rest;

import java.io.IOException;

/** Thrown when an event cannot be sent because the stream has ended. */
public final class StreamEndedException extends IOException {
    private static final long serialVersionUID = 1;

    StreamEndedException(String message) {
        super(message);
    }
}
