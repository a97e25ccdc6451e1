package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import vesper.records.capture.RouteFacts;
import vesper.records.recent.RecentExchange;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.Row;
import vesper.rest.openapi.Described;

@Described("""
        A request that was answered with a status from 500 on.
        @param at when it came
        @param path without the query
        @param route that answered it; empty for none
        @param packageName whose route it is; empty for the server's own
        @param message what went wrong, where that is known still
        @param invocation id of what the Monitor recorded of it
        @param transaction id of what the Tracker kept of it""")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ErrorItem(
        Instant at,
        long status,
        String method,
        String path,
        String route,
        @JsonProperty("package") String packageName,
        Optional<String> message,
        Optional<String> invocation,
        Optional<String> transaction) {
    static ErrorItem of(RecentExchange failed, RouteFacts facts) {
        return new ErrorItem(
                Instant.ofEpochMilli(failed.atMillis()),
                failed.status(),
                failed.method().name(),
                failed.path(),
                failed.route(),
                facts.packageName(),
                Optional.ofNullable(failed.failure()),
                Optional.empty(),
                Optional.empty());
    }

    static ErrorItem of(Row row) throws IOException {
        return new ErrorItem(
                Instant.ofEpochMilli(row.time()),
                row.number(Columns.STATUS),
                row.text(Columns.METHOD),
                row.text(Columns.PATH),
                row.text(Columns.ROUTE),
                row.text(Columns.PACKAGE),
                Optional.empty(),
                row.is(RowFlags.MONITORED) ? Optional.of(row.id()) : Optional.empty(),
                row.is(RowFlags.TRACKED) ? Optional.of(row.id()) : Optional.empty());
    }

    boolean isOf(RecentExchange failed) {
        return failed.isOf(at.toEpochMilli(), method, path, status);
    }

    /** Returns a copy with a message. Records do not hold the message, recent exchanges do. */
    ErrorItem saying(Optional<String> what) {
        return new ErrorItem(at, status, method, path, route, packageName, what, invocation, transaction);
    }
}
