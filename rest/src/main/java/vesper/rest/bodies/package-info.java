/**
 * The bodies of requests as values: forms, parameters, and texts in JSON or XML, each within its limits.
 *
 * <p>Start at {@link Bodies}, which has all that it takes; uploads are in {@code vesper.rest.multipart}.
 */
@NullMarked
package vesper.rest.bodies;

import org.jspecify.annotations.NullMarked;
