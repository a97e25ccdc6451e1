/**
 * The HTTP server: bytes to {@link Request}, {@link Response} to bytes.
 *
 * <p>What a client sends is either understood in exactly one way (RFC 9110, RFC 9112) or refused; every wait, buffer
 * and count has a bound in {@link HttpLimits}. A {@link Handler} is plain blocking code: by default it runs on a
 * virtual thread that its connection's event loop carries.
 *
 * <p>Start at {@link HttpServer}, then {@code Connection} and {@code Workers}. Knows no routes, no JSON and no packages.
 */
@NullMarked
package vesper.http;

import org.jspecify.annotations.NullMarked;
