package vesper.records.recent;

import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.Method;
import vesper.http.Request;

/**
 * A summary of one exchange.
 *
 * @param atMillis time at which the request's head was complete, in milliseconds since 1970
 * @param path of the request, without the query, cut at {@value #LONGEST_PATH} characters
 * @param route the route that answered; empty if there was none
 * @param failure reason why the request failed; null if none was given
 */
public record RecentExchange(
        long atMillis,
        Method method,
        String path,
        String route,
        int status,
        long durationNanos,
        @Nullable String failure) {
    static final int LONGEST_PATH = 256;

    static RecentExchange of(Exchange exchange, Request request) {
        String path = request.path();
        return new RecentExchange(
                exchange.startedAtMillis(),
                request.method(),
                path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH),
                request.route(),
                exchange.status(),
                exchange.durationNanos(),
                request.failure());
    }

    /** Checks whether a record with these values describes the same exchange. */
    public boolean isOf(long startedAtMillis, String itsMethod, String itsPath, long itsStatus) {
        return atMillis == startedAtMillis
                && status == itsStatus
                && method.name().equals(itsMethod)
                && (itsPath.equals(path) || (path.length() == LONGEST_PATH && itsPath.startsWith(path)));
    }
}
