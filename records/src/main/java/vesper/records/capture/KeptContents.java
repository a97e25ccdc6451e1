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

/** Writes contents into a row, as much as is kept and without the secrets in them. Used by one thread. */
final class KeptContents {
    private final RowBuffer row;
    private final Masker masker = new Masker();
    private final LastValue contentType = new LastValue();
    private Mask mask = Mask.DEFAULT;
    private int most;

    KeptContents(RowBuffer row) {
        this.row = row;
    }

    /** What is put from now on is masked like this. */
    void masked(Mask hiding, int mostBytes) {
        mask = hiding;
        most = mostBytes;
    }

    /**
     * Writes a request's content as a blob of the row.
     *
     * @param isSameKind whether the same bytes would be masked as in the row that this one is like
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

    /** Asked for only where something is to be hidden. */
    private @Nullable String contentType(Request request) {
        return mask.hidesFields() ? contentType.of(request.headers(), "Content-Type") : null;
    }

    /**
     * Writes an answer's content as a blob of the row.
     *
     * @param like a row that this one is like; null for none
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
        row.isPlain();
    }

    /** Writes a query as a text of the row. */
    void query(String query, Mask hiding) {
        byte[] bytes = query.getBytes(UTF_8);
        BodyKind kind = BodyKind.ofQuery(bytes, 0, bytes.length);
        boolean hides = hiding.mayHide(kind, bytes, 0, bytes.length);
        if (hides) row.textMasked(masker, hiding, kind, bytes);
        else row.text(bytes, 0, bytes.length);
    }

    /** What code gave, without the secrets in it. */
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
