package vesper.records.text;

import java.util.Arrays;

/** Emits the words of names, and the words of values together with their paths. */
final class ValueWords implements Words.Sink {
    private final WordSink sink;
    private final Words words = new Words(this);
    private final Paths paths = new Paths();
    /** Buffer for decoded escapes and entities. */
    private byte[] decoded = new byte[1 << 10];

    private long path;
    private long otherPath;

    ValueWords(WordSink sink) {
        this.sink = sink;
    }

    Paths paths() {
        return paths;
    }

    /** Emits words without a path. */
    void words(byte[] utf8, int from, int to) {
        path = Paths.NONE;
        otherPath = Paths.NONE;
        words.scan(utf8, from, to);
    }

    /** Emits the words of a value at the current path. */
    void value(byte[] utf8, int from, int to) {
        value(utf8, from, to, paths.whole(), Paths.NONE);
    }

    /** Emits the words of a value at the current path and at that path without its first name. */
    void valueInRoot(byte[] utf8, int from, int to) {
        value(utf8, from, to, paths.whole(), paths.withoutRoot());
    }

    private void value(byte[] utf8, int from, int to, long first, long second) {
        path = first;
        otherPath = second;
        words.scan(utf8, from, to);
        if (first != Paths.NONE) sink.valueAt(first, utf8, from, to);
        if (second != Paths.NONE) sink.valueAt(second, utf8, from, to);
    }

    void endOfText() {
        sink.endOfText();
    }

    /** Returns a buffer of at least this many bytes, valid until the next call. */
    byte[] room(int bytes) {
        if (decoded.length < bytes) decoded = Arrays.copyOf(decoded, Math.max(decoded.length * 2, bytes));
        return decoded;
    }

    @Override
    public void word(byte[] folded, int length) {
        sink.word(folded, length);
        if (path != Paths.NONE) sink.wordAt(path, folded, length);
        if (otherPath != Paths.NONE) sink.wordAt(otherPath, folded, length);
    }
}
