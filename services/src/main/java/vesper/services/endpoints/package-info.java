/**
 * The HTTP endpoints for documents: the methods under {@code /api/{collection}}, conditional requests, lists and
 * searches, history, streams of changes and bulk writes.
 *
 * <p>Start at {@link vesper.services.endpoints.CollectionController}.
 */
@NullMarked
package vesper.services.endpoints;

import org.jspecify.annotations.NullMarked;
