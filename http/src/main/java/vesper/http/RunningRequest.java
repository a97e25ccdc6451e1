package vesper.http;

import java.net.InetSocketAddress;

/**
 * A request that is not answered whole yet, as it was a moment ago.
 *
 * @param id names it among all of its server, as long as it is not answered
 * @param path still percent-encoded, without the query, which may hold secrets
 * @param route as the router named it; empty until then
 * @param startedAtMillis wall clock when its head was whole, milliseconds since 1970
 * @param ageNanos since then
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
    /** What is being done for it. */
    public enum State {
        /** Its content is still coming. */
        RECEIVING,
        /** For its turn, or its handler waits for something. */
        WAITING,
        /** Its handler is on a processor, or could be. */
        RUNNING,
        /** Its answer is written, as fast as the client reads or the handler makes it. */
        SENDING
    }
}
