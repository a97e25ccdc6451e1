package vesper.records.text;

import java.util.Arrays;

/** Hands over the words of names and of values at the paths where those stand. */
final class ValueWords implements Words.Sink {
    private final WordSink sink;
    private final Words words = new Words(this);
    private final Paths paths = new Paths();
    /** For what is decoded: escapes, entities. */
    private byte[] decoded = new byte[1 << 10];

    private long path;
    private long otherPath;

    ValueWords(WordSink sink) {
        this.sink = sink;
    }

    Paths paths() {
        return paths;
    }

    /** Words without a path. */
    void words(byte[] utf8, int from, int to) {
        path = Paths.NONE;
        otherPath = Paths.NONE;
        words.scan(utf8, from, to);
    }

    /** A value at the current path. */
    void value(byte[] utf8, int from, int to) {
        value(utf8, from, to, paths.whole(), Paths.NONE);
    }

    /** A value at the current path, which is also known without its first name. */
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

    /** Room for so many decoded bytes, until the next call. */
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
