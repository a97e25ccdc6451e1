package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Path;

/** The files of an index are damaged or unreadable. The documents are not affected; the index is rebuilt from them. */
public final class DamagedIndexException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedIndexException(Path folder, Throwable cause) {
        super(folder.getFileName() + ": " + cause.getMessage(), cause);
    }
}
