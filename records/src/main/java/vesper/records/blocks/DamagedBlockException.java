package vesper.records.blocks;

import java.io.IOException;

/** A block holds something else than what was written. Blocks can be made anew from the journal while it has them. */
public final class DamagedBlockException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedBlockException(String what) {
        super(what);
    }

    DamagedBlockException(String what, Throwable cause) {
        super(what, cause);
    }
}
