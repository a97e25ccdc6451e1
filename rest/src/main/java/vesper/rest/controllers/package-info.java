/**
 * Conversion of objects with Spring MVC's annotations to routes.
 *
 * <p>A routed handler is a function from request to response and needs no socket. This package combines the other parts
 * of the module. Start at {@link Controllers}, then read {@code ControllerMethod}, which handles the requests.
 */
@NullMarked
package vesper.rest.controllers;

import org.jspecify.annotations.NullMarked;
