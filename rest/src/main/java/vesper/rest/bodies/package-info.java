/**
 * Conversion of request bodies to values: forms, parameters, and text in JSON or XML, each within limits.
 *
 * <p>Start at {@link Bodies}, which combines the parts. Uploads are in {@code vesper.rest.multipart}.
 */
@NullMarked
package vesper.rest.bodies;

import org.jspecify.annotations.NullMarked;
