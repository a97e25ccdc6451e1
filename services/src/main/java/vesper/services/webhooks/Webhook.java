package vesper.services.webhooks;

import java.time.Instant;
import java.util.List;
import vesper.documents.Action;

/**
 * An address that is told of the changes of a collection, as it is kept.
 *
 * @param secret with which it can check who tells it: {@code whsec_} and 24 to 64 bytes in Base64
 * @param q what states are to be told of; empty for all
 * @param actions what has to have happened; empty for anything
 * @param after it is told of what follows on this sequence
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
