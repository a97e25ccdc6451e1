/**
 * What services are written with: problems to return or throw, streams and events to send, where to run.
 *
 * <p>These names are a promise to services, which import them; nothing here knows how a request gets to a handler. The
 * packages below stand on this one, each only on those named before it:
 *
 * <ul>
 *   <li>{@code media}, {@code paths}, {@code operations}, {@code cors}, {@code multipart}: header fields, patterns and
 *   bodies
 *       as types
 *   <li>{@code bodies}, {@code answers}: from bytes to values and back
 *   <li>{@code binding}, {@code constraints}: the arguments of a handler method
 *   <li>{@code routing}: which handler a request is for
 *   <li>{@code controllers}: from an annotated class to routes, where all of that is put together
 *   <li>{@code openapi}: the description of routes
 * </ul>
 *
 * <p>Everything that is wrong with a request is told at once, as a problem document (RFC 9457): {@link Problem}. Start
 * at {@link vesper.rest.controllers.Controllers}, then {@link vesper.rest.routing.Router}. Built on {@code http} and
 * {@code codec}. Knows nothing of packages or compilers.
 */
@NullMarked
package vesper.rest;

import org.jspecify.annotations.NullMarked;
