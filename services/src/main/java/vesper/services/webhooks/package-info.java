/**
 * Webhooks: URLs to which the changes of a collection are delivered.
 *
 * <p>Webhooks and their positions are stored in documents, so that deliveries continue after a restart.
 *
 * <p>Start at {@link vesper.services.webhooks.Webhooks}.
 */
@NullMarked
package vesper.services.webhooks;

import org.jspecify.annotations.NullMarked;
