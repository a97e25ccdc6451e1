package vesper.records.rows;

import static vesper.records.blocks.ColumnKind.BLOB;
import static vesper.records.blocks.ColumnKind.NUMBER;
import static vesper.records.blocks.ColumnKind.TEXT;

import java.util.List;
import vesper.records.blocks.Column;

/**
 * The columns of a record. A row is either one exchange that the Monitor, the Tracker or both recorded, or one addition
 * to a transaction that code began. The row of an addition has the id of its transaction. Columns without a value are 0
 * or empty.
 */
public final class Columns {
    /** The upper and the lower half of the record's id, a UUID of version 7 (RFC 9562). */
    public static final Column ID_HIGH = new Column(1, "id-high", NUMBER);

    public static final Column ID_LOW = new Column(2, "id-low", NUMBER);
    /** Bits of {@link RowFlags} and {@link RuleBounds}. */
    public static final Column FLAGS = new Column(3, "flags", NUMBER);
    /** Start time, in milliseconds since 1970. */
    public static final Column TIME = new Column(4, "time", NUMBER);

    public static final Column DURATION_MICROS = new Column(5, "duration", NUMBER);
    /** HTTP status; 0 if the client disconnected before there was a response. */
    public static final Column STATUS = new Column(6, "status", NUMBER);
    /** Content bytes received and sent. */
    public static final Column BYTES_IN = new Column(7, "bytes-in", NUMBER);

    public static final Column BYTES_OUT = new Column(8, "bytes-out", NUMBER);
    /** Cost in the units of the Monitor's rule. */
    public static final Column COST = new Column(9, "cost", NUMBER);
    /** The two halves of the trace id; both 0 if the trace id equals the record's id. */
    public static final Column TRACE_HIGH = new Column(10, "trace-high", NUMBER);

    public static final Column TRACE_LOW = new Column(11, "trace-low", NUMBER);

    public static final Column METHOD = new Column(20, "method", TEXT);
    /** Percent-encoded, without the query. */
    public static final Column PATH = new Column(21, "path", TEXT);

    public static final Column QUERY = new Column(22, "query", TEXT);
    /** Route in the router's notation: {@code GET /api/orders/{id}}. */
    public static final Column ROUTE = new Column(23, "route", TEXT);

    public static final Column PACKAGE = new Column(24, "package", TEXT);
    /** The class or script that handled the request. */
    public static final Column SERVICE = new Column(25, "service", TEXT);
    /** Name of the Monitor's rule. */
    public static final Column RULE = new Column(26, "rule", TEXT);

    public static final Column USER = new Column(27, "user", TEXT);
    public static final Column REMOTE = new Column(28, "remote", TEXT);
    public static final Column USER_AGENT = new Column(29, "user-agent", TEXT);

    /** Business type of the transaction. */
    public static final Column TYPE = new Column(40, "type", TEXT);

    public static final Column EXTERNAL_ID = new Column(41, "external-id", TEXT);
    public static final Column SENDER = new Column(42, "sender", TEXT);
    public static final Column RECEIVER = new Column(43, "receiver", TEXT);
    /** State of the transaction after this row. */
    public static final Column STATE = new Column(44, "state", TEXT);

    /** Media types of the request and response content. */
    public static final Column REQUEST_TYPE = new Column(45, "request-type", TEXT);

    public static final Column RESPONSE_TYPE = new Column(46, "response-type", TEXT);

    /** Request header fields, each as {@code name: value} and a line feed. */
    public static final Column HEADERS = new Column(60, "headers", BLOB);
    /** Request and response content, truncated to the limit of the rule. */
    public static final Column REQUEST = new Column(61, "request", BLOB);

    public static final Column RESPONSE = new Column(62, "response", BLOB);
    /** Additions by code: states, properties, log lines, links. */
    public static final Column ADDITIONS = new Column(63, "additions", BLOB);

    public static final List<Column> ALL = List.of(
            ID_HIGH,
            ID_LOW,
            FLAGS,
            TIME,
            DURATION_MICROS,
            STATUS,
            BYTES_IN,
            BYTES_OUT,
            COST,
            TRACE_HIGH,
            TRACE_LOW,
            METHOD,
            PATH,
            QUERY,
            ROUTE,
            PACKAGE,
            SERVICE,
            RULE,
            USER,
            REMOTE,
            USER_AGENT,
            TYPE,
            EXTERNAL_ID,
            SENDER,
            RECEIVER,
            STATE,
            REQUEST_TYPE,
            RESPONSE_TYPE,
            HEADERS,
            REQUEST,
            RESPONSE,
            ADDITIONS);

    private Columns() {}
}
