package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import vesper.journal.JournalReader;
import vesper.records.blocks.Column;

/** Rows as maps, with numbers as longs, and texts and blobs as strings. */
final class RowMaps {
    private RowMaps() {}

    static Map<Column, Object> of(RowReader reader, JournalReader entry) throws IOException {
        Map<Column, Object> row = new HashMap<>();
        reader.read(entry, new RowReader.Values() {
            @Override
            public void number(Column column, long value) {
                row.put(column, value);
            }

            @Override
            public void text(Column column, byte[] utf8, int from, int to, int base) {
                row.put(column, new String(utf8, from, to - from, UTF_8));
            }

            @Override
            public void blob(Column column, byte[] bytes, int from, int to, int base) {
                row.put(column, new String(bytes, from, to - from, UTF_8));
            }
        });
        return row;
    }
}
