package vesper.rest.multipart;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stores the content of one part in memory, up to {@value #IN_MEMORY_BYTES} bytes. A larger part is moved to a file.
 * Not thread safe.
 */
final class PartStore implements AutoCloseable {
    static final int IN_MEMORY_BYTES = 64 << 10;

    private final PartHead head;
    private final Upload upload;
    private final UploadStorage storage;
    private final byte[] buffer;
    private int count;
    private long sizeBytes;
    private @Nullable Path file;
    private @Nullable FileChannel channel;

    /**
     * Creates a store. The buffer must have {@value #IN_MEMORY_BYTES} bytes; consecutive parts of an upload share it.
     */
    PartStore(PartHead head, Upload upload, UploadStorage storage, byte[] buffer) {
        this.head = head;
        this.upload = upload;
        this.storage = storage;
        this.buffer = buffer;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    void append(byte[] bytes, int length) throws IOException {
        sizeBytes += length;
        int at = 0;
        while (at < length) {
            if (count == buffer.length) writeToFile();
            int part = Math.min(length - at, buffer.length - count);
            System.arraycopy(bytes, at, buffer, count, part);
            count += part;
            at += part;
        }
    }

    /** Returns the complete part. */
    Part finish() throws IOException {
        if (file == null && upload.reserveMemory(count))
            return Part.inMemory(head, Arrays.copyOf(buffer, count), storage.disk());
        writeToFile();
        close();
        if (file == null) throw new IllegalStateException("a stored part without a file");
        return Part.onDisk(head, sizeBytes, file, storage.disk());
    }

    private void writeToFile() throws IOException {
        if (!upload.reserveDisk(count)) throw storage.overloaded();
        FileChannel target = channel == null ? openFile() : channel;
        ByteBuffer content = ByteBuffer.wrap(buffer, 0, count);
        storage.onDisk(() -> {
            int written = 0;
            while (content.hasRemaining()) written += target.write(content);
            return written;
        });
        count = 0;
    }

    private FileChannel openFile() throws IOException {
        Path created = storage.newFile();
        // Registered before the file is created, so that no failure leaves it behind.
        upload.addFile(created);
        file = created;
        FileChannel opened = storage.open(created);
        channel = opened;
        return opened;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) open.close();
    }
}
