package vesper.http.fields;

import io.netty.util.AsciiString;
import java.util.Arrays;

/**
 * The fields of one section, as decoded from HPACK, in the layout that header objects use: one byte array, and the
 * bounds of each name and value in it. Reused for each section. It enforces no limits; the caller of {@link #add}
 * enforces them.
 */
public final class FieldLines {
    private static final int BOUNDS_PER_FIELD = 4;

    private byte[] bytes = new byte[1024];
    private int[] bounds = new int[16 * BOUNDS_PER_FIELD];
    private int length;
    private int count;

    public void clear() {
        length = 0;
        count = 0;
    }

    public int count() {
        return count;
    }

    public void add(AsciiString name, AsciiString value) {
        int at = count++ * BOUNDS_PER_FIELD;
        if (at == bounds.length) bounds = Arrays.copyOf(bounds, 2 * at);
        bounds[at] = length;
        append(name);
        bounds[at + 1] = length;
        bounds[at + 2] = length;
        append(value);
        bounds[at + 3] = length;
    }

    private void append(AsciiString text) {
        if (length + text.length() > bytes.length)
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + text.length()));
        text.copy(0, bytes, length, text.length());
        length += text.length();
    }

    /** Returns a copy of the names and values. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Returns a copy of the bounds: start and end of the name, then start and end of the value, for each field. */
    public int[] bounds() {
        return Arrays.copyOf(bounds, count * BOUNDS_PER_FIELD);
    }
}
