package vesper.journal.files;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Replaces a file as a whole. After a crash of the process or the machine, either the old or the new content is found.
 * The new content is written to {@code NAME.new} in the same folder, synced, and moved into place; then the folder is
 * synced. A missing folder is created, and a {@code .new} left behind by a crash is overwritten. Not for concurrent
 * replacements of the same file.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Replaces a file. The content is on the disk when this returns.
     *
     * @throws IOException if that fails; the file is unchanged, unless only the sync of its folder failed
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, List.of(ByteBuffer.wrap(content)));
    }

    /** Replaces a file with content in several pieces, which are consumed. */
    public static void replace(Path file, List<ByteBuffer> pieces) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) throw new IOException(target + " is not a file path");
        DurableFolder.create(folder);
        Path temporary = target.resolveSibling(target.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(temporary, CREATE, TRUNCATE_EXISTING, WRITE)) {
            for (ByteBuffer piece : pieces) while (piece.hasRemaining()) channel.write(piece);
            channel.force(true);
        }
        Files.move(temporary, target, ATOMIC_MOVE, REPLACE_EXISTING);
        DurableFolder.sync(folder);
    }
}
