package vesper.records.capture;

import vesper.http.Headers;
import vesper.records.masks.Mask;

/** Writes the value of one header field as a text, masked if it is a secret. Not thread-safe. */
final class FieldText implements Headers.Reader {
    private final RowBuffer row;
    private Mask mask = Mask.DEFAULT;
    private boolean found;

    FieldText(RowBuffer row) {
        this.row = row;
    }

    void write(Headers headers, String name, Mask hiding) {
        mask = hiding;
        found = false;
        headers.readFirst(name, this);
        if (!found) row.noText();
    }

    @Override
    public void field(byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        found = true;
        if (mask.hidesHeader(bytes, nameFrom, nameTo)) row.text(Mask.HIDDEN);
        else row.text(bytes, valueFrom, valueTo);
    }
}
