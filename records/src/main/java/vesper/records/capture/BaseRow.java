package vesper.records.capture;

import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.masks.Mask;

/**
 * A row that was written completely, so that similar rows can be written as differences from it. It also remembers the
 * inputs that its columns were derived from: if the next request has equal inputs, the derived values need not be
 * computed at all. Instances are reused. Not thread-safe.
 */
final class BaseRow {
    /** Rows longer than this are not used as a base. */
    static final int MOST_BYTES = 16 << 10;

    private long position;
    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    /** The texts as they were set; null for a text that was set as bytes. */
    private final @Nullable String[] texts = new @Nullable String[RowFormat.TEXTS.length];

    private byte[] bytes = {};
    /** Bounds of the texts and blobs in {@link #bytes}. */
    private final int[] starts = new int[RowFormat.COLUMNS];

    private final int[] ends = new int[RowFormat.COLUMNS];
    /** Bit set of the columns that equal their input byte for byte, since the mask hid nothing in them. */
    private int plain;

    private Mask mask = Mask.DEFAULT;
    private boolean keepsHeaders;
    private boolean keepsQuery;
    private Headers fields = Headers.NONE;
    private Optional<X509Certificate> certificate = Optional.empty();
    private boolean namesTrace;
    private String query = "";
    private @Nullable String answerType;
    private @Nullable String answerEncoding;

    /**
     * Copies a row that was just written.
     *
     * @param position journal position of the row's entry
     */
    void become(
            long position,
            long[] numbers,
            @Nullable String[] texts,
            byte[] row,
            int length,
            int[] starts,
            int[] ends,
            int plain) {
        this.position = position;
        System.arraycopy(numbers, 0, this.numbers, 0, numbers.length);
        System.arraycopy(texts, 0, this.texts, 0, texts.length);
        if (bytes.length < length) bytes = new byte[length];
        System.arraycopy(row, 0, bytes, 0, length);
        System.arraycopy(starts, 0, this.starts, 0, starts.length);
        System.arraycopy(ends, 0, this.ends, 0, ends.length);
        this.plain = plain;
    }

    /**
     * Records the inputs of this row.
     *
     * @param answer null if there was no response
     */
    void setInputs(Request request, @Nullable Response answer, Choice choice) {
        mask = choice.mask;
        keepsHeaders = choice.headers;
        keepsQuery = choice.query;
        fields = request.headers();
        certificate = request.clientCertificate();
        namesTrace = fields.contains("traceparent");
        query = request.query();
        answerType = answer == null ? null : answer.headerOrNull("Content-Type");
        answerEncoding = answer == null ? null : answer.headerOrNull("Content-Encoding");
    }

    /**
     * Checks whether a request has the same header fields and client certificate and the same parts of it are recorded.
     * Everything derived from the fields is then equal too.
     */
    boolean isOfFields(Request request, Choice choice) {
        return isMaskedBy(choice.mask)
                && keepsHeaders == choice.headers
                && fields.isSameSection(request.headers())
                && certificate.equals(request.clientCertificate());
    }

    /** Returns whether the fields of this row contain a {@code traceparent}. */
    boolean namesTrace() {
        return namesTrace;
    }

    boolean isOfQuery(Request request, Choice choice) {
        return isMaskedBy(choice.mask) && keepsQuery == choice.query && query.equals(request.query());
    }

    /** Checks whether response content with this type and encoding is masked in the same way as this row's. */
    boolean isOfKind(@Nullable String type, @Nullable String encoding, Mask hiding) {
        return isMaskedBy(hiding) && Objects.equals(type, answerType) && Objects.equals(encoding, answerEncoding);
    }

    @SuppressWarnings("ReferenceEquality") // A changed rule always has a new mask instance.
    private boolean isMaskedBy(Mask hiding) {
        return mask == hiding;
    }

    /** Checks whether a column has these bytes and was derived from exactly the same bytes. */
    boolean isOfPlain(int column, byte[] source, int from, int to) {
        return (plain >>> column & 1) != 0 && hasBytes(column, source, from, to);
    }

    long position() {
        return position;
    }

    boolean hasNumber(int column, long value) {
        return numbers[column] == value;
    }

    @SuppressWarnings("ReferenceEquality") // Most texts are the same instances; the others are compared by value.
    boolean hasText(int column, String text) {
        String known = texts[column - RowFormat.FIRST_TEXT];
        return known == text || text.equals(known);
    }

    /** Checks whether a text or blob column has these bytes. */
    boolean hasBytes(int column, byte[] source, int from, int to) {
        return Arrays.equals(bytes, starts[column], ends[column], source, from, to);
    }

    int length(int column) {
        return ends[column] - starts[column];
    }
}
