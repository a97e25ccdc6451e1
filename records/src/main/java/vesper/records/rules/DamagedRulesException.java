package vesper.records.rules;

import java.io.IOException;
import java.nio.file.Path;

/** A file of rules that cannot be read as such; the message names the file, the place and what is wrong there. */
public final class DamagedRulesException extends IOException {
    private static final long serialVersionUID = 1;

    private final String what;

    DamagedRulesException(Path file, String what) {
        super(file + ": " + what);
        this.what = what;
    }

    /** The place, and what is wrong there. */
    String what() {
        return what;
    }
}
