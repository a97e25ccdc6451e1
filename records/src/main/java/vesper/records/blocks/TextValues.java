package vesper.records.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The texts of a column: those that are there, and for each record which one it has. A text is only made where somebody
 * asks for it. Used by one thread.
 */
public final class TextValues {
    private final byte[] bytes;
    private final int first;
    /** Of each text, in the bytes. */
    private final int[] ends;
    /** Bytes between the end of a text and the next one. */
    private final int gap;

    private final int[] codes;
    private final @Nullable String[] texts;

    /**
     * @param first where the first text begins
     * @param gap how many bytes lie between two texts
     * @param codes of the records, each of them below the number of texts
     */
    TextValues(byte[] bytes, int first, int[] ends, int gap, int[] codes) {
        this.bytes = bytes;
        this.first = first;
        this.ends = ends;
        this.gap = gap;
        this.codes = codes;
        this.texts = new @Nullable String[ends.length];
    }

    /** How many different ones there are. */
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

    /** What {@link #start} and {@link #length} speak of; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the UTF-8 of a text begins. */
    public int start(int code) {
        return code == 0 ? first : ends[code - 1] + gap;
    }

    /** In bytes. */
    public int length(int code) {
        return ends[code] - start(code);
    }
}
