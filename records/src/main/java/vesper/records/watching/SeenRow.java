package vesper.records.watching;

import static java.nio.charset.StandardCharsets.UTF_8;

import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;

/** As much of a row as it takes to know whom it concerns; used again for the next one, by one thread. */
final class SeenRow implements RowReader.Values {
    private final RowReader reader = new RowReader();
    private String rule = "";
    private long startedAtMillis;
    private long durationMicros;
    private long status;
    private long traceHigh;

    /** @throws IllegalArgumentException where it is no row */
    void read(JournalReader entry) throws DamagedSegmentException {
        reader.readChanges(entry, this);
    }

    /** The name of the Monitor's rule. */
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

    /** The upper half of the trace's id. */
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
        // Read again by who tells of it.
    }
}
