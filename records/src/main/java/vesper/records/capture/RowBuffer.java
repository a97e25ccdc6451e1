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
 * Encodes one row for the journal in the order of {@link RowFormat}. The buffer is reused for the next row. Not
 * thread-safe.
 */
final class RowBuffer {
    /**
     * Maximum length of a text in characters; longer texts are truncated. At three bytes each, the length still fits 16
     * bits.
     */
    private static final int LONGEST_TEXT = 16 << 10;

    private static final int FIRST_BYTES = 4 << 10;
    private static final int MOST_BYTES_PER_CHAR = 3;
    private static final int MOST_BYTES_PER_NUMBER = 10;
    private static final VarHandle LONG = bigEndian(long[].class);

    private static final VarHandle INT = bigEndian(int[].class);
    private static final VarHandle SHORT = bigEndian(short[].class);

    private byte[] bytes = new byte[FIRST_BYTES];
    /** A view of {@link #bytes}. */
    private ByteBuffer view = ByteBuffer.wrap(bytes);

    /** The row that this one is written against; null if the row is complete. */
    private @Nullable BaseRow base;
    /** The next column, and a bit for each column that the row sets. */
    private int column;

    private int given;
    private int at;
    private int blobAt;
    /** Text and blob bytes that were written, and those that were omitted because the base has them. */
    private int writtenBytes;

    private int sparedBytes;
    /** Bit set of the columns that equal their input byte for byte. */
    private int plain;

    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    private final @Nullable String[] texts = new @Nullable String[RowFormat.TEXTS.length];
    private final int[] starts = new int[RowFormat.COLUMNS];
    private final int[] ends = new int[RowFormat.COLUMNS];

    private static VarHandle bigEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    /**
     * Starts a row.
     *
     * @param like a row of the same segment that this one probably resembles, or null
     */
    void start(@Nullable BaseRow like) {
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

    /** Returns the encoded row, valid until the next row starts. */
    ByteBuffer finished() {
        if (column != RowFormat.COLUMNS) throw new IllegalStateException("a row of " + column + " columns");
        INT.set(bytes, RowFormat.GIVEN_AT, given);
        return view.clear().limit(at);
    }

    /**
     * Checks whether at least half of the text and blob bytes came from the base. If not, another base would be better.
     */
    boolean isLikeItsBase() {
        return sparedBytes >= writtenBytes;
    }

    /**
     * Copies this row to a base that later rows can be written against.
     *
     * @param position journal position of this row's entry
     * @return false if the row is too long to be a base
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
            setEmpty(number);
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
        setText(number, from, end);
    }

    /** Writes a text that is given as UTF-8. */
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
        setText(number, start, start + length);
    }

    void noText() {
        text("");
    }

    /** Skips a text or blob column whose inputs equal those of the base, so its value does too. */
    void sameAsBase() {
        BaseRow like = base;
        if (like == null) throw new IllegalStateException("a row without a base");
        sparedBytes += like.length(column++);
    }

    /** Copies the next column from the base if the base holds exactly these bytes unmasked. Returns whether it did. */
    boolean isAsInBase(byte[] source, int from, int length) {
        BaseRow like = base;
        if (like == null || !like.isOfPlain(column, source, from, from + length)) return false;
        sameAsBase();
        return true;
    }

    /** Declares that the current blob equals its input byte for byte. */
    void markPlain() {
        plain |= 1 << column;
    }

    private void setText(int number, int from, int end) {
        SHORT.set(bytes, from - Short.BYTES, (short) (end - from));
        setGiven(number, from, end);
    }

    private void setGiven(int number, int from, int end) {
        given |= 1 << number;
        starts[number] = from;
        ends[number] = end;
        writtenBytes += end - from;
        at = end;
    }

    private void setEmpty(int number) {
        starts[number] = 0;
        ends[number] = 0;
    }

    /** Starts a blob. All bytes added until {@link #endBlob} belong to it. */
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
            setEmpty(number);
            at = blobAt;
            return;
        }
        INT.set(bytes, blobAt, at - from);
        setGiven(number, from, at);
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

    /** Reserves this many bytes and lets {@code writing} fill them. */
    void write(int mostBytes, BufferWriter writing) {
        room(mostBytes);
        ByteBuffer into = view.clear().position(at);
        writing.write(into);
        at = into.position();
    }

    /** Writes at the position of a buffer. */
    interface BufferWriter {
        void write(ByteBuffer into);
    }

    /** Appends bytes like {@link #put}, but masks what the mask hides. */
    void putMasked(Masker masker, Mask mask, BodyKind kind, byte[] source, int from, int length) {
        int most = mostMasked(length);
        room(most);
        at += masker.copy(mask, kind, source, from, from + length, bytes, at, most);
    }

    /** Returns the maximum length of masked content. Masking can lengthen content. */
    static int mostMasked(int length) {
        return Masker.mostBytes(length);
    }

    /** Writes a text and masks what the mask hides. */
    void textMasked(Masker masker, Mask mask, BodyKind kind, byte[] source) {
        int number = column++;
        texts[number - RowFormat.FIRST_TEXT] = null;
        room(Short.BYTES);
        at += Short.BYTES;
        int from = at;
        putMasked(masker, mask, kind, source, 0, Math.min(source.length, LONGEST_TEXT));
        setText(number, from, at);
    }

    private void room(int length) {
        if (bytes.length - at >= length) return;
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + length));
        view = ByteBuffer.wrap(bytes);
    }
}
