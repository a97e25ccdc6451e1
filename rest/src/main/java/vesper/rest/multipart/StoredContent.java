package vesper.rest.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import vesper.http.files.DiskThreads;

/** The content of a part in a file. Reads blocks on disk threads, because the reader may run on an event loop. */
final class StoredContent extends InputStream {
    private static final int PIECE_BYTES = 64 << 10;

    private final DiskThreads disk;
    private final InputStream file;
    private final byte[] piece = new byte[PIECE_BYTES];
    private int from;
    private int to;

    private StoredContent(DiskThreads disk, InputStream file) {
        this.disk = disk;
        this.file = file;
    }

    static StoredContent open(Path file, DiskThreads disk) throws IOException {
        return new StoredContent(disk, disk.call(() -> Files.newInputStream(file)));
    }

    @Override
    public int read() throws IOException {
        return isAtEnd() ? -1 : piece[from++] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) return 0;
        if (isAtEnd()) return -1;
        int count = Math.min(length, to - from);
        System.arraycopy(piece, from, target, offset, count);
        from += count;
        return count;
    }

    private boolean isAtEnd() throws IOException {
        if (from < to) return false;
        int count = disk.call(() -> file.read(piece));
        from = 0;
        to = Math.max(count, 0);
        return count < 0;
    }

    @Override
    public int available() {
        return to - from;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
