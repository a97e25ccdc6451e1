package vesper.http.files;

import java.io.IOException;
import java.util.Locale;

/** A test that distinguishes a full disk from a failing one. */
public final class DiskSpace {
    private DiskSpace() {}

    /**
     * Checks whether a write failed for lack of space. Java has no exception class for that, only the message of the
     * operating system.
     */
    public static boolean isLackedBy(IOException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left")
                || message.contains("quota exceeded")
                || message.contains("not enough space on the disk");
    }
}
