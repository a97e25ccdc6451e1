package vesper.records.capture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import vesper.http.Headers;
import vesper.records.masks.BodyKind;
import vesper.records.masks.Mask;
import vesper.records.masks.Masker;

/** Writes header fields as lines and masks the secrets among them. Not thread-safe. */
final class FieldLines implements Headers.Reader {
    private static final byte[] COLON = {':', ' '};
    private static final byte[] END = {'\n'};
    private static final byte[] HIDDEN = Mask.HIDDEN.getBytes(US_ASCII);

    private final RowBuffer row;
    private final Masker masker = new Masker();
    private Mask mask = Mask.DEFAULT;

    FieldLines(RowBuffer row) {
        this.row = row;
    }

    void write(Headers headers, Mask hiding) {
        mask = hiding;
        headers.read(this);
    }

    @Override
    public void field(byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        row.put(bytes, nameFrom, nameTo - nameFrom);
        row.put(COLON, 0, COLON.length);
        if (mask.hidesHeader(bytes, nameFrom, nameTo)) row.put(HIDDEN, 0, HIDDEN.length);
        else value(bytes, valueFrom, valueTo);
        row.put(END, 0, END.length);
    }

    /**
     * A field such as {@code Referer} may hold a URL. The names that are masked in the request's query are masked in
     * its query too.
     */
    private void value(byte[] bytes, int from, int to) {
        int query = mask.hidesFields() ? Masker.behindQuestionMark(bytes, from, to) : to;
        row.put(bytes, from, query - from);
        if (query < to) row.putMasked(masker, mask, BodyKind.ofQuery(bytes, query, to), bytes, query, to - query);
    }
}
