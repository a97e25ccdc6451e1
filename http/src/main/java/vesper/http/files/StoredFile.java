package vesper.http.files;

import java.io.IOException;
import java.time.Instant;
import vesper.http.content.EntityTag;

/** One version of a file. */
interface StoredFile {
    long sizeBytes();

    Instant modifiedAt();

    EntityTag tag();

    /** Whether {@link #read} waits for nothing. */
    boolean isInMemory();

    /**
     * A stretch of the file, which must be within its size.
     *
     * @throws FileChangedException if the file is not that version any more
     */
    byte[] read(long from, int length) throws IOException;
}
