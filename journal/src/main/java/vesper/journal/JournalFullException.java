package vesper.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** There was no room for a further segment; nothing was written, and a later append succeeds once there is. */
public final class JournalFullException extends IOException {
    private static final long serialVersionUID = 1;

    JournalFullException(String why, @Nullable Throwable cause) {
        super(why, cause);
    }
}
