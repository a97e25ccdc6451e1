/**
 * The HTTP server: bytes to {@link Request}, {@link Response} to bytes, over HTTP/1.1, HTTP/2 and TLS.
 *
 * <p>What a client sends is either understood in exactly one way (RFC 9110, RFC 9112, RFC 9113) or refused; every wait,
 * buffer and count has a bound in {@link HttpLimits} or {@link Http2Limits}. A {@link Handler} is plain blocking code:
 * by default it runs on a virtual thread that its connection's event loop carries. Each request is a part of a trace
 * ({@link TraceContext}).
 *
 * <p>Start at {@link HttpServer}, then {@code Connection} (HTTP/1.1) or {@code Http2Connection}, and {@code Workers},
 * which knows of both only that they are a {@code Requester}. Content codings are in {@link vesper.http.content}, files
 * in {@link vesper.http.files}, the client in {@link vesper.http.client}. Knows no routes, no JSON and no packages.
 */
@NullMarked
package vesper.http;

import org.jspecify.annotations.NullMarked;
