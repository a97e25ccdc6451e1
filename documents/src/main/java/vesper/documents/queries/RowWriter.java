package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Writes the {@link Row} of a document. Used by one thread, for one document after the other. */
final class RowWriter implements DocumentSink {
    private byte[] bytes = new byte[1 << 10];
    private int length;
    private ValueKind last = ValueKind.NULL;

    void start(SearchedDocument document) {
        byte[] id = document.id().getBytes(UTF_8);
        length = 0;
        last = ValueKind.NULL;
        room(Row.HEAD_BYTES + id.length);
        bytes[0] = Row.FORMAT;
        Row.LONGS.set(bytes, 1, document.version());
        Row.LONGS.set(bytes, 1 + Long.BYTES, document.storedAtMillis());
        Row.SHORTS.set(bytes, Row.HEAD_BYTES - Short.BYTES, (short) id.length);
        System.arraycopy(id, 0, bytes, Row.HEAD_BYTES, id.length);
        length = Row.HEAD_BYTES + id.length;
    }

    /** Returns the bytes of the row, valid until the next document starts. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    @Override
    public void text(String text) {}

    @Override
    public void endOfText() {}

    @Override
    public void value(long path, ValueKind kind, String text) {
        last = kind;
        if (path == Paths.NONE || path == Paths.ID) return;
        if (kind == ValueKind.TEXT || kind == ValueKind.BOOLEAN) text(path, text);
    }

    @Override
    public void number(long path, double number) {
        // A text that looks like a number matches ranges, but is sorted as a text.
        if (last != ValueKind.NUMBER) return;
        room(Long.BYTES + 1 + Long.BYTES);
        head(path, Row.NUMBER);
        Row.LONGS.set(bytes, length, Double.doubleToLongBits(number));
        length += Long.BYTES;
    }

    @Override
    public void time(long path, long millis) {}

    @Override
    public void cut() {}

    private void text(long path, String text) {
        // A character takes at least one byte.
        String beginning = text.length() <= Row.LONGEST_TEXT ? text : text.substring(0, Row.LONGEST_TEXT);
        byte[] utf8 = beginning.getBytes(UTF_8);
        int kept = Math.min(utf8.length, Row.LONGEST_TEXT);
        while (kept < utf8.length && kept > 0 && (utf8[kept] & 0xc0) == 0x80) kept--;
        room(Long.BYTES + 1 + 1 + kept);
        head(path, Row.TEXT);
        bytes[length++] = (byte) kept;
        System.arraycopy(utf8, 0, bytes, length, kept);
        length += kept;
    }

    private void head(long path, byte kind) {
        Row.LONGS.set(bytes, length, path);
        bytes[length + Long.BYTES] = kind;
        length += Long.BYTES + 1;
    }

    private void room(int more) {
        if (length + more > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
}
