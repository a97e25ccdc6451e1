package vesper.journal.files;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates and syncs folders. */
public final class DurableFolder {
    private DurableFolder() {}

    /**
     * Creates a folder and its missing parents, and syncs each name. Otherwise a power cut could remove everything
     * inside.
     */
    public static void create(Path folder) throws IOException {
        Path parent = folder.toAbsolutePath().getParent();
        if (Files.isDirectory(folder) || parent == null) return;
        create(parent);
        Files.createDirectories(folder);
        sync(parent);
    }

    /** Syncs the names in a folder, after files were created, moved or deleted. */
    public static void sync(Path folder) throws IOException {
        // An interrupt, meant for other work of the thread, would close the channel.
        boolean interrupted = Thread.interrupted();
        try (var channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
