package vesper.records.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import vesper.records.rows.Additions.Addition;
import vesper.records.text.Paths;
import vesper.records.text.PayloadForm;
import vesper.records.text.PayloadWords;
import vesper.records.text.WordHash;
import vesper.records.text.WordSink;

/**
 * Extracts the words of a row. Sealing puts them into a block's filter and queries match against them; sharing this
 * class keeps the two consistent. There is one method for each kind of text, so that a caller can skip texts it has
 * already seen in a block.
 *
 * <p>The words of a payload carry their path in the payload. Header fields, query parameters and properties have paths
 * that start with {@code header.}, {@code query.} and {@code prop.}; log lines have the path {@code log}. Not
 * thread-safe.
 */
public final class RowWords {
    private static final byte[] HEADER = "header".getBytes(US_ASCII);
    private static final byte[] QUERY = "query".getBytes(US_ASCII);
    private static final byte[] PROPERTY = "prop".getBytes(US_ASCII);
    private static final byte[] LOG = "log".getBytes(US_ASCII);
    private static final byte[] NO_PATH = {};

    private static final long STATE_SEED = Paths.hashOf("state");
    private static final long ID_SEED = Paths.hashOf("id");

    private final PayloadWords words;

    public RowWords(WordSink sink) {
        words = new PayloadWords(sink);
    }

    /**
     * Creates an instance that emits tokens: one for each word, for each word at its path, and for the path of each
     * value.
     */
    public static RowWords asTokens(LongConsumer tokens) {
        return new RowWords(new WordSink() {
            @Override
            public void word(byte[] folded, int length) {
                tokens.accept(WordHash.of(folded, length));
            }

            @Override
            public void wordAt(long pathHash, byte[] folded, int length) {
                tokens.accept(WordHash.of(pathHash, folded, 0, length));
            }

            @Override
            public void valueAt(long pathHash, byte[] utf8, int from, int to) {
                tokens.accept(pathHash);
            }
        });
    }

    /** Returns the token of a record's id, or of its trace id if that differs. */
    public static long idToken(long high, long low) {
        byte[] bytes =
                ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        return WordHash.of(ID_SEED, bytes, 0, bytes.length);
    }

    /** Returns the token of a current or former state of a transaction. Case is ignored. */
    public static long stateToken(String name) {
        byte[] utf8 = name.getBytes(UTF_8);
        return stateToken(utf8, 0, utf8.length);
    }

    static long stateToken(byte[] utf8, int from, int length) {
        return STATE_SEED ^ Paths.hashOf(new String(utf8, from, length, UTF_8));
    }

    /** Scans the content of {@link Columns#REQUEST} or {@link Columns#RESPONSE}. */
    public void payload(byte[] bytes, int from, int length, PayloadForm form) {
        words.scan(bytes, from, from + length, form);
    }

    /**
     * Scans a value of {@link Columns#TYPE}, {@link Columns#EXTERNAL_ID}, {@link Columns#SENDER},
     * {@link Columns#RECEIVER}, {@link Columns#USER} or {@link Columns#USER_AGENT}.
     */
    public void text(byte[] utf8, int from, int length) {
        words.text(utf8, from, from + length, NO_PATH);
    }

    /** Scans a value of {@link Columns#PATH}. */
    public void path(byte[] bytes, int from, int length) {
        words.percentEncoded(bytes, from, from + length);
    }

    /** Scans a value of {@link Columns#QUERY}. */
    public void query(byte[] bytes, int from, int length) {
        words.parameters(bytes, from, from + length, QUERY);
    }

    /** Scans a value of {@link Columns#HEADERS}, or some lines of one. */
    public void headers(byte[] bytes, int from, int length) {
        int to = from + length;
        int at = from;
        while (at < to) {
            int end = indexOf('\n', bytes, at, to);
            int colon = indexOf(':', bytes, at, end);
            words.named(HEADER, bytes, at, colon, Math.min(end, colon + 1), end);
            at = end + 1;
        }
    }

    /** Scans a value of {@link Columns#ADDITIONS}. */
    public void additions(ByteBuffer bytes) {
        Additions.read(bytes, this::addition);
    }

    /** Scans only the states in a value of {@link Columns#ADDITIONS}, with their payloads. */
    public void stateContents(ByteBuffer bytes) {
        Additions.read(bytes, addition -> {
            if (addition.kind() == Additions.Kind.STATE) addition(addition);
        });
    }

    private void addition(Addition addition) {
        byte[] name = addition.name().getBytes(UTF_8);
        byte[] value = new byte[addition.value().remaining()];
        addition.value().duplicate().get(value);
        switch (addition.kind()) {
            case STATE -> {
                words.text(name, 0, name.length, NO_PATH);
                words.scan(value, 0, value.length, PayloadForm.of(addition.contentType()));
            }
            case PROPERTY -> property(name, value);
            case LOG -> words.text(value, 0, value.length, LOG);
            case LINK -> {
                words.text(name, 0, name.length, NO_PATH);
                words.text(value, 0, value.length, NO_PATH);
            }
        }
    }

    private void property(byte[] name, byte[] value) {
        byte[] both = new byte[name.length + value.length];
        System.arraycopy(name, 0, both, 0, name.length);
        System.arraycopy(value, 0, both, name.length, value.length);
        words.named(PROPERTY, both, 0, name.length, name.length, both.length);
    }

    private static int indexOf(char wanted, byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != wanted) at++;
        return at;
    }
}
