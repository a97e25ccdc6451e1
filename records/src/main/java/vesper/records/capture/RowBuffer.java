package vesper.records.capture;

import java.nio.ByteBuffer;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;
import vesper.records.masks.Masker;

/**
 * One row as it is written to the journal, in the order of {@link RowFormat}; used again for the next one. Used by one
 * thread.
 */
final class RowBuffer {
    /** Longer texts are cut there, so that three bytes for each still fit the length. */
    static final int LONGEST_TEXT = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;
    private static final int MOST_BYTES_PER_CHAR = 3;
    /** What is hidden can be longer than it was: {@code "***"} for a digit. */
    private static final int MOST_GROWTH = 2;

    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);
    private int lengthAt;

    void begin() {
        bytes.clear();
        bytes.put((byte) RowFormat.VERSION);
    }

    /** The whole row, to be read before the next one begins. */
    ByteBuffer finished() {
        return bytes.flip();
    }

    void number(long value) {
        room(Long.BYTES);
        bytes.putLong(value);
    }

    void text(String text) {
        int chars = Math.min(text.length(), LONGEST_TEXT);
        room(Short.BYTES + MOST_BYTES_PER_CHAR * chars);
        byte[] array = bytes.array();
        int from = bytes.position() + Short.BYTES;
        int at = from;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                at = Utf8.encode(text, i, chars, array, at);
                break;
            }
            array[at++] = (byte) c;
        }
        bytes.putShort((short) (at - from)).position(at);
    }

    /** The bytes as they are. */
    void text(byte[] source, int from, int to) {
        int length = Math.min(to - from, LONGEST_TEXT);
        room(Short.BYTES + length);
        bytes.putShort((short) length).put(source, from, length);
    }

    void noText() {
        room(Short.BYTES);
        bytes.putShort((short) 0);
    }

    /** What is put from here to {@link #endBlob} is one. */
    void beginBlob() {
        room(Integer.BYTES);
        lengthAt = bytes.position();
        bytes.putInt(0);
    }

    void endBlob() {
        bytes.putInt(lengthAt, bytes.position() - lengthAt - Integer.BYTES);
    }

    void noBlob() {
        room(Integer.BYTES);
        bytes.putInt(0);
    }

    void put(byte[] source, int from, int length) {
        room(length);
        bytes.put(source, from, length);
    }

    /** Where something else writes, with room for that many bytes. */
    ByteBuffer withRoom(int length) {
        room(length);
        return bytes;
    }

    /** As {@link #put}, without what the mask hides. */
    void putMasked(Masker masker, Mask mask, BodyKind kind, byte[] source, int from, int length) {
        int most = mostMasked(length);
        room(most);
        int at = bytes.position();
        bytes.position(at + masker.copy(mask, kind, source, from, from + length, bytes.array(), at, most));
    }

    /** How long content of this length can become when something in it is hidden. */
    static int mostMasked(int length) {
        return MOST_GROWTH * length + Mask.HIDDEN.length();
    }

    /** A text without what the mask hides. */
    void textMasked(Masker masker, Mask mask, BodyKind kind, byte[] source) {
        room(Short.BYTES);
        int lengthFrom = bytes.position();
        bytes.putShort((short) 0);
        putMasked(masker, mask, kind, source, 0, Math.min(source.length, LONGEST_TEXT));
        bytes.putShort(lengthFrom, (short) (bytes.position() - lengthFrom - Short.BYTES));
    }

    private void room(int length) {
        if (bytes.remaining() >= length) return;
        int capacity = Math.max(bytes.capacity() * 2, bytes.position() + length);
        bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
    }
}
