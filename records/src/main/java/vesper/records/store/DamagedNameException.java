package vesper.records.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown if the source file of a journal is damaged. It is then unknown which blocks belong to the journal, and sealing
 * it again would duplicate rows.
 */
final class DamagedNameException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedNameException(Path file) {
        super(file + " holds no number and position");
    }
}
