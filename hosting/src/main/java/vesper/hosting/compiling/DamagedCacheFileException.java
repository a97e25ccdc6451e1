package vesper.hosting.compiling;

import java.io.IOException;

/** A cache file that is not what was written under its key; the message says what is wrong with it. */
final class DamagedCacheFileException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedCacheFileException(String message) {
        super(message);
    }
}
