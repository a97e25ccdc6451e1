/**
 * The OpenAPI 3.1 document of everything that is served.
 *
 * <p>It is made of what routes know ({@link vesper.rest.operations.Operation}), of what the codec writes and reads
 * ({@link vesper.codec.Shapes}) and of the sources' doc comments, when somebody asks for it and again after routes have
 * changed; until then it costs nothing.
 *
 * <p>Start at {@link OpenApi}, then {@code ApiDocument}.
 */
@NullMarked
package vesper.rest.openapi;

import org.jspecify.annotations.NullMarked;
