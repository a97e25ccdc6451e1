package vesper.journal;

import java.io.IOException;

/** The journal takes no entries: it was closed, or a sync or a write failed, after which nobody knows what the disk holds. */
public final class JournalStoppedException extends IOException {
    private static final long serialVersionUID = 1;

    JournalStoppedException(String why) {
        super(why);
    }

    JournalStoppedException(String why, Throwable cause) {
        super(why, cause);
    }
}
