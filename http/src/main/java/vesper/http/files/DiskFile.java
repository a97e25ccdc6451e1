package vesper.http.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import vesper.http.content.EntityTag;

/**
 * A file on disk. Its version consists of its size, its modification time and its identity (the inode), checked before
 * and after each read. The tag is weak while the modification is so recent that another one could get the same time.
 *
 * <p>The file is opened for each read, about 10 µs for 64 KiB, so that no client can hold a file descriptor.
 */
final class DiskFile implements StoredFile {
    private static final Duration FRESH = Duration.ofSeconds(2);

    /** Attributes that identify a version. */
    private record Version(long sizeBytes, long modifiedNanos, int file) {
        static Version of(BasicFileAttributes attributes) {
            Instant at = attributes.lastModifiedTime().toInstant();
            long nanos = at.getEpochSecond() * 1_000_000_000L + at.getNano();
            return new Version(attributes.size(), nanos, Objects.hashCode(attributes.fileKey()));
        }

        /** Hashed, so that inode numbers are not exposed. */
        String text() {
            long mixed = (modifiedNanos * 0x9E3779B97F4A7C15L) ^ (file * 0xC2B2AE3D27D4EB4FL);
            return Long.toHexString(mixed ^ (mixed >>> 29)) + "-" + Long.toHexString(sizeBytes);
        }
    }

    private final Path path;
    private final Version version;
    private final Instant modifiedAt;
    private final boolean fresh;

    private DiskFile(Path path, Version version, Instant modifiedAt, boolean fresh) {
        this.path = path;
        this.version = version;
        this.modifiedAt = modifiedAt;
        this.fresh = fresh;
    }

    /** @param path real path, without links */
    static DiskFile of(Path path, BasicFileAttributes attributes) {
        Instant modifiedAt = attributes.lastModifiedTime().toInstant();
        boolean fresh = modifiedAt.isAfter(Instant.now().minus(FRESH));
        return new DiskFile(path, Version.of(attributes), modifiedAt, fresh);
    }

    @Override
    public long sizeBytes() {
        return version.sizeBytes;
    }

    @Override
    public Instant modifiedAt() {
        return modifiedAt;
    }

    @Override
    public EntityTag tag() {
        return new EntityTag(fresh, version.text());
    }

    @Override
    public boolean isInMemory() {
        return false;
    }

    @Override
    public byte[] read(long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer target = ByteBuffer.wrap(bytes);
        // NOFOLLOW_LINKS: a link that has replaced the file is not followed.
        try (FileChannel channel = open()) {
            checkVersion();
            while (target.hasRemaining()) {
                if (channel.read(target, from + target.position()) < 0) throw changed();
            }
        }
        checkVersion();
        return bytes;
    }

    private FileChannel open() throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw changed();
        } catch (IOException e) {
            // Opening a link in place of the file fails with a generic exception.
            throw Files.isSymbolicLink(path) ? changed() : e;
        }
    }

    private void checkVersion() throws IOException {
        try {
            var now = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!version.equals(Version.of(now))) throw changed();
        } catch (NoSuchFileException e) {
            throw changed();
        }
    }

    private FileChangedException changed() {
        return new FileChangedException(path.toString());
    }
}
