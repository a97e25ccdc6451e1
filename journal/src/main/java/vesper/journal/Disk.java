package vesper.journal;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Where the segments of one journal lie; a folder, or in tests a disk that can also fail. */
interface Disk extends Closeable {
    /** The numbers of the segments that are there, ascending. */
    List<Integer> segments() throws IOException;

    /**
     * Makes a segment of zeros whose room is claimed, so that writing to it cannot fail for want of it. Its name is on
     * the disk when this returns.
     *
     * @throws JournalFullException where there is no room; nothing is left behind then
     */
    DiskFile create(int segment, int sizeBytes) throws IOException;

    /** @throws IOException also where it is not there */
    DiskFile open(int segment) throws IOException;

    /** Whether new files would be found by who opens the journal next; not where its folder was deleted or replaced. */
    boolean isInPlace();

    /**
     * Whoever has it open keeps it; its name is gone from the disk when this returns. Nothing to do where it is gone.
     */
    void delete(int segment) throws IOException;

    /**
     * One file in memory; whatever is written there is in the file when the process ends, and on the disk when forced.
     */
    interface DiskFile extends Closeable {
        /** All bytes, readable and writable until the file is closed. */
        MemorySegment bytes();

        void force(int fromOffset, int toOffset) throws IOException;

        /** Gives back what is behind; nobody reads there any more. */
        void truncate(int sizeBytes) throws IOException;

        @Override
        void close();
    }
}
