package vesper.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** A real disk that can be made full, failing or stuck, for tests of journals outside this package. */
public final class FailingDisk implements Disk {
    private final FileDisk files;
    private volatile boolean full;
    private volatile boolean failing;
    private volatile boolean stuck;

    private FailingDisk(FileDisk files) {
        this.files = files;
    }

    public static FailingDisk at(Path folder) throws IOException {
        return new FailingDisk(FileDisk.open(folder));
    }

    public Journal open(JournalOptions options) throws IOException {
        return Journal.open("failing", this, options, Clock.systemUTC());
    }

    public void isFull(boolean hasNoRoom) {
        full = hasNoRoom;
    }

    /** Makes every force fail from now on. */
    public void fail() {
        failing = true;
    }

    /** While the disk is stuck, every force waits. */
    public synchronized void isStuck(boolean waits) {
        stuck = waits;
        notifyAll();
    }

    private synchronized void force(DiskFile file, int from, int to) throws IOException {
        while (stuck) {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                throw new IOException(interrupted);
            }
        }
        if (failing) throw new IOException("the disk has failed");
        file.force(from, to);
    }

    @Override
    public List<Integer> segments() throws IOException {
        return files.segments();
    }

    @Override
    public DiskFile create(int segment, int sizeBytes) throws IOException {
        if (full) throw new JournalFullException("no space left on device", new IOException("full"));
        return new File(files.create(segment, sizeBytes));
    }

    @Override
    public DiskFile open(int segment) throws IOException {
        return new File(files.open(segment));
    }

    @Override
    public boolean isInPlace() {
        return files.isInPlace();
    }

    @Override
    public void delete(int segment) throws IOException {
        files.delete(segment);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    private final class File implements DiskFile {
        private final DiskFile file;

        File(DiskFile file) {
            this.file = file;
        }

        @Override
        public MemorySegment bytes() {
            return file.bytes();
        }

        @Override
        public void force(int fromOffset, int toOffset) throws IOException {
            FailingDisk.this.force(file, fromOffset, toOffset);
        }

        @Override
        public void truncate(int sizeBytes) throws IOException {
            file.truncate(sizeBytes);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
