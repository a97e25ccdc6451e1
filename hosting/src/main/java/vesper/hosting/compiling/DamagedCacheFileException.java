package vesper.hosting.compiling;

import java.io.IOException;

/** Thrown for a cache file that differs from what was written under its key. The message describes the difference. */
final class DamagedCacheFileException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedCacheFileException(String message) {
        super(message);
    }
}
