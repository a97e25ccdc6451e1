package vesper.http.files;

import java.io.IOException;
import java.time.Instant;
import vesper.http.content.EntityTag;

/** One version of a file. */
interface StoredFile {
    long sizeBytes();

    Instant modifiedAt();

    EntityTag tag();

    /** Returns whether {@link #read} never blocks. */
    boolean isInMemory();

    /**
     * Reads a range of the file, which must be within its size.
     *
     * @throws FileChangedException if the file is no longer this version
     */
    byte[] read(long from, int length) throws IOException;
}
