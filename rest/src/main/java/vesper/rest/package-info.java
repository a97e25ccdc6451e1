/**
 * The types that services import: problems to return or throw, streams and events to send, and the choice of thread.
 *
 * <p>These names are a promise to services. Nothing in this package knows how a request reaches a handler. The packages
 * below build on this one, and each depends only on those listed before it:
 * <ul>
 * <li>{@code media}, {@code paths}, {@code operations}, {@code cors}, {@code multipart}: header fields, patterns and
 * bodies as types
 * <li>{@code bodies}, {@code answers}: conversion from bytes to values and back
 * <li>{@code binding}, {@code constraints}: the arguments of a handler method
 * <li>{@code routing}: selection of the handler for a request
 * <li>{@code controllers}: conversion of annotated classes to routes, which combines all of the above
 * <li>{@code openapi}: the description of routes
 * </ul>
 *
 * <p>A response reports every error of a request at once, as a problem document (RFC 9457): {@link Problem}. Start at
 * {@link vesper.rest.controllers.Controllers}, then {@link vesper.rest.routing.Router}. Built on {@code http} and
 * {@code codec}. Knows nothing of packages or compilers.
 */
@NullMarked
package vesper.rest;

import org.jspecify.annotations.NullMarked;
