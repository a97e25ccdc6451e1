package vesper.records.rows;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Map;
import java.util.function.LongConsumer;
import vesper.records.blocks.Column;
import vesper.records.blocks.HashSet64;
import vesper.records.text.PayloadForm;
import vesper.records.text.WordHash;

/**
 * Produces the tokens of rows for the filter of the block that they are written to. Within a block, each distinct text
 * is tokenized only once. The caller passes the values of a row in the order of {@link Columns#ALL}. It may omit a
 * value that this block has seen before, except in columns that are {@linkplain #isOfEachRow needed for each row}.
 * Handles one block after another; not thread-safe.
 */
public final class RowTokens {
    /** The treatment of a column's values. */
    private enum Use {
        NOTHING,
        HIGH,
        LOW,
        WORDS,
        PATH,
        QUERY,
        STATE,
        REQUEST_TYPE,
        RESPONSE_TYPE,
        HEADERS,
        REQUEST,
        RESPONSE,
        ADDITIONS
    }

    private static final Map<Column, Use> USES = Map.ofEntries(
            Map.entry(Columns.ID_HIGH, Use.HIGH),
            Map.entry(Columns.ID_LOW, Use.LOW),
            Map.entry(Columns.TRACE_HIGH, Use.HIGH),
            Map.entry(Columns.TRACE_LOW, Use.LOW),
            Map.entry(Columns.USER, Use.WORDS),
            Map.entry(Columns.USER_AGENT, Use.WORDS),
            Map.entry(Columns.TYPE, Use.WORDS),
            Map.entry(Columns.EXTERNAL_ID, Use.WORDS),
            Map.entry(Columns.SENDER, Use.WORDS),
            Map.entry(Columns.RECEIVER, Use.WORDS),
            Map.entry(Columns.PATH, Use.PATH),
            Map.entry(Columns.QUERY, Use.QUERY),
            Map.entry(Columns.STATE, Use.STATE),
            Map.entry(Columns.REQUEST_TYPE, Use.REQUEST_TYPE),
            Map.entry(Columns.RESPONSE_TYPE, Use.RESPONSE_TYPE),
            Map.entry(Columns.HEADERS, Use.HEADERS),
            Map.entry(Columns.REQUEST, Use.REQUEST),
            Map.entry(Columns.RESPONSE, Use.RESPONSE),
            Map.entry(Columns.ADDITIONS, Use.ADDITIONS));

    /** A bit set, indexed by column id. */
    private static final long OF_EACH_ROW =
            bit(Columns.REQUEST_TYPE) | bit(Columns.RESPONSE_TYPE) | bit(Columns.REQUEST) | bit(Columns.RESPONSE);

    private final LongConsumer tokens;
    private final RowWords words;
    private final HashSet64 seen = new HashSet64();
    /** Random, so that no client can craft a text whose hash collides with that of another. */
    private final long seed = new SecureRandom().nextLong();

    private final Use[] uses = new Use[256];

    private long high;
    private PayloadForm request = PayloadForm.UNKNOWN;
    private PayloadForm response = PayloadForm.UNKNOWN;

    /** @param tokens receives every token, many of them more than once */
    public RowTokens(LongConsumer tokens) {
        this.tokens = tokens;
        this.words = RowWords.asTokens(tokens);
        for (Column column : Columns.ALL) uses[column.id()] = USES.getOrDefault(column, Use.NOTHING);
    }

    private static long bit(Column column) {
        return 1L << column.id();
    }

    /**
     * Checks whether a row needs its value of this column: media types decide how the contents of the same row are
     * tokenized.
     */
    public static boolean isOfEachRow(Column column) {
        return (OF_EACH_ROW >>> column.id() & 1) != 0;
    }

    /** Starts a new block: forgets the texts of the previous one. */
    public void startBlock() {
        seen.clear();
    }

    public void number(Column column, long value) {
        Use use = uses[column.id()];
        if (use == Use.HIGH) high = value;
        else if (use == Use.LOW && (high | value) != 0) tokens.accept(RowWords.idToken(high, value));
    }

    public void text(Column column, byte[] utf8, int from, int length) {
        Use use = uses[column.id()];
        switch (use) {
            case REQUEST_TYPE -> request = PayloadForm.of(utf8, from, length);
            case RESPONSE_TYPE -> response = PayloadForm.of(utf8, from, length);
            case WORDS, PATH, QUERY, STATE -> {
                if (length > 0 && isNew(column.id(), utf8, from, length)) words(use, utf8, from, length);
            }
            default -> {}
        }
    }

    public void blob(Column column, byte[] bytes, int from, int length) {
        if (length == 0) return;
        switch (uses[column.id()]) {
            case HEADERS -> headers(column.id(), bytes, from, length);
            case REQUEST -> payload(bytes, from, length, request);
            case RESPONSE -> payload(bytes, from, length, response);
            case ADDITIONS -> additions(ByteBuffer.wrap(bytes, from, length).slice());
            default -> {}
        }
    }

    private void words(Use use, byte[] utf8, int from, int length) {
        switch (use) {
            case PATH -> words.path(utf8, from, length);
            case QUERY -> words.query(utf8, from, length);
            case STATE -> tokens.accept(RowWords.stateToken(utf8, from, length));
            default -> words.text(utf8, from, length);
        }
    }

    private void payload(byte[] bytes, int from, int length, PayloadForm form) {
        // Request and response contents of one form have the same words, so they share a key. Column ids are below 256,
        // so this key differs from them.
        if (isNew(form.name().hashCode(), bytes, from, length)) words.payload(bytes, from, length, form);
    }

    /** Tokenizes line by line, since most header lines repeat those of other requests. */
    private void headers(int kind, byte[] bytes, int from, int length) {
        int to = from + length;
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != '\n') end++;
            if (isNew(kind, bytes, at, end - at)) words.headers(bytes, at, end - at);
            at = end + 1;
        }
    }

    private void additions(ByteBuffer bytes) {
        words.additions(bytes.duplicate());
        Additions.read(bytes, addition -> {
            if (addition.kind() == Additions.Kind.STATE) tokens.accept(RowWords.stateToken(addition.name()));
        });
    }

    private boolean isNew(int kind, byte[] bytes, int from, int length) {
        return seen.add(WordHash.of(seed ^ kind, bytes, from, length));
    }
}
