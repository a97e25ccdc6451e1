package vesper.http.flow;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An {@link InputStream} over content that comes in pieces. */
public abstract class ContentInput extends InputStream {
    private byte[] piece = {};
    private int position;

    /** Waits for the next piece and returns it. Returns null at the end, on every further call too. */
    protected abstract byte @Nullable [] next() throws IOException;

    @Override
    public final int read() throws IOException {
        return fill() ? piece[position++] & 0xff : -1;
    }

    @Override
    public final int read(byte[] target, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, target.length);
        if (size == 0) return 0;
        if (!fill()) return -1;
        int count = Math.min(size, piece.length - position);
        System.arraycopy(piece, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public final int available() {
        return piece.length - position;
    }

    private boolean fill() throws IOException {
        while (position == piece.length) {
            byte[] next = next();
            if (next == null) return false;
            piece = next;
            position = 0;
        }
        return true;
    }
}
