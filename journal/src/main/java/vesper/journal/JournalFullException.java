package vesper.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if there is no room for another segment. Nothing was written; a later append succeeds once there is room. */
public final class JournalFullException extends IOException {
    private static final long serialVersionUID = 1;

    JournalFullException(String why, @Nullable Throwable cause) {
        super(why, cause);
    }
}
