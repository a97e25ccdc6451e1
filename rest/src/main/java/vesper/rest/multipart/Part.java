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
 * A part of an upload that is here: in memory, or in a file that is gone once the exchange is over. The file is read on
 * disk threads, so whoever is carried by an event loop may ask for all of it.
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

    /** The name of the form's field. */
    public String name() {
        return head.name();
    }

    /** What the client calls the file, for people to read; nothing for a field that is no file. */
    public Optional<String> fileName() {
        return head.fileName();
    }

    public Optional<String> contentType() {
        return head.contentType();
    }

    public long sizeBytes() {
        return sizeBytes;
    }

    /** Where it lies, if it was too large for memory. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    public InputStream stream() throws IOException {
        return content == null ? StoredContent.open(stored(), disk) : new ByteArrayInputStream(content);
    }

    /** The content; of one in memory the very array. */
    public byte[] bytes() throws IOException {
        if (content != null) return content;
        Path stored = stored();
        return disk.call(() -> Files.readAllBytes(stored));
    }

    /** Copies the content into a file, in the place of what was there. */
    public void copyTo(Path target) throws IOException {
        disk.call(() -> {
            try (InputStream in =
                    content == null ? Files.newInputStream(stored()) : new ByteArrayInputStream(content)) {
                return Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    private Path stored() {
        if (file == null) throw new IllegalStateException("a part without content");
        return file;
    }
}
