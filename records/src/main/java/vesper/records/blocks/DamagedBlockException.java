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

    /** As this one, with where that is. */
    public DamagedBlockException at(String place) {
        return new DamagedBlockException(place + ": " + getMessage(), this);
    }

    /** The JVM says so where a file has become shorter than the memory that it is mapped to, or a disk cannot read it. */
    static DamagedBlockException unreadable(InternalError why) {
        return new DamagedBlockException(
                "cannot be read, the file is shorter than it was or its disk fails: " + why.getMessage(), why);
    }
}
