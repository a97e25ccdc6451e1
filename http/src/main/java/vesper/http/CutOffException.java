package vesper.http;

import java.io.IOException;

/**
 * Thrown to cut off, on purpose, a response that is being sent. The connection is closed, and the log does not report a
 * fault.
 */
public final class CutOffException extends IOException {
    private static final long serialVersionUID = 1;

    public CutOffException(String why) {
        super(why);
    }
}
