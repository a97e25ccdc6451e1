package vesper.documents;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The disk did not do what a document needs, or the log that nodes share did not, which is a {@link SilentLogException}; the
 * cause names what happened. Of a write that was under way when the disk failed nobody knows whether it will be there after a
 * restart.
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
        return new StorageException("documents are not stored any more: " + failure.getMessage(), why);
    }

    /** The same, thrown somewhere else. */
    StorageException again() {
        return new StorageException(what, why);
    }
}
