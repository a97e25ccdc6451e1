package vesper.http.files;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import vesper.http.content.EntityTag;

/**
 * A file on a slow medium, for use by handlers: small content is read in advance, the rest is read on
 * {@link DiskThreads}.
 */
final class ReadFile implements StoredFile {
    /** Larger files are sent in pieces as the client reads. */
    static final int SMALL_BYTES = 16 << 10;

    private final StoredFile file;
    private final DiskThreads disk;
    /** Null if the file is large. */
    private final byte @Nullable [] content;

    private ReadFile(StoredFile file, DiskThreads disk, byte @Nullable [] content) {
        this.file = file;
        this.disk = disk;
        this.content = content;
    }

    /** @param before the file as of an earlier lookup */
    static StoredFile of(StoredFile file, @Nullable StoredFile before, DiskThreads disk) throws IOException {
        if (file.isInMemory()) return file;
        if (file.sizeBytes() > SMALL_BYTES) return new ReadFile(file, disk, null);
        // An equal strong tag means equal content.
        boolean isSame =
                before instanceof ReadFile && !file.tag().weak() && file.tag().equals(before.tag());
        byte[] known = isSame && before instanceof ReadFile read ? read.content : null;
        return new ReadFile(file, disk, known != null ? known : file.read(0, (int) file.sizeBytes()));
    }

    static long heldBytes(StoredFile file) {
        return file instanceof ReadFile read && read.content != null ? read.content.length : 0;
    }

    @Override
    public long sizeBytes() {
        return file.sizeBytes();
    }

    @Override
    public Instant modifiedAt() {
        return file.modifiedAt();
    }

    @Override
    public EntityTag tag() {
        return file.tag();
    }

    @Override
    public boolean isInMemory() {
        return content != null;
    }

    @Override
    public byte[] read(long from, int length) throws IOException {
        byte[] held = content;
        if (held == null) return disk.call(() -> file.read(from, length));
        Objects.checkFromIndexSize(from, length, held.length);
        return Arrays.copyOfRange(held, (int) from, (int) from + length);
    }
}
