package vesper.records.watching;

import static java.nio.charset.StandardCharsets.UTF_8;

import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;

/**
 * The columns of a row that decide which rule it concerns and that alerts measure. Reused for each row; not
 * thread-safe.
 */
final class SeenRow implements RowReader.Values {
    private final RowReader reader = new RowReader();
    private String rule = "";
    private long startedAtMillis;
    private long durationMicros;
    private long status;
    private long traceHigh;

    /**
     * Reads the row at the reader's entry.
     *
     * @throws IllegalArgumentException if the entry is not a row
     */
    void read(JournalReader entry) throws DamagedSegmentException {
        reader.readChanges(entry, this);
    }

    /** Returns the name of the Monitor rule that chose the record. */
    String rule() {
        return rule;
    }

    long endedAtMillis() {
        return startedAtMillis + durationMicros / 1000;
    }

    long durationMicros() {
        return durationMicros;
    }

    long status() {
        return status;
    }

    /** Returns the upper half of the trace id. */
    long traceHigh() {
        return traceHigh;
    }

    @Override
    public void number(Column column, long value) {
        int id = column.id();
        if (id == Columns.TIME.id()) startedAtMillis = value;
        else if (id == Columns.DURATION_MICROS.id()) durationMicros = value;
        else if (id == Columns.STATUS.id()) status = value;
        else if (id == Columns.TRACE_HIGH.id()) traceHigh = value;
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to, int base) {
        if (column.id() == Columns.RULE.id()) rule = new String(utf8, from, to - from, UTF_8);
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to, int base) {
        // Not needed here; a RecordMessage reads the row again.
    }
}
