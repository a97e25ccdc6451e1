/**
 * An asynchronous HTTP client that keeps its connections.
 *
 * <p>What a server sends is either understood in exactly one way (RFC 9110, RFC 9112, RFC 9113) or the call fails with
 * an exception that is named for what happened; every wait, buffer, queue and count has a bound in
 * {@link ClientTimeouts} or {@link ClientLimits}. A call never blocks an event loop. Proxies, cookies and caching are
 * not its business.
 *
 * <p>Start at {@link HttpClient}, then {@code Call}, {@code OriginPool} and {@code ClientConnection}, then the two that
 * implement {@code Protocol}.
 */
@NullMarked
package vesper.http.client;

import org.jspecify.annotations.NullMarked;
