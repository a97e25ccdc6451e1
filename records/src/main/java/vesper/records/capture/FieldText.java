package vesper.records.capture;

import vesper.http.Headers;

/** Writes the value of one field as a text. Used by one thread. */
final class FieldText implements Headers.Reader {
    private final RowBuffer row;
    private boolean found;

    FieldText(RowBuffer row) {
        this.row = row;
    }

    void write(Headers headers, String name) {
        found = false;
        headers.readFirst(name, this);
        if (!found) row.noText();
    }

    @Override
    public void field(byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo) {
        found = true;
        row.text(bytes, valueFrom, valueTo);
    }
}
