package vesper.documents;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The disk, or the shared log of a cluster, did not do what an operation on documents needs. The cause says what
 * happened; for the log it is a {@link SilentLogException}. If the disk failed during a write, the write may or may not
 * be there after a restart.
 */
public final class StorageException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    private final String what;
    private final IOException why;

    StorageException(String what, IOException why) {
        super(what, why);
        this.what = what;
        this.why = why;
    }

    static StorageException stopped(Throwable failure) {
        IOException why = failure instanceof IOException exception ? exception : new IOException(failure);
        return new StorageException("documents are no longer stored: " + failure.getMessage(), why);
    }

    /** Returns the same failure as a new exception, with the stack trace of this call. */
    StorageException again() {
        return new StorageException(what, why);
    }
}
