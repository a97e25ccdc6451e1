/**
 * The HTTP server: parses bytes into a {@link Request} and writes a {@link Response} as bytes, over HTTP/1.1, HTTP/2
 * and TLS.
 *
 * <p>A client's input is either understood in exactly one way (RFC 9110, RFC 9112, RFC 9113) or refused. Every wait,
 * buffer and count has a limit in {@link HttpLimits} or {@link Http2Limits}. A {@link Handler} is plain blocking code:
 * by default it runs on a virtual thread that its connection's event loop carries. Each request belongs to a trace
 * ({@link TraceContext}).
 *
 * <p>Start at {@link HttpServer}, then {@code Connection} (HTTP/1.1) or {@code Http2Connection}, and {@code Workers},
 * which sees both only as a {@code Requester}. Content codings are in {@link vesper.http.content}, files in
 * {@link vesper.http.files}, the client in {@link vesper.http.client}. This package does not depend on routes, JSON or
 * packages of services.
 */
@NullMarked
package vesper.http;

import org.jspecify.annotations.NullMarked;
