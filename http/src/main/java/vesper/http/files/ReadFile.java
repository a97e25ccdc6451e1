package vesper.http.files;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import vesper.http.content.EntityTag;

/**
 * A file of a slow medium as handlers may read it: what is small was read already, the rest is read beside their
 * threads.
 */
final class ReadFile implements StoredFile {
    /** Larger ones are sent piece by piece as the client takes them. */
    static final int SMALL_BYTES = 16 << 10;

    private final StoredFile file;
    private final DiskThreads disk;
    /** Null where it is large. */
    private final byte @Nullable [] content;

    private ReadFile(StoredFile file, DiskThreads disk, byte @Nullable [] content) {
        this.file = file;
        this.disk = disk;
        this.content = content;
    }

    /** @param before what was there when somebody last looked */
    static StoredFile of(StoredFile file, @Nullable StoredFile before, DiskThreads disk) throws IOException {
        if (file.isInMemory()) return file;
        if (file.sizeBytes() > SMALL_BYTES) return new ReadFile(file, disk, null);
        // A strong tag is that of these very bytes.
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
