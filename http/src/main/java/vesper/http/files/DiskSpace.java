package vesper.http.files;

import java.io.IOException;
import java.util.Locale;

/** Tells a disk that is full from one that fails. */
public final class DiskSpace {
    private DiskSpace() {}

    /** Whether something could not be written for want of room; Java has no type for that, only the system's words. */
    public static boolean isLackedBy(IOException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left")
                || message.contains("quota exceeded")
                || message.contains("not enough space on the disk");
    }
}
