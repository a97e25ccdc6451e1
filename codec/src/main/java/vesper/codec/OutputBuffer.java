package vesper.codec;

import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the output of a generator into one array. A text that fits the generator's own buffer arrives in one piece
 * and is copied once, to its exact length. A text larger than {@value #PIECE_BYTES} bytes is kept in pieces, which are
 * joined at the end. As it grows, it reserves memory for the pieces and the joined array from the {@link WriteMemory}.
 */
final class OutputBuffer extends OutputStream {
    /** Size up to which a text grows in one array and reserves no memory. */
    static final int PIECE_BYTES = LargeWrites.PIECE_BYTES;

    private static final byte[] NONE = {};
    private static final List<byte[]> NO_PIECES = List.of();

    private final Bound max;
    private final LargeWrites largeWrites;
    private final WriteMemory memory;
    /** The full pieces, before the one that is being filled; empty for a small text. */
    private List<byte[]> pieces = NO_PIECES;

    private byte[] bytes = NONE;
    private int filled;
    private int length;
    private long reservedBytes;
    private int pauseAt = PIECE_BYTES;
    private boolean hasPermit;

    /** @param max maximum size; a write beyond it throws a {@link TextTooLargeException} and drops what was written */
    OutputBuffer(Bound max, LargeWrites largeWrites, WriteMemory memory) {
        this.max = max;
        this.largeWrites = largeWrites;
        this.memory = memory;
    }

    @Override
    public void write(int b) throws InterruptedIOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws InterruptedIOException {
        if (count == 0) return;
        if (count > maxBytes() - length) throw tooLarge();
        if (length + count > PIECE_BYTES) {
            writePieces(source, offset, count);
        } else if (length == 0) {
            bytes = Arrays.copyOfRange(source, offset, offset + count);
            filled = count;
        } else {
            int needed = filled + count;
            if (needed > bytes.length) bytes = Arrays.copyOf(bytes, grownCapacity(needed));
            System.arraycopy(source, offset, bytes, filled, count);
            filled = needed;
        }
        length += count;
        if (length >= pauseAt) pause();
    }

    /** Returns twice the current size, but at most a piece. */
    private int grownCapacity(int needed) {
        return Math.max(needed, Math.min(2 * filled, PIECE_BYTES));
    }

    private void writePieces(byte[] source, int offset, int count) {
        int done = 0;
        while (done < count) {
            if (filled == bytes.length) nextPiece();
            int step = Math.min(count - done, bytes.length - filled);
            System.arraycopy(source, offset + done, bytes, filled, step);
            filled += step;
            done += step;
        }
    }

    private void nextPiece() {
        if (pieces.isEmpty()) pieces = new ArrayList<>();
        // Bytes of a small text are not reserved until it outgrows one piece.
        int uncounted = reservedBytes == 0 ? bytes.length : 0;
        // Reserves twice the size: for the pieces, and for the array that joins them. That array never exceeds the
        // bound.
        long growth = Math.min(2L * (PIECE_BYTES + uncounted), 2L * maxBytes() - reservedBytes);
        memory.reserve(growth);
        reservedBytes += growth;
        if (filled > 0) pieces.add(bytes);
        filled = 0;
        bytes = new byte[PIECE_BYTES];
    }

    private void pause() throws InterruptedIOException {
        pauseAt = length + LargeWrites.PIECE_BYTES;
        if (!LargeWrites.canPause()) return;
        if (!hasPermit) hasPermit = largeWrites.tryAcquire();
        LargeWrites.pause();
    }

    /** Releases memory and permit, after the text was written or has failed. */
    void releaseResources() {
        if (hasPermit) largeWrites.release();
        hasPermit = false;
        if (reservedBytes > 0) memory.release(reservedBytes);
        reservedBytes = 0;
        pauseAt = PIECE_BYTES;
    }

    private TextTooLargeException tooLarge() {
        clear();
        // A generator that is closed after this flushes its remaining output, which must be rejected as well.
        length = maxBytes();
        return new TextTooLargeException(max);
    }

    /** Returns the bound, limited to the maximum length of an array. */
    private int maxBytes() {
        return (int) Math.min(max.max(), Integer.MAX_VALUE - 8);
    }

    private void clear() {
        pieces = NO_PIECES;
        bytes = NONE;
        filled = 0;
        length = 0;
    }

    /**
     * Returns all that was written and starts a new text. The result is the internal array if that is full, else a
     * copy.
     */
    byte[] toArrayAndReset() {
        byte[] text = pieces.isEmpty() ? singlePiece() : joined();
        clear();
        return text;
    }

    private byte[] singlePiece() {
        return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
    }

    private byte[] joined() {
        byte[] text = new byte[length];
        int end = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, text, end, piece.length);
            end += piece.length;
        }
        System.arraycopy(bytes, 0, text, end, filled);
        return text;
    }
}
