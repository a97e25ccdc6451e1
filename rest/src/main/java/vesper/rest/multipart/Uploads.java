package vesper.rest.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.files.DiskThreads;

/**
 * Receives uploads. Parts over 64 KiB lie in files of our own naming in a folder of this process, {@code
 * FOLDER/uploads-PID}, until their exchange is over; closing this deletes the folder.
 */
public final class Uploads implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Uploads.class);
    private static final String PREFIX = "uploads-";
    private static final int PIECE_BYTES = 16 << 10;

    private final Path folder;
    private final UploadLimits limits;
    private final Storage storage;

    Uploads(Path parent, UploadLimits limits, DiskThreads disk, Storage.Opening opening) {
        this.folder = parent.resolve(PREFIX + ProcessHandle.current().pid());
        this.limits = limits;
        this.storage = new Storage(folder, disk, opening, limits.diskBytes());
    }

    /**
     * Uploads into a folder, which is made when the first one needs it. What a process that is no more left there is
     * deleted now.
     */
    public static Uploads into(Path parent, UploadLimits limits, DiskThreads disk) {
        Uploads uploads = new Uploads(parent, limits, disk, Storage.Opening.NEW_FILE);
        uploads.deleteLeftOvers(parent);
        return uploads;
    }

    /**
     * Reads a whole upload.
     *
     * @param contentType as the request has it, {@code multipart/form-data; boundary=…}
     * @throws vesper.http.RefusedException if it is malformed (400), over a limit (413), of another type (415), or cannot
     *     be stored (503, 507); nothing is left of it then
     */
    public Upload receive(InputStream in, String contentType) throws IOException {
        MultipartParser parser = new MultipartParser(in, Boundary.of(contentType), limits);
        Upload upload = new Upload(storage);
        boolean whole = false;
        try {
            byte[] buffer = new byte[PartStore.IN_MEMORY_BYTES];
            byte[] piece = new byte[PIECE_BYTES];
            for (PartHead head = parser.next(); head != null; head = parser.next()) {
                try (PartStore store = new PartStore(head, upload, storage, buffer)) {
                    receive(parser, store, piece);
                    upload.add(store.finished());
                }
            }
            whole = true;
            return upload;
        } finally {
            if (!whole) upload.close();
        }
    }

    private void receive(MultipartParser parser, PartStore store, byte[] piece) throws IOException {
        for (int count = parser.content(piece); count >= 0; count = parser.content(piece)) {
            if (store.sizeBytes() + count > limits.partBytes())
                throw MultipartParser.tooLarge("a part is over " + limits.partBytes() + " bytes");
            store.take(piece, count);
        }
    }

    /** What all uploads at this moment take on disk. */
    public long diskBytes() {
        return storage.diskBytes();
    }

    /** What all uploads at this moment take in memory. */
    public long memoryBytes() {
        return storage.memoryBytes();
    }

    private void deleteLeftOvers(Path parent) {
        if (!Files.isDirectory(parent)) return;
        try (Stream<Path> children = Files.list(parent)) {
            children.filter(Uploads::isLeftOver).forEach(Uploads::deleteFolder);
        } catch (IOException e) {
            log.warn("what is left of earlier uploads cannot be deleted", e);
        }
    }

    /** A process may have the number that another one had before. */
    private static boolean isLeftOver(Path child) {
        String name = String.valueOf(child.getFileName());
        if (!name.matches(PREFIX + "[0-9]{1,18}") || !Files.isDirectory(child)) return false;
        Optional<Instant> ownerSince = ProcessHandle.of(Long.parseLong(name.substring(PREFIX.length())))
                .flatMap(owner -> owner.info().startInstant());
        try {
            Instant lastUsed = Files.getLastModifiedTime(child).toInstant();
            return ownerSince.isEmpty() || lastUsed.isBefore(ownerSince.get());
        } catch (IOException e) {
            return false;
        }
    }

    private static void deleteFolder(@Nullable Path folder) {
        if (folder == null || !Files.isDirectory(folder)) return;
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(Storage::delete);
        } catch (IOException e) {
            log.warn("the files of uploads cannot be deleted", e);
        }
        Storage.delete(folder);
    }

    @Override
    public void close() {
        deleteFolder(folder);
    }
}
