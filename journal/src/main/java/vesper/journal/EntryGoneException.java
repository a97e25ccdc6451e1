package vesper.journal;

import java.io.IOException;

/** There is no entry at that position any more, or there never was. */
public final class EntryGoneException extends IOException {
    private static final long serialVersionUID = 1;

    EntryGoneException(long position) {
        super("no entry at " + Position.text(position));
    }
}
