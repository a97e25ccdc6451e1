package vesper.records.store;

import java.io.IOException;
import java.nio.file.Path;

/** Nobody knows which blocks are of a journal, so that its rows would be found twice. */
final class DamagedNameException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedNameException(Path file) {
        super(file + " holds no number and position");
    }
}
