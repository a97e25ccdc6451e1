package vesper.rest.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import vesper.http.files.DiskThreads;

/**
 * Receives uploads. Parts over 64 KiB are stored in files with generated names until the end of their exchange, in a
 * private folder {@code FOLDER/uploads-PID-RANDOM}. {@link #close} deletes the folder.
 */
public final class Uploads implements AutoCloseable {
    private static final int PIECE_BYTES = 16 << 10;

    private final UploadFolder folder;
    private final UploadLimits limits;
    private final UploadStorage storage;

    Uploads(Path parent, UploadLimits limits, DiskThreads disk, UploadStorage.FileOpener opener) {
        this.folder = new UploadFolder(parent);
        this.limits = limits;
        this.storage = new UploadStorage(folder, disk, opener, limits.diskBytes());
    }

    /**
     * Creates a receiver that stores uploads in a dedicated folder, which is created for the first file. Deletes the
     * files of processes that have ended.
     */
    public static Uploads inFolder(Path parent, UploadLimits limits, DiskThreads disk) {
        UploadFolder.deleteLeftOvers(parent);
        return new Uploads(parent, limits, disk, UploadStorage.FileOpener.NEW_FILE);
    }

    /**
     * Creates a receiver that stores uploads in the system's folder for temporary files. Other programs share that
     * folder, so nothing is cleaned up there.
     */
    public static Uploads temporary(UploadLimits limits, DiskThreads disk) {
        Path tempFolder = Path.of(System.getProperty("java.io.tmpdir"));
        return new Uploads(tempFolder, limits, disk, UploadStorage.FileOpener.NEW_FILE);
    }

    /**
     * Reads a complete upload.
     *
     * @param contentType of the request, {@code multipart/form-data; boundary=…}
     * @throws vesper.http.RefusedException if it is malformed (400), exceeds a limit (413), has another type (415), or
     *     cannot be stored (503, 507); everything stored of it has been deleted
     */
    public Upload receive(InputStream in, String contentType) throws IOException {
        MultipartParser parser = new MultipartParser(in, Boundary.of(contentType), limits);
        Upload upload = new Upload(storage);
        boolean isComplete = false;
        try {
            byte[] buffer = new byte[PartStore.IN_MEMORY_BYTES];
            byte[] piece = new byte[PIECE_BYTES];
            for (PartHead head = parser.next(); head != null; head = parser.next()) {
                try (PartStore store = new PartStore(head, upload, storage, buffer)) {
                    receive(parser, store, piece);
                    upload.add(store.finish());
                }
            }
            isComplete = true;
            return upload;
        } finally {
            if (!isComplete) upload.close();
        }
    }

    private void receive(MultipartParser parser, PartStore store, byte[] piece) throws IOException {
        for (int count = parser.content(piece); count >= 0; count = parser.content(piece)) {
            if (store.sizeBytes() + count > limits.partBytes())
                throw MultipartParser.tooLarge("a part exceeds " + limits.partBytes() + " bytes");
            store.append(piece, count);
        }
    }

    /** Returns the disk space that all current uploads use. */
    public long diskBytes() {
        return storage.diskBytes();
    }

    /** Returns the memory that all current uploads use. */
    public long memoryBytes() {
        return storage.memoryBytes();
    }

    @Override
    public void close() {
        folder.delete();
    }
}
