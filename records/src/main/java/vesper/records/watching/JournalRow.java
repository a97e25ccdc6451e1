package vesper.records.watching;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.RowValues;

/** A copy of a whole journal row. */
final class JournalRow implements RowValues, RowReader.Values {
    private static final byte[] NOTHING = {};

    private final Map<Column, Long> numbers = new HashMap<>();
    private final Map<Column, byte[]> contents = new HashMap<>();

    /**
     * Copies the row at the reader's entry.
     *
     * @throws IllegalArgumentException if the entry is not a row
     */
    static JournalRow of(JournalReader entry) throws DamagedSegmentException {
        JournalRow row = new JournalRow();
        new RowReader().read(entry, row);
        return row;
    }

    @Override
    public void number(Column column, long value) {
        numbers.put(column, value);
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to, int base) {
        contents.put(column, Arrays.copyOfRange(utf8, from, to));
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to, int base) {
        contents.put(column, Arrays.copyOfRange(bytes, from, to));
    }

    @Override
    public long number(Column column) {
        return numbers.getOrDefault(column, 0L);
    }

    @Override
    public String text(Column column) {
        return new String(contents.getOrDefault(column, NOTHING), UTF_8);
    }

    @Override
    public ByteBuffer bytes(Column column) {
        return ByteBuffer.wrap(contents.getOrDefault(column, NOTHING)).asReadOnlyBuffer();
    }
}
