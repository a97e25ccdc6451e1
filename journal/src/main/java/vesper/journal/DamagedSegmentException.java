package vesper.journal;

import java.io.IOException;
import java.util.Locale;

/** A file holds something else than what was written and synced; it says where, and the journal stays closed. */
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
     * @param expected what the file says
     * @param found what its bytes give
     */
    static String checksums(int expected, int found) {
        return String.format(Locale.ROOT, "expected crc %08x, was %08x", expected, found);
    }

    public String file() {
        return file;
    }

    /** In bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}
