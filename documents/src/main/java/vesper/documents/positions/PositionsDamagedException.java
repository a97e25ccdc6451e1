package vesper.documents.positions;

import java.io.IOException;

/** A failure of RocksDB. The view may be deleted; it is rebuilt from the journal. */
public final class PositionsDamagedException extends IOException {
    private static final long serialVersionUID = 1;

    PositionsDamagedException(String what, Throwable cause) {
        super(what + ": " + cause.getMessage(), cause);
    }
}
