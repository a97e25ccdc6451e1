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
 * A file that is replaced as a whole: whatever happens to the process or the machine, what was there before is found or
 * what is there now. The new content is written beside it, as {@code NAME.new}, forced, and moved into its place, then
 * the folder, which is made where it is missing, is forced. A {@code .new} that was left behind is written over. One at a time replaces a file.
 */
public final class WholeFile {
    private WholeFile() {}

    /**
     * After this the content is on the disk.
     *
     * @throws IOException where it cannot be; the file is as it was, unless its folder could not be forced
     */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, List.of(ByteBuffer.wrap(content)));
    }

    /** The same with content in several pieces, which are consumed. */
    public static void replace(Path file, List<ByteBuffer> pieces) throws IOException {
        Path place = file.toAbsolutePath();
        Path folder = place.getParent();
        if (folder == null) throw new IOException(place + " is no file");
        DurableFolder.make(folder);
        Path beside = place.resolveSibling(place.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(beside, CREATE, TRUNCATE_EXISTING, WRITE)) {
            for (ByteBuffer piece : pieces) while (piece.hasRemaining()) channel.write(piece);
            channel.force(true);
        }
        Files.move(beside, place, ATOMIC_MOVE, REPLACE_EXISTING);
        DurableFolder.force(folder);
    }
}
