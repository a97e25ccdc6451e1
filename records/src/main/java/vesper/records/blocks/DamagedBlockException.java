package vesper.records.blocks;

import java.io.IOException;

/**
 * Thrown if the content of a block differs from what was written. A block can be rebuilt while the journal still has
 * its records.
 */
public final class DamagedBlockException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedBlockException(String what) {
        super(what);
    }

    DamagedBlockException(String what, Throwable cause) {
        super(what, cause);
    }

    /** Returns a copy of this exception whose message names the place of the damage. */
    public DamagedBlockException at(String place) {
        return new DamagedBlockException(place + ": " + getMessage(), this);
    }

    /** Converts the error that the JVM throws if a mapped file was truncated or the disk cannot read a page. */
    static DamagedBlockException unreadable(InternalError why) {
        return new DamagedBlockException(
                "cannot be read, the file is shorter than it was or its disk fails: " + why.getMessage(), why);
    }
}
