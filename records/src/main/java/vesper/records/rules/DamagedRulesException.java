package vesper.records.rules;

import java.io.IOException;
import java.nio.file.Path;

/** Reports an invalid rule file. The message names the file, the place in it and the error there. */
public final class DamagedRulesException extends IOException {
    private static final long serialVersionUID = 1;

    private final String what;

    DamagedRulesException(Path file, String what) {
        super(file + ": " + what);
        this.what = what;
    }

    /** Returns the place and the error. */
    String what() {
        return what;
    }
}
