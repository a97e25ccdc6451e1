package vesper.journal;

import java.io.IOException;
import java.util.Locale;

/**
 * Thrown if a file does not hold the data that was written and synced, with file and offset. A journal does not open
 * then.
 */
public final class DamagedSegmentException extends IOException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final long offset;

    DamagedSegmentException(String file, long offset, String what) {
        super(file + " at byte " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    static DamagedSegmentException checksum(String file, long offset, int expected, int found) {
        return new DamagedSegmentException(file, offset, checksums(expected, found));
    }

    /**
     * @param expected as stored in the file
     * @param found as computed from its bytes
     */
    static String checksums(int expected, int found) {
        return String.format(Locale.ROOT, "expected crc %08x, was %08x", expected, found);
    }

    public String file() {
        return file;
    }

    /** Returns the offset in bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}
