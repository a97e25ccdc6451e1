package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Path;

/** The files of an index cannot be read as they should be. The documents are not concerned; it is made anew of them. */
public final class DamagedIndexException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedIndexException(Path folder, Throwable cause) {
        super(folder.getFileName() + ": " + cause.getMessage(), cause);
    }
}
