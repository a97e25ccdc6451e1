/**
 * An asynchronous HTTP client with persistent connections.
 *
 * <p>A server's output is either understood in exactly one way (RFC 9110, RFC 9112, RFC 9113), or the call fails with
 * an exception class for the kind of failure. Every wait, buffer, queue and count has a limit in {@link ClientTimeouts}
 * or {@link ClientLimits}. A call never blocks an event loop. Proxies, cookies and caching are not supported.
 *
 * <p>Start at {@link HttpClient}, then {@code Call}, {@code OriginPool} and {@code ClientConnection}, then the two
 * implementations of {@code Protocol}.
 */
@NullMarked
package vesper.http.client;

import org.jspecify.annotations.NullMarked;
