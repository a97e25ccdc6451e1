package vesper.rest.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of an upload that is here: in memory, or in a file that is gone once the exchange is over. */
public final class Part {
    private final PartHead head;
    private final long sizeBytes;
    private final byte @Nullable [] content;
    private final @Nullable Path file;

    private Part(PartHead head, long sizeBytes, byte @Nullable [] content, @Nullable Path file) {
        this.head = head;
        this.sizeBytes = sizeBytes;
        this.content = content;
        this.file = file;
    }

    static Part inMemory(PartHead head, byte[] content) {
        return new Part(head, content.length, content, null);
    }

    static Part onDisk(PartHead head, long sizeBytes, Path file) {
        return new Part(head, sizeBytes, null, file);
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
        if (content != null) return new ByteArrayInputStream(content);
        if (file != null) return Files.newInputStream(file);
        throw new IllegalStateException("a part without content");
    }

    /** The content; of one in memory the very array. */
    public byte[] bytes() throws IOException {
        if (content != null) return content;
        try (InputStream in = stream()) {
            return in.readAllBytes();
        }
    }
}
