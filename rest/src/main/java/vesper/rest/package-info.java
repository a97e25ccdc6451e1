/**
 * Annotated handlers: routing, binding, constraints, marshalling, streams, problems, OpenAPI.
 *
 * <p>An object with Spring MVC's annotations becomes routes; a request finds its route at a cost that does not grow
 * with their number; everything that is wrong with a request is told at once, as a problem document (RFC 9457). A
 * routed handler is a function from request to response and needs no socket.
 *
 * <p>Start at {@link vesper.rest.Controllers}, then {@link vesper.rest.Router}; what a handler may return is in {@code
 * Answers}, what may be thrown in {@code Failures}. Built on {@code http} and {@code codec}. Knows nothing of packages
 * or compilers.
 */
@NullMarked
package vesper.rest;

import org.jspecify.annotations.NullMarked;
