package vesper.services.webhooks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import vesper.documents.Action;

/**
 * A webhook and its delivery status, for clients.
 *
 * @param secret only present when it was just set or generated
 * @param after sequence number of the last change that was delivered or skipped
 * @param lag number of changes after that
 * @param failures number of consecutive failures to deliver the next change
 * @param endedWhy reason why deliveries have ended
 */
public record WebhookStatus(
        String name,
        String url,
        Optional<String> secret,
        Optional<String> q,
        List<Action> actions,
        boolean enabled,
        Instant createdAt,
        long after,
        long lag,
        int failures,
        Optional<String> lastFailure,
        Optional<Instant> failedAt,
        Optional<Instant> nextAttemptAt,
        Optional<String> endedWhy) {
    static WebhookStatus of(Webhook hook, WebhookPlace place, long sequence, boolean isNew) {
        return new WebhookStatus(
                hook.name(),
                hook.url(),
                isNew ? Optional.of(hook.secret()) : Optional.empty(),
                hook.q().isEmpty() ? Optional.empty() : Optional.of(hook.q()),
                hook.actions(),
                hook.enabled(),
                hook.createdAt(),
                place.after(),
                Math.max(0, sequence - place.after()),
                place.failures(),
                Optional.ofNullable(place.lastFailure()),
                Optional.ofNullable(place.failedAt()),
                Optional.ofNullable(place.nextAttemptAt()),
                Optional.ofNullable(place.endedWhy()));
    }
}
