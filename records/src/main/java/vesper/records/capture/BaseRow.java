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
 * A row that was written whole, so that those that are like it need only say what is different. It remembers what it was
 * made of: where the next one is made of the same, nothing has to be made. Filled anew for another one; used by one thread.
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
    /** Bits of the columns that are, byte for byte, what came: the mask found nothing there to hide. */
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

    /** @param position of the row's entry */
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

    /** @param answer null where there was none */
    void isMadeOf(Request request, @Nullable Response answer, Choice choice) {
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

    /** Whether a request has the same fields and caller, of which as much is kept: so has what is made of them. */
    boolean isOfFields(Request request, Choice choice) {
        return isMaskedBy(choice.mask)
                && keepsHeaders == choice.headers
                && fields.isSameSection(request.headers())
                && certificate.equals(request.clientCertificate());
    }

    /** Whether the fields, if they are the same, name the trace. */
    boolean namesTrace() {
        return namesTrace;
    }

    boolean isOfQuery(Request request, Choice choice) {
        return isMaskedBy(choice.mask) && keepsQuery == choice.query && query.equals(request.query());
    }

    /** Whether the content of such an answer, if it is the same, would be masked in the same way. */
    boolean isOfKind(@Nullable String type, @Nullable String encoding, Mask hiding) {
        return isMaskedBy(hiding) && Objects.equals(type, answerType) && Objects.equals(encoding, answerEncoding);
    }

    @SuppressWarnings("ReferenceEquality") // Rules that change bring masks of their own.
    private boolean isMaskedBy(Mask hiding) {
        return mask == hiding;
    }

    /** Whether it has these bytes and was made of the very same. */
    boolean isOfPlain(int column, byte[] source, int from, int to) {
        return (plain >>> column & 1) != 0 && hasBytes(column, source, from, to);
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
