package vesper.rest;

import java.io.IOException;

/** An event could not be sent, because nobody listens any more. */
public final class StreamEndedException extends IOException {
    private static final long serialVersionUID = 1;

    StreamEndedException(String message) {
        super(message);
    }
}
