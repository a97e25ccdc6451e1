package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.RequestBody;
import vesper.http.Response;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;
import vesper.records.masks.Masker;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;

/** Writes content into a row, truncated and with its secrets masked. Not thread-safe. */
final class ContentWriter {
    private final RowBuffer row;
    private final Masker masker = new Masker();
    private final LastValue contentType = new LastValue();
    private Mask mask = Mask.DEFAULT;
    private int most;

    ContentWriter(RowBuffer row) {
        this.row = row;
    }

    /** Sets the mask and the limit for the content that follows. */
    void masked(Mask hiding, int mostBytes) {
        mask = hiding;
        most = mostBytes;
    }

    /**
     * Writes the content of a request as a blob of the row.
     *
     * @param isSameKind true if equal bytes were masked in the same way in the base row
     */
    void put(Request request, boolean isSameKind) {
        RequestBody body = request.body();
        byte[] whole = body.whole();
        if (isSameKind && whole != null && isAsInBase(whole, 0, whole.length)) return;
        row.beginBlob();
        if (whole != null) put(whole, 0, whole.length, contentType(request), null);
        else if (body instanceof TappedBody tapped) put(tapped.tap(), contentType(request), null);
        row.endBlob();
    }

    /** Returns the media type, or null if there is nothing to mask and the type does not matter. */
    private @Nullable String contentType(Request request) {
        return mask.hidesFields() ? contentType.of(request.headers(), "Content-Type") : null;
    }

    /**
     * Writes the content of a response as a blob of the row.
     *
     * @param like the base row, or null
     */
    void put(Response answer, @Nullable BaseRow like) {
        String type = answer.headerOrNull("Content-Type");
        String encoding = answer.headerOrNull("Content-Encoding");
        if (like != null
                && like.isOfKind(type, encoding, mask)
                && answer.content() instanceof Response.Bytes bytes
                && isAsInBase(bytes.array(), bytes.offset(), bytes.length())) return;
        row.beginBlob();
        switch (answer.content()) {
            case Response.Bytes bytes -> put(bytes.array(), bytes.offset(), bytes.length(), type, encoding);
            case Response.Streamed streamed -> {
                if (streamed.writer() instanceof TappedWriter tapped) put(tapped.tap(), type, encoding);
            }
        }
        row.endBlob();
    }

    private boolean isAsInBase(byte[] bytes, int from, int length) {
        return row.isAsInBase(bytes, from, Math.min(length, most));
    }

    private void put(Tap tap, @Nullable String type, @Nullable String encoding) {
        tap.read((bytes, length) -> put(bytes, 0, length, type, encoding));
    }

    private void put(byte[] bytes, int from, int length, @Nullable String type, @Nullable String encoding) {
        int kept = Math.min(length, most);
        if (kept == 0) return;
        BodyKind kind = mask.hidesFields() ? BodyKind.of(type, encoding, bytes, from, from + kept) : BodyKind.OTHER;
        if (mask.mayHide(kind, bytes, from, from + kept)) {
            row.putMasked(masker, mask, kind, bytes, from, kept);
            return;
        }
        row.put(bytes, from, kept);
        row.markPlain();
    }

    /** Writes a query as a text of the row. */
    void query(String query, Mask hiding) {
        byte[] bytes = query.getBytes(UTF_8);
        BodyKind kind = BodyKind.ofQuery(bytes, 0, bytes.length);
        boolean hides = hiding.mayHide(kind, bytes, 0, bytes.length);
        if (hides) row.textMasked(masker, hiding, kind, bytes);
        else row.text(bytes, 0, bytes.length);
    }

    /** Returns the value of an addition with its secrets masked. */
    ByteBuffer withoutSecrets(Addition addition) {
        byte[] value = new byte[addition.value().remaining()];
        addition.value().duplicate().get(value);
        boolean isSecret = addition.kind() == Additions.Kind.PROPERTY && mask.hidesHeader(addition.name());
        if (isSecret) return ByteBuffer.wrap(Mask.HIDDEN.getBytes(UTF_8));
        BodyKind kind = BodyKind.of(addition.contentType(), null, value, 0, value.length);
        byte[] shown = new byte[RowBuffer.mostMasked(value.length)];
        int length = masker.copy(mask, kind, value, 0, value.length, shown, 0);
        return ByteBuffer.wrap(shown, 0, length);
    }
}
