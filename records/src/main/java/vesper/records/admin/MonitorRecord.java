package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.RowValues;
import vesper.records.rows.RuleBounds;
import vesper.records.rows.States;

/**
 * An invocation that a Monitor rule chose. It holds only what that rule keeps, even if the Tracker keeps more.
 *
 * @param endpoint the route, such as {@code GET /api/orders/{id}}
 * @param url the path, and the query if it is kept
 * @param status 0 if the client left before the answer
 * @param trackerId id of the transaction, if the Tracker kept the invocation too
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record MonitorRecord(
        String id,
        String time,
        double durationMillis,
        String rule,
        @JsonProperty("package") String packageName,
        String service,
        boolean success,
        long cost,
        String user,
        String endpoint,
        String method,
        String url,
        long status,
        long bytesIn,
        long bytesOut,
        String userAgent,
        String remoteAddress,
        String traceId,
        Optional<String> trackerId,
        Optional<Map<String, String>> headers,
        Optional<Body> request,
        Optional<Body> response) {
    private static final double MICROS_PER_MILLI = 1000;

    /**
     * A kept body.
     *
     * @param cut true if the body was longer
     */
    public record Body(String contentType, String content, boolean cut) {}

    static MonitorRecord of(RowValues row) throws DamagedBlockException {
        RuleBounds bounds = RuleBounds.of(row.number(Columns.FLAGS));
        String query = bounds.query() ? row.text(Columns.QUERY) : "";
        long status = row.number(Columns.STATUS);
        return new MonitorRecord(
                row.id(),
                Instant.ofEpochMilli(row.time()).toString(),
                row.number(Columns.DURATION_MICROS) / MICROS_PER_MILLI,
                row.text(Columns.RULE),
                row.text(Columns.PACKAGE),
                row.text(Columns.SERVICE),
                States.isSuccess(status),
                row.number(Columns.COST),
                row.text(Columns.USER),
                row.text(Columns.ROUTE),
                row.text(Columns.METHOD),
                RowValues.url(row.text(Columns.PATH), query),
                status,
                row.number(Columns.BYTES_IN),
                row.number(Columns.BYTES_OUT),
                row.text(Columns.USER_AGENT),
                row.text(Columns.REMOTE),
                row.trace(),
                row.is(RowFlags.TRACKED) ? Optional.of(row.id()) : Optional.empty(),
                bounds.headers() ? headers(row.bytes(Columns.HEADERS)) : Optional.empty(),
                body(row.text(Columns.REQUEST_TYPE), row.bytes(Columns.REQUEST), row.is(RowFlags.REQUEST_CUT), bounds),
                body(
                        row.text(Columns.RESPONSE_TYPE),
                        row.bytes(Columns.RESPONSE),
                        row.is(RowFlags.RESPONSE_CUT),
                        bounds));
    }

    private static Optional<Body> body(String type, ByteBuffer bytes, boolean isCut, RuleBounds bounds) {
        int shown = Math.min(bytes.remaining(), bounds.bodyBytes());
        if (shown == 0) return Optional.empty();
        String content = Contents.shown(bytes.slice(bytes.position(), shown));
        return Optional.of(new Body(type, content, isCut || shown < bytes.remaining()));
    }

    private static Optional<Map<String, String>> headers(ByteBuffer lines) {
        if (!lines.hasRemaining()) return Optional.empty();
        Map<String, String> headers = new LinkedHashMap<>();
        Contents.shown(lines).lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) headers.merge(line.substring(0, colon), line.substring(colon + 2), (a, b) -> a + ", " + b);
        });
        return Optional.of(headers);
    }
}
