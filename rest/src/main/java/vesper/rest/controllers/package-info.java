/**
 * From an object with Spring MVC's annotations to routes.
 *
 * <p>A routed handler is a function from request to response and needs no socket. Here everything else in this module
 * is put together. Start at {@link Controllers}; what answers a request then is {@code ControllerMethod}.
 */
@NullMarked
package vesper.rest.controllers;

import org.jspecify.annotations.NullMarked;
