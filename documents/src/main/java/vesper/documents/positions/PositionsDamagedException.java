package vesper.documents.positions;

import java.io.IOException;

/** RocksDB cannot do what it is asked; the view may be deleted and made anew from the journal. */
public final class PositionsDamagedException extends IOException {
    private static final long serialVersionUID = 1;

    PositionsDamagedException(String what, Throwable cause) {
        super(what + ": " + cause.getMessage(), cause);
    }
}
