package vesper.records.capture;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.journal.Position;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;
import vesper.records.masks.Masker;
import vesper.records.text.Utf8;

/**
 * One row as it is written to the journal, in the order of {@link RowFormat}; used again for the next one. Used by one
 * thread.
 */
final class RowBuffer {
    /** Longer texts are cut there, so that three bytes for each still fit the length. */
    private static final int LONGEST_TEXT = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;
    private static final int MOST_BYTES_PER_CHAR = 3;
    private static final int MOST_BYTES_PER_NUMBER = 10;
    /** What is hidden can be longer than it was: {@code "***"} for a digit. */
    private static final VarHandle LONG = bigEndian(long[].class);

    private static final VarHandle INT = bigEndian(int[].class);
    private static final VarHandle SHORT = bigEndian(short[].class);

    private byte[] bytes = new byte[FIRST_BYTES];
    /** The same bytes. */
    private ByteBuffer view = ByteBuffer.wrap(bytes);

    /** What need not be written again; null where the row is whole. */
    private @Nullable BaseRow base;
    /** The next column, and those before it that the row has a value for. */
    private int column;

    private int given;
    private int at;
    private int blobAt;
    /** What was written of texts and blobs, and what was not since the base has it. */
    private int writtenBytes;

    private int sparedBytes;
    /** Bits of the columns that are, byte for byte, what came. */
    private int plain;

    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    private final @Nullable String[] texts = new @Nullable String[RowFormat.TEXTS.length];
    private final int[] starts = new int[RowFormat.COLUMNS];
    private final int[] ends = new int[RowFormat.COLUMNS];

    private static VarHandle bigEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    /** @param like a row of the same segment that this one is probably like, or null */
    void begin(@Nullable BaseRow like) {
        base = like;
        bytes[0] = RowFormat.VERSION;
        INT.set(bytes, RowFormat.BASE_AT, like == null ? 0 : Position.offset(like.position()));
        at = RowFormat.HEADER_BYTES;
        column = 0;
        given = 0;
        writtenBytes = 0;
        sparedBytes = 0;
        plain = 0;
    }

    /** The whole row, to be read before the next one begins. */
    ByteBuffer finished() {
        if (column != RowFormat.COLUMNS) throw new IllegalStateException("a row of " + column + " columns");
        INT.set(bytes, RowFormat.GIVEN_AT, given);
        return view.clear().limit(at);
    }

    /** Whether the base was of more use than another one would have been of harm. */
    boolean isLikeItsBase() {
        return sparedBytes >= writtenBytes;
    }

    /**
     * Has other rows say only what is different.
     *
     * @param position of its entry
     * @return false where it is too long for that
     */
    boolean copyTo(BaseRow target, long position) {
        if (at > BaseRow.MOST_BYTES) return false;
        target.become(position, numbers, texts, bytes, at, starts, ends, plain);
        return true;
    }

    void number(long value) {
        int number = column++;
        BaseRow like = base;
        numbers[number] = value;
        if (number == RowFormat.FLAGS) {
            INT.set(bytes, RowFormat.FLAGS_AT, (int) value);
            return;
        }
        if (like == null ? value == 0 : like.hasNumber(number, value)) return;
        given |= 1 << number;
        room(MOST_BYTES_PER_NUMBER);
        if (RowFormat.isHalf(number)) {
            LONG.set(bytes, at, value);
            at += Long.BYTES;
        } else {
            at = Leb128.write(value, bytes, at);
        }
    }

    void text(String text) {
        int number = column++;
        BaseRow like = base;
        if (like != null && like.hasText(number, text)) {
            sparedBytes += like.length(number);
            return;
        }
        texts[number - RowFormat.FIRST_TEXT] = text;
        if (like == null && text.isEmpty()) {
            isEmpty(number);
            return;
        }
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
        isText(number, from, end);
    }

    /** The bytes as they are. */
    void text(byte[] source, int from, int to) {
        int number = column++;
        BaseRow like = base;
        int length = Math.min(to - from, LONGEST_TEXT);
        if (like != null && like.hasBytes(number, source, from, from + length)) {
            sparedBytes += length;
            return;
        }
        texts[number - RowFormat.FIRST_TEXT] = null;
        room(Short.BYTES + length);
        int start = at + Short.BYTES;
        System.arraycopy(source, from, bytes, start, length);
        isText(number, start, start + length);
    }

    void noText() {
        text("");
    }

    /** A text or blob that is made of the same as the base's, and need not be made. */
    void sameAsBase() {
        BaseRow like = base;
        if (like == null) throw new IllegalStateException("a row without a base");
        sparedBytes += like.length(column++);
    }

    /** Whether the next column, if its bytes need not be masked, is the base's; then it has been taken. */
    boolean isAsInBase(byte[] source, int from, int length) {
        BaseRow like = base;
        if (like == null || !like.isOfPlain(column, source, from, from + length)) return false;
        sameAsBase();
        return true;
    }

    /** What was put into this blob is, byte for byte, what came. */
    void isPlain() {
        plain |= 1 << column;
    }

    private void isText(int number, int from, int end) {
        SHORT.set(bytes, from - Short.BYTES, (short) (end - from));
        isGiven(number, from, end);
    }

    private void isGiven(int number, int from, int end) {
        given |= 1 << number;
        starts[number] = from;
        ends[number] = end;
        writtenBytes += end - from;
        at = end;
    }

    private void isEmpty(int number) {
        starts[number] = 0;
        ends[number] = 0;
    }

    /** What is put from here to {@link #endBlob} is one. */
    void beginBlob() {
        room(Integer.BYTES);
        blobAt = at;
        at += Integer.BYTES;
    }

    void endBlob() {
        int number = column++;
        BaseRow like = base;
        int from = blobAt + Integer.BYTES;
        if (like == null ? at == from : like.hasBytes(number, bytes, from, at)) {
            sparedBytes += at - from;
            isEmpty(number);
            at = blobAt;
            return;
        }
        INT.set(bytes, blobAt, at - from);
        isGiven(number, from, at);
    }

    void noBlob() {
        beginBlob();
        endBlob();
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
        return Masker.mostBytes(length);
    }

    /** A text without what the mask hides. */
    void textMasked(Masker masker, Mask mask, BodyKind kind, byte[] source) {
        int number = column++;
        texts[number - RowFormat.FIRST_TEXT] = null;
        room(Short.BYTES);
        at += Short.BYTES;
        int from = at;
        putMasked(masker, mask, kind, source, 0, Math.min(source.length, LONGEST_TEXT));
        isText(number, from, at);
    }

    private void room(int length) {
        if (bytes.length - at >= length) return;
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + length));
        view = ByteBuffer.wrap(bytes);
    }
}
