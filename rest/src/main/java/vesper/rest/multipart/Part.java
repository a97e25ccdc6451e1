package vesper.rest.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.files.DiskThreads;

/**
 * A received part of an upload, in memory or in a file that is deleted at the end of the exchange. The file is read on
 * disk threads, so handlers on an event loop may read it.
 */
public final class Part {
    private final PartHead head;
    private final long sizeBytes;
    private final DiskThreads disk;
    private final byte @Nullable [] content;
    private final @Nullable Path file;

    private Part(PartHead head, long sizeBytes, DiskThreads disk, byte @Nullable [] content, @Nullable Path file) {
        this.head = head;
        this.sizeBytes = sizeBytes;
        this.disk = disk;
        this.content = content;
        this.file = file;
    }

    static Part inMemory(PartHead head, byte[] content, DiskThreads disk) {
        return new Part(head, content.length, disk, content, null);
    }

    static Part onDisk(PartHead head, long sizeBytes, Path file, DiskThreads disk) {
        return new Part(head, sizeBytes, disk, null, file);
    }

    /** Returns the name of the form field. */
    public String name() {
        return head.name();
    }

    /** Returns the file name that the client sent, only for display; empty for a field that is not a file. */
    public Optional<String> fileName() {
        return head.fileName();
    }

    public Optional<String> contentType() {
        return head.contentType();
    }

    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the file, if the content is not in memory. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    public InputStream stream() throws IOException {
        return content == null ? StoredContent.open(stored(), disk) : new ByteArrayInputStream(content);
    }

    /** Returns the content. If it is in memory, this is the internal array, not a copy. */
    public byte[] bytes() throws IOException {
        if (content != null) return content;
        Path stored = stored();
        return disk.call(() -> Files.readAllBytes(stored));
    }

    /** Copies the content to a file. Replaces an existing file. */
    public void copyTo(Path target) throws IOException {
        disk.call(() -> {
            try (InputStream in =
                    content == null ? Files.newInputStream(stored()) : new ByteArrayInputStream(content)) {
                return Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    private Path stored() {
        if (file == null) throw new IllegalStateException("a part has neither content nor a file");
        return file;
    }
}
