package vesper.records.rules;

import java.io.IOException;

/** A file of the Tracker's rules that cannot be used; the message names file, line, column and what is wrong there. */
public final class UnusableTrackersException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableTrackersException(String message) {
        super(message);
    }

    UnusableTrackersException(String message, Throwable cause) {
        super(message, cause);
    }
}
