package vesper.records.rows;

import java.nio.ByteBuffer;
import java.util.UUID;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;

/** One row, wherever it lies: its values by column, and what is read of several. */
public interface RowValues {
    long number(Column column) throws DamagedBlockException;

    String text(Column column) throws DamagedBlockException;

    /** A view of the bytes. */
    ByteBuffer bytes(Column column) throws DamagedBlockException;

    /** As text of a UUID. */
    default String id() throws DamagedBlockException {
        return new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)).toString();
    }

    /** Milliseconds since 1970. */
    default long time() throws DamagedBlockException {
        return number(Columns.TIME);
    }

    /** What was asked for: path and, where it is kept, query. */
    default String url() throws DamagedBlockException {
        return url(text(Columns.PATH), text(Columns.QUERY));
    }

    /** A path with its query, which may be empty. */
    static String url(String path, String query) {
        return query.isEmpty() ? path : path + "?" + query;
    }

    /** @param flag of {@link RowFlags} */
    default boolean is(long flag) throws DamagedBlockException {
        return (number(Columns.FLAGS) & flag) != 0;
    }

    /** The trace's id, 32 hexadecimal digits; the record's own where no other is known. */
    default String trace() throws DamagedBlockException {
        long high = number(Columns.TRACE_HIGH);
        long low = number(Columns.TRACE_LOW);
        UUID trace =
                (high | low) == 0 ? new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)) : new UUID(high, low);
        return trace.toString().replace("-", "");
    }
}
