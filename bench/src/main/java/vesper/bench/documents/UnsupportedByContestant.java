package vesper.bench.documents;

import java.io.IOException;

/** A contestant does not have what is to be measured, which is said in the report and is no failure. */
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
