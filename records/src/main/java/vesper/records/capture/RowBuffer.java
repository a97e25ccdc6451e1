package vesper.records.capture;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;
import vesper.records.masks.Masker;

/**
 * One row as it is written to the journal, in the order of {@link RowFormat}; used again for the next one. Used by one
 * thread.
 */
final class RowBuffer {
    /** Longer texts are cut there, so that three bytes for each still fit the length. */
    private static final int LONGEST_TEXT = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;
    private static final int MOST_BYTES_PER_CHAR = 3;
    /** What is hidden can be longer than it was: {@code "***"} for a digit. */
    private static final int MOST_GROWTH = 2;

    private static final VarHandle LONG = bigEndian(long[].class);
    private static final VarHandle INT = bigEndian(int[].class);
    private static final VarHandle SHORT = bigEndian(short[].class);

    private byte[] bytes = new byte[FIRST_BYTES];
    /** The same bytes. */
    private ByteBuffer view = ByteBuffer.wrap(bytes);

    private int at;
    private int blobAt;

    private static VarHandle bigEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    void begin() {
        bytes[0] = RowFormat.VERSION;
        at = 1;
    }

    /** The whole row, to be read before the next one begins. */
    ByteBuffer finished() {
        return view.clear().limit(at);
    }

    void number(long value) {
        room(Long.BYTES);
        LONG.set(bytes, at, value);
        at += Long.BYTES;
    }

    void text(String text) {
        int chars = Math.min(text.length(), LONGEST_TEXT);
        room(Short.BYTES + MOST_BYTES_PER_CHAR * chars);
        byte[] into = bytes;
        int from = at + Short.BYTES;
        int end = from;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                end = Utf8.encode(text, i, chars, into, end);
                break;
            }
            into[end++] = (byte) c;
        }
        SHORT.set(into, at, (short) (end - from));
        at = end;
    }

    /** The bytes as they are. */
    void text(byte[] source, int from, int to) {
        int length = Math.min(to - from, LONGEST_TEXT);
        room(Short.BYTES + length);
        SHORT.set(bytes, at, (short) length);
        at += Short.BYTES;
        put(source, from, length);
    }

    void noText() {
        room(Short.BYTES);
        SHORT.set(bytes, at, (short) 0);
        at += Short.BYTES;
    }

    /** What is put from here to {@link #endBlob} is one. */
    void beginBlob() {
        room(Integer.BYTES);
        blobAt = at;
        at += Integer.BYTES;
    }

    void endBlob() {
        INT.set(bytes, blobAt, at - blobAt - Integer.BYTES);
    }

    void put(byte[] source, int from, int length) {
        room(length);
        System.arraycopy(source, from, bytes, at, length);
        at += length;
    }

    /** Writes something with room for that many bytes. */
    void write(int mostBytes, Writing writing) {
        room(mostBytes);
        ByteBuffer into = view.clear().position(at);
        writing.write(into);
        at = into.position();
    }

    /** Writes at a buffer's position. */
    interface Writing {
        void write(ByteBuffer into);
    }

    /** As {@link #put}, without what the mask hides. */
    void putMasked(Masker masker, Mask mask, BodyKind kind, byte[] source, int from, int length) {
        int most = mostMasked(length);
        room(most);
        at += masker.copy(mask, kind, source, from, from + length, bytes, at, most);
    }

    /** How long content of this length can become when something in it is hidden. */
    static int mostMasked(int length) {
        return MOST_GROWTH * length + Mask.HIDDEN.length();
    }

    /** A text without what the mask hides. */
    void textMasked(Masker masker, Mask mask, BodyKind kind, byte[] source) {
        room(Short.BYTES);
        int lengthAt = at;
        at += Short.BYTES;
        putMasked(masker, mask, kind, source, 0, Math.min(source.length, LONGEST_TEXT));
        SHORT.set(bytes, lengthAt, (short) (at - lengthAt - Short.BYTES));
    }

    private void room(int length) {
        if (bytes.length - at >= length) return;
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + length));
        view = ByteBuffer.wrap(bytes);
    }
}
