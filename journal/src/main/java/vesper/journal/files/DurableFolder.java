package vesper.journal.files;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders, and the names in them, on the disk. */
public final class DurableFolder {
    private DurableFolder() {}

    /** Each folder on the way is on the disk when this returns, or a power cut would take all that is in it. */
    public static void make(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (Files.isDirectory(folder) || parent == null) return;
        make(parent);
        Files.createDirectories(folder);
        force(parent);
    }

    /** Has the names that are in it now on the disk: of files that were made, moved or deleted. */
    public static void force(Path folder) throws IOException {
        // An interrupt would close the channel; it is for what the thread does otherwise.
        boolean interrupted = Thread.interrupted();
        try (var channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
