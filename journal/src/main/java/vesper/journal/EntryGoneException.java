package vesper.journal;

import java.io.IOException;

/** Thrown if there is no entry at a position: it was dropped, or never existed. */
public final class EntryGoneException extends IOException {
    private static final long serialVersionUID = 1;

    EntryGoneException(long position) {
        super("no entry at " + Position.format(position));
    }
}
