package vesper.records.rules;

import java.io.IOException;

/** Reports an invalid file of Tracker rules. The message names file, line, column and error. */
public final class UnusableTrackersException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableTrackersException(String message) {
        super(message);
    }

    UnusableTrackersException(String message, Throwable cause) {
        super(message, cause);
    }
}
