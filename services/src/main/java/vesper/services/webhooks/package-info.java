/**
 * Webhooks: addresses that are told of the changes of a collection. What they are and how far each has got is kept in
 * documents, so that after a restart each goes on where it was.
 *
 * <p>Start at {@link vesper.services.webhooks.Webhooks}.
 */
@NullMarked
package vesper.services.webhooks;

import org.jspecify.annotations.NullMarked;
