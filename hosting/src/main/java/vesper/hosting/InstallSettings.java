package vesper.hosting;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Limits for archives of packages, and the trash for folders that are replaced or deleted.
 *
 * @param trash folder that they are moved to; if empty, they are deleted
 * @param trashSize number of folders that the trash keeps, the newest ones
 * @param unpackedBytes maximum size of an archive's unpacked files
 */
public record InstallSettings(Optional<Path> trash, int trashSize, long unpackedBytes) {
    private static final int TRASH_SIZE = 10;
    private static final long UNPACKED_BYTES = 256L << 20;

    static final InstallSettings WITHOUT_TRASH = new InstallSettings(Optional.empty(), TRASH_SIZE, UNPACKED_BYTES);

    public InstallSettings {
        if (trashSize < 0) throw new IllegalArgumentException("trashSize must not be negative, was " + trashSize);
        if (unpackedBytes < 1)
            throw new IllegalArgumentException("unpackedBytes must be at least 1, was " + unpackedBytes);
    }
}
