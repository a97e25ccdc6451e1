package vesper.records.capture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import vesper.http.Headers;
import vesper.records.masks.Mask;

/** Writes fields as lines, without the secrets among them. Used by one thread. */
final class FieldLines implements Headers.Reader {
    private static final byte[] COLON = {':', ' '};
    private static final byte[] END = {'\n'};
    private static final byte[] HIDDEN = Mask.HIDDEN.getBytes(US_ASCII);

    private final RowBuffer row;
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
        else row.put(bytes, valueFrom, valueTo - valueFrom);
        row.put(END, 0, END.length);
    }
}
