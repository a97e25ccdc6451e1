package vesper.records.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.RowTokens;

/** A builder for test rows. Columns that are not set are 0 or empty. */
final class SampleRow {
    private final Map<Column, Long> numbers = new HashMap<>();
    private final Map<Column, String> texts = new HashMap<>();
    private final List<Addition> additions = new ArrayList<>();
    private byte[] headers = {};
    private byte[] request = {};
    private byte[] response = {};

    /** Returns an exchange recorded at a time, with an id made from the number. */
    static SampleRow exchange(long time, long number) {
        return new SampleRow()
                .with(Columns.ID_HIGH, time << 16 | 0x7000)
                .with(Columns.ID_LOW, number | Long.MIN_VALUE)
                .with(Columns.TIME, time)
                .with(Columns.FLAGS, RowFlags.MONITORED | RowFlags.TRACKED)
                .with(Columns.STATUS, 200)
                .with(Columns.METHOD, "GET");
    }

    SampleRow with(Column column, long number) {
        numbers.put(column, number);
        return this;
    }

    SampleRow with(Column column, String text) {
        texts.put(column, text);
        return this;
    }

    SampleRow headers(String lines) {
        headers = lines.getBytes(UTF_8);
        return this;
    }

    SampleRow request(String mediaType, String content) {
        request = content.getBytes(UTF_8);
        return with(Columns.REQUEST_TYPE, mediaType);
    }

    SampleRow response(String mediaType, String content) {
        response = content.getBytes(UTF_8);
        return with(Columns.RESPONSE_TYPE, mediaType);
    }

    SampleRow state(String name, String mediaType, String content) {
        return addition(Additions.Kind.STATE, name, mediaType, content);
    }

    SampleRow property(String name, String value) {
        return addition(Additions.Kind.PROPERTY, name, "", value);
    }

    SampleRow log(String line) {
        return addition(Additions.Kind.LOG, "", "", line);
    }

    private SampleRow addition(Additions.Kind kind, String name, String mediaType, String value) {
        additions.add(new Addition(kind, number(Columns.TIME), false, name, mediaType, UTF_8.encode(value)));
        return this;
    }

    long number(Column column) {
        return numbers.getOrDefault(column, 0L);
    }

    String text(Column column) {
        return texts.getOrDefault(column, "");
    }

    String id() {
        return new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)).toString();
    }

    /** Writes the row as the sealer does. */
    void write(BlockWriter writer, RowTokens tokens) {
        byte[] added = additions();
        for (Column column : Columns.ALL) {
            switch (column.kind()) {
                case NUMBER -> {
                    writer.number(column, number(column));
                    tokens.number(column, number(column));
                }
                case TEXT -> {
                    byte[] utf8 = text(column).getBytes(UTF_8);
                    writer.text(column, utf8, 0, utf8.length);
                    tokens.text(column, utf8, 0, utf8.length);
                }
                case BLOB -> {
                    byte[] bytes = blob(column, added);
                    writer.blob(column, bytes, 0, bytes.length);
                    tokens.blob(column, bytes, 0, bytes.length);
                }
            }
        }
        writer.endRecord(number(Columns.TIME));
    }

    private byte[] blob(Column column, byte[] added) {
        if (column.equals(Columns.HEADERS)) return headers;
        if (column.equals(Columns.REQUEST)) return request;
        return column.equals(Columns.RESPONSE) ? response : added;
    }

    private byte[] additions() {
        int most = additions.stream().mapToInt(Additions::mostBytes).sum();
        ByteBuffer out = ByteBuffer.allocate(most);
        for (Addition addition : additions) Additions.write(out, addition);
        byte[] bytes = new byte[out.flip().remaining()];
        out.get(bytes);
        return bytes;
    }
}
