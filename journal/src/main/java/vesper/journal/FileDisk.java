package vesper.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.journal.files.DurableFolder;

/** A folder of segments that are mapped into memory. One journal at a time can have it open. */
final class FileDisk implements Disk {
    private static final Pattern NAME = Pattern.compile("(\\d{8,9})\\.journal");
    private static final String LOCK = "lock";
    private static final int ZEROS_BYTES = 1 << 20;
    /**
     * Folders of the journals that are open in this JVM. File locks belong to the process: opening and closing the lock
     * file again would release the lock of the journal that holds it.
     */
    private static final Set<Path> OPEN_FOLDERS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lockFile;
    private final @Nullable Object lockKey;

    private FileDisk(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
        this.lockKey = lockFileKey(folder);
    }

    static FileDisk open(Path folder) throws IOException {
        DurableFolder.create(folder);
        Path real = folder.toRealPath();
        if (!OPEN_FOLDERS.add(real)) throw new IOException("journal " + folder + " is already open in this process");
        boolean held = false;
        try {
            var disk = new FileDisk(real, lock(real));
            held = true;
            return disk;
        } finally {
            if (!held) OPEN_FOLDERS.remove(real);
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel lockFile = FileChannel.open(folder.resolve(LOCK), CREATE, WRITE);
        boolean locked = false;
        try {
            locked = lockFile.tryLock() != null;
        } finally {
            if (!locked) lockFile.close();
        }
        if (!locked) throw new IOException("journal " + folder + " is already open in another process");
        return lockFile;
    }

    @Override
    public List<Integer> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> NAME.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Integer.parseInt(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public DiskFile create(int segment, int sizeBytes) throws IOException {
        Path path = path(segment);
        try (var channel = FileChannel.open(path, CREATE_NEW, READ, WRITE)) {
            return allocateAndMap(path, channel, sizeBytes);
        } catch (IOException failure) {
            throw new JournalFullException("no room for " + path + " of " + sizeBytes + " bytes: " + failure, failure);
        }
    }

    @Override
    public DiskFile open(int segment) throws IOException {
        Path path = path(segment);
        try (var channel = FileChannel.open(path, READ, WRITE)) {
            return new MappedFile(path, channel);
        }
    }

    @Override
    public void delete(int segment) throws IOException {
        if (Files.deleteIfExists(path(segment))) DurableFolder.sync(folder);
    }

    @Override
    public boolean isInPlace() {
        return Objects.equals(lockKey, lockFileKey(folder));
    }

    /** Returns the identity of the lock file in a folder; null if there is no such file. */
    private static @Nullable Object lockFileKey(Path folder) {
        try {
            return Files.readAttributes(folder.resolve(LOCK), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException _) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            lockFile.close();
        } finally {
            OPEN_FOLDERS.remove(folder);
        }
    }

    private Path path(int segment) {
        return folder.resolve(Segment.fileName(segment));
    }

    private DiskFile allocateAndMap(Path path, FileChannel channel, int sizeBytes) throws IOException {
        try {
            allocate(path, channel, sizeBytes);
            // After a power cut, a new file is found only if its folder was synced too.
            DurableFolder.sync(folder);
            return new MappedFile(path, channel);
        } catch (IOException | RuntimeException | Error failure) {
            Files.deleteIfExists(path);
            throw failure;
        }
    }

    /** Allocates every block of the file, and syncs that, before the first entry is written. */
    private static void allocate(Path path, FileChannel channel, int sizeBytes) throws IOException {
        if (!Fallocate.allocate(path, sizeBytes)) writeZeros(channel, sizeBytes);
        channel.force(false);
    }

    private static void writeZeros(FileChannel channel, int sizeBytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(ZEROS_BYTES, sizeBytes));
        for (int at = 0; at < sizeBytes; ) {
            zeros.clear().limit(Math.min(zeros.capacity(), sizeBytes - at));
            at += channel.write(zeros, at);
        }
    }

    private static final class MappedFile implements DiskFile {
        private final Path path;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment bytes;

        MappedFile(Path path, FileChannel channel) throws IOException {
            this.path = path;
            this.bytes = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
        }

        @Override
        public MemorySegment bytes() {
            return bytes;
        }

        @Override
        public void force(int fromOffset, int toOffset) throws IOException {
            try {
                bytes.asSlice(fromOffset, toOffset - fromOffset).force();
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
        }

        @Override
        public void truncate(int sizeBytes) throws IOException {
            try (var channel = FileChannel.open(path, WRITE)) {
                channel.truncate(sizeBytes);
            }
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
