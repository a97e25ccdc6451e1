package vesper.bench.documents;

import java.io.IOException;

/** Thrown if a contestant does not support a measurement. The report mentions it; it is not a failure. */
final class UnsupportedByContestant extends IOException {
    private static final long serialVersionUID = 1;

    private final String what;

    UnsupportedByContestant(String what) {
        super(what);
        this.what = what;
    }

    String what() {
        return what;
    }
}
