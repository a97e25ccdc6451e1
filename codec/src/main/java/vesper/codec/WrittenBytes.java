package vesper.codec;

import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the output of a generator into one array. A text that fits the generator's own buffer arrives in one piece
 * and is copied once, to its exact length. A text larger than {@value #PIECE_BYTES} bytes is kept in pieces, which are
 * joined at the end. As it grows, it reserves memory for the pieces and the joined array from the {@link WritingRoom}.
 */
final class WrittenBytes extends OutputStream {
    /** Size up to which a text grows in one array and reserves no memory. */
    static final int PIECE_BYTES = WritingTurns.PIECE_BYTES;

    private static final byte[] NONE = {};
    private static final List<byte[]> NO_PIECES = List.of();

    private final Bound most;
    private final WritingTurns turns;
    private final WritingRoom room;
    /** The full pieces, before the one that is being filled; empty for a small text. */
    private List<byte[]> pieces = NO_PIECES;

    private byte[] bytes = NONE;
    private int filled;
    private int length;
    private long takenBytes;
    private int pauseAt = PIECE_BYTES;
    private boolean hasTurn;

    /** @param most maximum size; a write beyond it throws a {@link TextTooLargeException} and drops what was written */
    WrittenBytes(Bound most, WritingTurns turns, WritingRoom room) {
        this.most = most;
        this.turns = turns;
        this.room = room;
    }

    @Override
    public void write(int b) throws InterruptedIOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws InterruptedIOException {
        if (count == 0) return;
        if (count > mostBytes() - length) throw tooLarge();
        if (length + count > PIECE_BYTES) {
            writePieces(source, offset, count);
        } else if (length == 0) {
            bytes = Arrays.copyOfRange(source, offset, offset + count);
            filled = count;
        } else {
            int needed = filled + count;
            if (needed > bytes.length) bytes = Arrays.copyOf(bytes, grown(needed));
            System.arraycopy(source, offset, bytes, filled, count);
            filled = needed;
        }
        length += count;
        if (length >= pauseAt) pause();
    }

    /** Returns twice the current size, but at most a piece. */
    private int grown(int needed) {
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
        int uncounted = takenBytes == 0 ? bytes.length : 0;
        // Reserves twice the size: for the pieces, and for the array that joins them. That array never exceeds the
        // bound.
        long growth = Math.min(2L * (PIECE_BYTES + uncounted), 2L * mostBytes() - takenBytes);
        room.take(growth);
        takenBytes += growth;
        if (filled > 0) pieces.add(bytes);
        filled = 0;
        bytes = new byte[PIECE_BYTES];
    }

    private void pause() throws InterruptedIOException {
        pauseAt = length + WritingTurns.PIECE_BYTES;
        if (!WritingTurns.mayPause()) return;
        if (!hasTurn) hasTurn = turns.begin();
        WritingTurns.pause();
    }

    /** Releases memory and permit, after the text was written or has failed. */
    void end() {
        if (hasTurn) turns.end();
        hasTurn = false;
        if (takenBytes > 0) room.giveBack(takenBytes);
        takenBytes = 0;
        pauseAt = PIECE_BYTES;
    }

    private TextTooLargeException tooLarge() {
        letGo();
        // A generator that is closed after this flushes its remaining output, which must be rejected as well.
        length = mostBytes();
        return new TextTooLargeException(most);
    }

    /** Returns the bound, limited to the maximum length of an array. */
    private int mostBytes() {
        return (int) Math.min(most.most(), Integer.MAX_VALUE - 8);
    }

    private void letGo() {
        pieces = NO_PIECES;
        bytes = NONE;
        filled = 0;
        length = 0;
    }

    /**
     * Returns all that was written and starts a new text. The result is the internal array if that is full, else a
     * copy.
     */
    byte[] take() {
        byte[] text = pieces.isEmpty() ? alone() : joined();
        letGo();
        return text;
    }

    private byte[] alone() {
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
