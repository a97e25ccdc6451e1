package vesper.bench.documents;

import java.io.IOException;

/** Thrown if a contestant does not support a measurement. The report mentions it; it is not a failure. */
final class UnsupportedCommandException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    UnsupportedCommandException(String what) {
        super(what);
        this.reason = what;
    }

    String reason() {
        return reason;
    }
}
