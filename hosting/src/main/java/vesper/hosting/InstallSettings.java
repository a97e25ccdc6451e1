package vesper.hosting;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Limits for archives of packages, and the trash for folders that are replaced or deleted.
 *
 * @param trash folder that they are moved to; if empty, they are deleted
 * @param kept number of folders that the trash keeps, the newest ones
 * @param unpackedBytes maximum size of an archive's unpacked files
 */
public record InstallSettings(Optional<Path> trash, int kept, long unpackedBytes) {
    private static final int KEPT = 10;
    private static final long UNPACKED_BYTES = 256L << 20;

    static final InstallSettings WITHOUT_TRASH = new InstallSettings(Optional.empty(), KEPT, UNPACKED_BYTES);

    public InstallSettings {
        if (kept < 0) throw new IllegalArgumentException("a trash cannot keep " + kept);
        if (unpackedBytes < 1) throw new IllegalArgumentException("no archive has " + unpackedBytes + " bytes");
    }
}
