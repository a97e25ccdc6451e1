package vesper.http;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request and its outcome.
 *
 * @param parsed the request; null if it could not be parsed
 * @param status status of the response; 0 if the client left before there was one
 * @param bytesReceived content bytes of the request received, without its head
 * @param bytesSent content bytes of the response, without its head
 * @param startedAtMillis wall clock when the request head was complete, milliseconds since 1970
 * @param durationNanos from there until the response was handed to the socket
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
