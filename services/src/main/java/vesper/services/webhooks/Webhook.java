package vesper.services.webhooks;

import java.time.Instant;
import java.util.List;
import vesper.documents.Action;

/**
 * A stored webhook: a URL to which the changes of a collection are delivered.
 *
 * @param secret signing key: {@code whsec_} and 24 to 64 bytes in Base64
 * @param q query that selects documents; empty for all
 * @param actions actions to deliver; empty for all
 * @param after sequence number after which the delivery starts
 */
record Webhook(
        String collection,
        String name,
        String url,
        String secret,
        String q,
        List<Action> actions,
        boolean enabled,
        long after,
        Instant createdAt) {
    Webhook {
        actions = List.copyOf(actions);
    }
}
