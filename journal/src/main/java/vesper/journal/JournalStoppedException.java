package vesper.journal;

import java.io.IOException;

/**
 * Thrown if the journal accepts no entries: it was closed, or a sync or write failed and the state of the disk is
 * unknown.
 */
public final class JournalStoppedException extends IOException {
    private static final long serialVersionUID = 1;

    JournalStoppedException(String why) {
        super(why);
    }

    JournalStoppedException(String why, Throwable cause) {
        super(why, cause);
    }
}
