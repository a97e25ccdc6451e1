package vesper.rest.multipart;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** All parts of one upload. {@link #close} deletes them; any thread may call it, repeatedly. */
public final class Upload implements AutoCloseable {
    private final UploadStorage storage;
    private final List<Part> parts = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int memoryBytes;
    private long diskBytes;

    Upload(UploadStorage storage) {
        this.storage = storage;
    }

    void add(Part part) {
        parts.add(part);
    }

    /** Reserves memory for content, and returns whether there was enough. */
    boolean reserveMemory(int bytes) {
        if (!storage.reserveMemory(memoryBytes, bytes)) return false;
        memoryBytes += bytes;
        return true;
    }

    void addFile(Path file) {
        files.add(file);
    }

    boolean reserveDisk(int bytes) {
        if (!storage.reserveDisk(bytes)) return false;
        diskBytes += bytes;
        return true;
    }

    /** Returns all parts, in the order of arrival. */
    public List<Part> parts() {
        return List.copyOf(parts);
    }

    /** Returns all parts with this name. */
    public List<Part> partsNamed(String name) {
        return parts.stream().filter(part -> part.name().equals(name)).toList();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) storage.release(files, memoryBytes, diskBytes);
    }
}
