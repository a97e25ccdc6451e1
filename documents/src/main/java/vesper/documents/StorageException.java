package vesper.documents;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The disk did not do what a document needs: the cause names what happened. */
public class StorageException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    StorageException(String what, IOException cause) {
        super(what, cause);
    }
}
