package vesper.records.recent;

import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.Method;
import vesper.http.Request;

/**
 * What is remembered of an exchange.
 *
 * @param atMillis when its head was whole, milliseconds since 1970
 * @param path as the request has it, cut at {@value #LONGEST_PATH} characters, without the query
 * @param route that answered it, empty for none
 * @param failure why it could not be answered as it should; null where nobody said
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

    /** Whether a record that has this much is of the same exchange. */
    public boolean isOf(long startedAtMillis, String itsMethod, String itsPath, long itsStatus) {
        return atMillis == startedAtMillis
                && status == itsStatus
                && method.name().equals(itsMethod)
                && (itsPath.equals(path) || (path.length() == LONGEST_PATH && itsPath.startsWith(path)));
    }
}
