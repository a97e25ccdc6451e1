package vesper.codec;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * What a generator writes, as one array. A text that fits the generator's own buffer comes in one piece and is copied
 * once, to its exact length.
 */
final class WrittenBytes extends OutputStream {
    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    private int length;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        if (length == 0) {
            bytes = Arrays.copyOfRange(source, offset, offset + count);
        } else {
            int needed = Math.addExact(length, count);
            if (needed > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * length));
            System.arraycopy(source, offset, bytes, length, count);
        }
        length += count;
    }

    /** All that was written, the array itself where it is full, else a copy; what comes then is another text. */
    byte[] take() {
        byte[] text = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = NONE;
        length = 0;
        return text;
    }
}
