package vesper.hosting;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a package may be that is sent in as an archive, and what becomes of folders that are replaced or deleted.
 *
 * @param trash where they are moved to; without it they are deleted
 * @param kept how many of them the trash holds, the newest ones
 * @param unpackedBytes how large an archive's files may be together
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
