package vesper.records.rows;

import java.nio.ByteBuffer;
import java.util.UUID;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;

/** Read access to the values of one row and to values derived from several columns. */
public interface RowValues {
    long number(Column column) throws DamagedBlockException;

    String text(Column column) throws DamagedBlockException;

    /** Returns a view of the bytes. */
    ByteBuffer bytes(Column column) throws DamagedBlockException;

    /** Returns the record's id, a UUID as text. */
    default String id() throws DamagedBlockException {
        return new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)).toString();
    }

    /** Returns the start time in milliseconds since 1970. */
    default long time() throws DamagedBlockException {
        return number(Columns.TIME);
    }

    /** Returns the path and, if it is stored, the query. */
    default String url() throws DamagedBlockException {
        return url(text(Columns.PATH), text(Columns.QUERY));
    }

    /** Joins a path and a query, which may be empty. */
    static String url(String path, String query) {
        return query.isEmpty() ? path : path + "?" + query;
    }

    /**
     * Checks whether a flag is set.
     *
     * @param flag a bit of {@link RowFlags}
     */
    default boolean is(long flag) throws DamagedBlockException {
        return (number(Columns.FLAGS) & flag) != 0;
    }

    /** Returns the trace id as 32 hexadecimal digits. Without a trace id of another, this is the record's id. */
    default String trace() throws DamagedBlockException {
        long high = number(Columns.TRACE_HIGH);
        long low = number(Columns.TRACE_LOW);
        UUID trace =
                (high | low) == 0 ? new UUID(number(Columns.ID_HIGH), number(Columns.ID_LOW)) : new UUID(high, low);
        return trace.toString().replace("-", "");
    }
}
