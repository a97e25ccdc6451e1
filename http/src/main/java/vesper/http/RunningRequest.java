package vesper.http;

import java.net.InetSocketAddress;

/**
 * A snapshot of a request whose response is not complete.
 *
 * @param id unique among the unanswered requests of the server
 * @param path still percent-encoded, without the query, which may hold secrets
 * @param route as named by the router; empty until then
 * @param startedAtMillis wall clock when its head was complete, milliseconds since 1970
 * @param ageNanos time since then
 */
public record RunningRequest(
        String id,
        Method method,
        String path,
        String route,
        InetSocketAddress client,
        long startedAtMillis,
        long ageNanos,
        State state) {
    /** State of the request. */
    public enum State {
        /** Its content is still arriving. */
        RECEIVING,
        /** It is queued, or its handler waits for something. */
        WAITING,
        /** Its handler is on a processor, or could be. */
        RUNNING,
        /** Its response is being written, as fast as the client reads or the handler produces it. */
        SENDING
    }
}
