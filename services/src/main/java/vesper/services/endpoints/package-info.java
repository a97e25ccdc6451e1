/**
 * What clients do with documents over HTTP: the verbs under {@code /api/{collection}}, conditions, listing and searching,
 * history, streams of changes, many writes at once.
 *
 * <p>Start at {@link vesper.services.endpoints.CollectionController}.
 */
@NullMarked
package vesper.services.endpoints;

import org.jspecify.annotations.NullMarked;
