package vesper.documents;

import java.io.IOException;

/** A log that nodes share has not said what it was asked for in time, or nothing can be asked of it as it is. */
public final class SilentLogException extends IOException {
    private static final long serialVersionUID = 1;

    SilentLogException(String why) {
        super(why);
    }
}
