/**
 * The OpenAPI 3.1 document for everything that is served.
 *
 * <p>It combines the routes' metadata ({@link vesper.rest.operations.Operation}), the types that the codec reads and
 * writes ({@link vesper.codec.Shapes}) and the doc comments of the sources. The document is created on request, and
 * again after routes have changed. Otherwise it has no cost.
 *
 * <p>Start at {@link OpenApi}, then {@code ApiDocument}.
 */
@NullMarked
package vesper.rest.openapi;

import org.jspecify.annotations.NullMarked;
