package vesper.codec;

import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * What a generator writes, as one array. A text that fits the generator's own buffer comes in one piece and is copied
 * once, to its exact length.
 */
final class WrittenBytes extends OutputStream {
    private static final byte[] NONE = {};

    private final Bound most;
    private final WritingTurns turns;
    private byte[] bytes = NONE;
    private int length;
    private int pauseAt = WritingTurns.PIECE_BYTES;
    private boolean hasTurn;

    /** Where more is written, a {@link TextTooLargeException} is thrown and what was written is let go. */
    WrittenBytes(Bound most, WritingTurns turns) {
        this.most = most;
        this.turns = turns;
    }

    @Override
    public void write(int b) throws InterruptedIOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws InterruptedIOException {
        if (count == 0) return;
        if (count > most.most() - length) throw tooLarge();
        if (length == 0) {
            bytes = Arrays.copyOfRange(source, offset, offset + count);
        } else {
            int needed = Math.addExact(length, count);
            if (needed > bytes.length) bytes = Arrays.copyOf(bytes, grown(needed));
            System.arraycopy(source, offset, bytes, length, count);
        }
        length += count;
        if (length >= pauseAt) pause();
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
        pauseAt = WritingTurns.PIECE_BYTES;
    }

    /** Twice the size, but never more than may be written. */
    private int grown(int needed) {
        return (int) Math.max(needed, Math.min(2L * length, Math.min(most.most(), Integer.MAX_VALUE - 8)));
    }

    private TextTooLargeException tooLarge() {
        bytes = NONE;
        // A generator that is closed after this writes what it has left, which is refused as well.
        length = (int) Math.min(most.most(), Integer.MAX_VALUE);
        return new TextTooLargeException(most);
    }

    /** All that was written, the array itself where it is full, else a copy; what comes then is another text. */
    byte[] take() {
        byte[] text = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        bytes = NONE;
        length = 0;
        return text;
    }
}
