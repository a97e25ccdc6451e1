package vesper.http.files;

import java.io.IOException;

/** Thrown when a file was replaced, truncated or deleted while it was read. */
final class FileChangedException extends IOException {
    private static final long serialVersionUID = 1;

    FileChangedException(String file) {
        super(file + " changed while it was sent");
    }
}
