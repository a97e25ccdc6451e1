package vesper.http;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request and what came of it.
 *
 * @param parsed the request, null where none could be understood
 * @param status of the answer; 0 where the client went away before there was one
 * @param bytesReceived content bytes of the request that have come, without its head
 * @param bytesSent content bytes of the answer, without its head
 * @param startedAtMillis wall clock when the head was whole, milliseconds since 1970
 * @param durationNanos from there until the answer was handed to the socket
 */
public record Exchange(
        @Nullable Request parsed,
        InetSocketAddress remoteAddress,
        int status,
        long bytesReceived,
        long bytesSent,
        long startedAtMillis,
        long durationNanos) {

    public Optional<Request> request() {
        return Optional.ofNullable(parsed);
    }
}
