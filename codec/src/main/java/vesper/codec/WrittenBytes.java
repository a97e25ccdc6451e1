package vesper.codec;

import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a generator writes, as one array. A text that fits the generator's own buffer comes in one piece and is copied
 * once, to its exact length. What is larger than {@value #PIECE_BYTES} bytes is kept in pieces, which are joined when
 * it is whole; memory for both, pieces and the whole, is taken from the {@link WritingRoom} as the text grows.
 */
final class WrittenBytes extends OutputStream {
    /** Up to this size a text grows in one array and asks nobody. */
    static final int PIECE_BYTES = WritingTurns.PIECE_BYTES;

    private static final byte[] NONE = {};
    private static final List<byte[]> NO_PIECES = List.of();

    private final Bound most;
    private final WritingTurns turns;
    private final WritingRoom room;
    /** Those that are full, before the one that is being filled; of a small text there are none. */
    private List<byte[]> pieces = NO_PIECES;

    private byte[] bytes = NONE;
    private int filled;
    private int length;
    private long takenBytes;
    private int pauseAt = PIECE_BYTES;
    private boolean hasTurn;

    /** Where more is written, a {@link TextTooLargeException} is thrown and what was written is let go. */
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

    /** Twice the size, but never more than a piece. */
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
        // What was small until now has not been counted.
        int uncounted = takenBytes == 0 ? bytes.length : 0;
        // Twice, so that there is room for the whole when the pieces are joined, which is not larger than it may be.
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

    /** The text has been written, or never will be. */
    void end() {
        if (hasTurn) turns.end();
        hasTurn = false;
        if (takenBytes > 0) room.giveBack(takenBytes);
        takenBytes = 0;
        pauseAt = PIECE_BYTES;
    }

    private TextTooLargeException tooLarge() {
        letGo();
        // A generator that is closed after this writes what it has left, which is refused as well.
        length = mostBytes();
        return new TextTooLargeException(most);
    }

    /** No array is longer than that. */
    private int mostBytes() {
        return (int) Math.min(most.most(), Integer.MAX_VALUE - 8);
    }

    private void letGo() {
        pieces = NO_PIECES;
        bytes = NONE;
        filled = 0;
        length = 0;
    }

    /** All that was written, the array itself where it is full, else a copy; what comes then is another text. */
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
