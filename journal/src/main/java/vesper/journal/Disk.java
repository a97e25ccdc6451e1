package vesper.journal;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Storage for the segments of one journal: a folder, or in tests a disk that can fail. */
interface Disk extends Closeable {
    /** Lists the numbers of the existing segments in ascending order. */
    List<Integer> segments() throws IOException;

    /**
     * Creates a segment of zeros whose room is allocated, so that later writes cannot run out of room. Its name is
     * synced when this returns.
     *
     * @throws JournalFullException if there is no room; nothing is left behind
     */
    DiskFile create(int segment, int sizeBytes) throws IOException;

    /** @throws IOException also if the segment does not exist */
    DiskFile open(int segment) throws IOException;

    /** Returns whether a later opening will find new files. It will not if the folder was deleted or replaced. */
    boolean isInPlace();

    /** Deletes a segment if it exists. Its name is gone from the disk when this returns. Open files remain usable. */
    void delete(int segment) throws IOException;

    /**
     * A file that is mapped into memory. Writes survive the end of the process, and a power cut once they are forced.
     */
    interface DiskFile extends Closeable {
        /** Returns all bytes, readable and writable until the file is closed. */
        MemorySegment bytes();

        void force(int fromOffset, int toOffset) throws IOException;

        /** Releases the room behind this size. The caller ensures that those bytes are never accessed. */
        void truncate(int sizeBytes) throws IOException;

        @Override
        void close();
    }
}
