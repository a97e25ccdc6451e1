package vesper.records.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The decoded values of a text column: the distinct texts, and the code of one of them for each record. A text becomes
 * a {@code String} only on access. Not thread-safe.
 */
public final class TextValues {
    private final byte[] bytes;
    private final int first;
    /** End offset of each text in {@link #bytes}. */
    private final int[] ends;
    /** Number of bytes between the end of one text and the start of the next. */
    private final int gap;

    private final int[] codes;
    private final @Nullable String[] texts;

    /**
     * @param first offset of the first text
     * @param gap number of bytes between two texts
     * @param codes code of each record's text, less than the number of texts
     */
    TextValues(byte[] bytes, int first, int[] ends, int gap, int[] codes) {
        this.bytes = bytes;
        this.first = first;
        this.ends = ends;
        this.gap = gap;
        this.codes = codes;
        this.texts = new @Nullable String[ends.length];
    }

    /** Returns the number of distinct texts. Codes are 0 up to this number, exclusive. */
    public int different() {
        return ends.length;
    }

    public String text(int code) {
        String known = texts[code];
        if (known != null) return known;
        String text = new String(bytes, start(code), length(code), UTF_8);
        texts[code] = text;
        return text;
    }

    public int code(int row) {
        return codes[row];
    }

    public String of(int row) {
        return text(codes[row]);
    }

    /** Returns the array that {@link #start} and {@link #length} refer to. Callers must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of a text's UTF-8 in {@link #bytes()}. */
    public int start(int code) {
        return code == 0 ? first : ends[code - 1] + gap;
    }

    /** Returns the length of a text in bytes. */
    public int length(int code) {
        return ends[code] - start(code);
    }
}
