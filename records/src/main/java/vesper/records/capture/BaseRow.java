package vesper.records.capture;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row that was written whole, so that those that are like it need only say what is different. Filled anew for another
 * one; used by one thread.
 */
final class BaseRow {
    /** A longer one is none. */
    static final int MOST_BYTES = 16 << 10;

    private long position;
    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    /** As they were given; null for what was given as bytes. */
    private final @Nullable String[] texts = new @Nullable String[RowFormat.TEXTS.length];

    private byte[] bytes = {};
    /** Of the texts and the blobs, in the bytes. */
    private final int[] starts = new int[RowFormat.COLUMNS];

    private final int[] ends = new int[RowFormat.COLUMNS];

    /** @param position of the row's entry */
    void become(
            long position, long[] numbers, @Nullable String[] texts, byte[] row, int length, int[] starts, int[] ends) {
        this.position = position;
        System.arraycopy(numbers, 0, this.numbers, 0, numbers.length);
        System.arraycopy(texts, 0, this.texts, 0, texts.length);
        if (bytes.length < length) bytes = new byte[length];
        System.arraycopy(row, 0, bytes, 0, length);
        System.arraycopy(starts, 0, this.starts, 0, starts.length);
        System.arraycopy(ends, 0, this.ends, 0, ends.length);
    }

    long position() {
        return position;
    }

    boolean hasNumber(int column, long value) {
        return numbers[column] == value;
    }

    @SuppressWarnings("ReferenceEquality") // Most texts are the very same ones again; the others are compared.
    boolean hasText(int column, String text) {
        String known = texts[column - RowFormat.FIRST_TEXT];
        return known == text || text.equals(known);
    }

    /** As bytes of a text or a blob. */
    boolean hasBytes(int column, byte[] source, int from, int to) {
        return Arrays.equals(bytes, starts[column], ends[column], source, from, to);
    }

    int length(int column) {
        return ends[column] - starts[column];
    }
}
