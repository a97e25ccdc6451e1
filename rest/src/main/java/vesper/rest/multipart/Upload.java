package vesper.rest.multipart;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** All parts of one upload. Closing it lets go of them; any thread may do that, more than once. */
public final class Upload implements AutoCloseable {
    private final Storage storage;
    private final List<Part> parts = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int memoryBytes;
    private long diskBytes;

    Upload(Storage storage) {
        this.storage = storage;
    }

    void add(Part part) {
        parts.add(part);
    }

    /** Whether so much more may be held in memory. */
    boolean mayHold(int bytes) {
        if (!storage.takeMemory(memoryBytes, bytes)) return false;
        memoryBytes += bytes;
        return true;
    }

    void owns(Path file) {
        files.add(file);
    }

    boolean mayStore(int bytes) {
        if (!storage.takeDisk(bytes)) return false;
        diskBytes += bytes;
        return true;
    }

    /** Every part, in the order in which they came. */
    public List<Part> parts() {
        return List.copyOf(parts);
    }

    /** The parts of this name. */
    public List<Part> all(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).toList();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) storage.release(files, memoryBytes, diskBytes);
    }
}
