package vesper.documents;

import java.io.IOException;

/** The shared log did not answer in time, or cannot be asked in its present state. */
public final class SilentLogException extends IOException {
    private static final long serialVersionUID = 1;

    SilentLogException(String why) {
        super(why);
    }
}
