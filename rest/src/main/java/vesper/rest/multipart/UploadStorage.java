package vesper.rest.multipart;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.HeldBytes;
import vesper.http.Refusal;
import vesper.http.RefusedException;
import vesper.http.files.DiskSpace;
import vesper.http.files.DiskThreads;

/**
 * Memory and disk space for all parts of all uploads, each with a limit. Safe for use by any thread.
 *
 * <p>Accesses files on disk threads, because the threads that receive uploads run on event loops.
 */
final class UploadStorage {
    private static final Logger log = LoggerFactory.getLogger(UploadStorage.class);

    /** Maximum size of all parts in memory of one upload. */
    private static final int MEMORY_PER_UPLOAD_BYTES = 256 << 10;

    private static final Refusal DISK_FULL = new Refusal(507, "The server has not enough disk space for the upload");
    private static final Refusal STORAGE_FAILED = new Refusal(503, "The server cannot store uploads at the moment");
    private static final Refusal OVERLOADED = new Refusal(503, "Too many uploads at once; try again later");

    /** A function that creates and opens a file. */
    @FunctionalInterface
    interface FileOpener {
        FileOpener NEW_FILE = file -> FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

        FileChannel open(Path file) throws IOException;
    }

    private final UploadFolder folder;
    private final DiskThreads disk;
    private final FileOpener opener;
    private final HeldBytes onDisk;
    private final HeldBytes inMemory = new HeldBytes(UploadLimits.IN_MEMORY.bytes());
    private final AtomicLong files = new AtomicLong();

    UploadStorage(UploadFolder folder, DiskThreads disk, FileOpener opener, long maxDiskBytes) {
        this.folder = folder;
        this.disk = disk;
        this.opener = opener;
        this.onDisk = new HeldBytes(maxDiskBytes);
    }

    DiskThreads disk() {
        return disk;
    }

    /** Returns a path for a new file, with a unique name that does not depend on the client's file name. */
    Path newFile() throws IOException {
        return onDisk(folder::createIfAbsent).resolve("upload-" + files.incrementAndGet());
    }

    FileChannel open(Path file) throws IOException {
        return onDisk(() -> opener.open(file));
    }

    /**
     * Runs file access and waits for it, like {@link DiskThreads#call}.
     *
     * @throws RefusedException with 507 if the disk is full, with 503 if it fails in another way or is overloaded
     */
    <T> T onDisk(DiskThreads.Work<T> work) throws IOException {
        try {
            return disk.call(work);
        } catch (RefusedException | InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw storageFailure(e);
        }
    }

    private RefusedException storageFailure(IOException failure) {
        log.error("cannot store an upload in {}", folder, failure);
        return new RefusedException(DiskSpace.isLackedBy(failure) ? DISK_FULL : STORAGE_FAILED);
    }

    boolean reserveMemory(int heldByUpload, int bytes) {
        return heldByUpload + bytes <= MEMORY_PER_UPLOAD_BYTES && inMemory.take(bytes);
    }

    boolean reserveDisk(int bytes) {
        return onDisk.take(bytes);
    }

    RefusedException overloaded() {
        return new RefusedException(OVERLOADED);
    }

    /** Deletes the files and releases their space. May be called on an event loop. */
    void release(List<Path> files, long memory, long stored) {
        inMemory.release(memory);
        if (files.isEmpty()) return;
        disk.later(() -> {
            files.forEach(UploadStorage::delete);
            onDisk.release(stored);
        });
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("cannot delete the file of an upload", e);
        }
    }

    long diskBytes() {
        return onDisk.takenBytes();
    }

    long memoryBytes() {
        return inMemory.takenBytes();
    }
}
