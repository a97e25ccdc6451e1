package vesper.testing.suite;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An output stream whose file changes, for loggers that keep the stream they found at their start. A file is created
 * with the first byte that is written to it. While no file is chosen, output goes to standard error.
 */
final class SwitchedOutput extends OutputStream {
    private @Nullable Path file;
    private @Nullable OutputStream target;

    /** Replaces a file of an earlier run. */
    synchronized void switchTo(Path next) throws IOException {
        close();
        Files.deleteIfExists(next);
        file = next;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (target == null) {
            target = file == null ? new FileOutputStream(FileDescriptor.err) : Files.newOutputStream(file);
        }
        target.write(bytes, offset, length);
    }

    @Override
    public synchronized void close() throws IOException {
        if (target != null && file != null) target.close();
        target = null;
        file = null;
    }
}
