package vesper.records.store;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;
import vesper.records.rows.RowTokens;
import vesper.records.text.PayloadForm;

/** Puts rows of a journal into a block that is being made. Used by one thread. */
final class RowTaker implements RowReader.Values {
    private final RowReader reader = new RowReader();
    private final BlockWriter writer;
    /** Null where nobody will ask the block's filter. */
    private final @Nullable RowTokens tokens;

    private long time;
    private long idHigh;
    private long traceHigh;
    private PayloadForm requestForm = PayloadForm.TEXT;
    private PayloadForm responseForm = PayloadForm.TEXT;

    private RowTaker(BlockWriter writer, @Nullable RowTokens tokens) {
        this.writer = writer;
        this.tokens = tokens;
    }

    /** For a block that is to be sealed. */
    static RowTaker sealing(BlockWriter writer) {
        return new RowTaker(writer, new RowTokens(writer::word));
    }

    /** For rows that are looked at as they are. */
    static RowTaker looking(BlockWriter writer) {
        return new RowTaker(writer, null);
    }

    /** What comes next is of another block. */
    void beginBlock() {
        if (tokens != null) tokens.beginBlock();
    }

    /** @throws IllegalArgumentException where it is no row */
    void take(ByteBuffer payload) {
        reader.read(payload, this);
        writer.endRecord(time);
    }

    @Override
    public void number(Column column, long value) {
        writer.number(column, value);
        if (column.equals(Columns.TIME)) time = value;
        if (tokens == null) return;
        if (column.equals(Columns.ID_HIGH)) idHigh = value;
        else if (column.equals(Columns.ID_LOW)) tokens.id(idHigh, value);
        else if (column.equals(Columns.TRACE_HIGH)) traceHigh = value;
        else if (column.equals(Columns.TRACE_LOW)) tokens.id(traceHigh, value);
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to) {
        writer.text(column, utf8, from, to - from);
        if (tokens == null) return;
        tokens.text(column, utf8, from, to - from);
        if (column.equals(Columns.REQUEST_TYPE)) requestForm = PayloadForm.of(utf8, from, to - from);
        else if (column.equals(Columns.RESPONSE_TYPE)) responseForm = PayloadForm.of(utf8, from, to - from);
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to) {
        int length = to - from;
        writer.blob(column, bytes, from, length);
        if (tokens == null || length == 0) return;
        if (column.equals(Columns.REQUEST)) tokens.payload(bytes, from, length, requestForm);
        else if (column.equals(Columns.RESPONSE)) tokens.payload(bytes, from, length, responseForm);
        else if (column.equals(Columns.HEADERS)) tokens.headers(bytes, from, length);
        else if (column.equals(Columns.ADDITIONS))
            tokens.additions(ByteBuffer.wrap(bytes, from, length).slice());
    }
}
