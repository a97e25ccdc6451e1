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
    static WebhookStatus of(Webhook hook, WebhookPosition position, long sequence, boolean isNew) {
        return new WebhookStatus(
                hook.name(),
                hook.url(),
                isNew ? Optional.of(hook.secret()) : Optional.empty(),
                hook.q().isEmpty() ? Optional.empty() : Optional.of(hook.q()),
                hook.actions(),
                hook.enabled(),
                hook.createdAt(),
                position.after(),
                Math.max(0, sequence - position.after()),
                position.failures(),
                Optional.ofNullable(position.lastFailure()),
                Optional.ofNullable(position.failedAt()),
                Optional.ofNullable(position.nextAttemptAt()),
                Optional.ofNullable(position.endedWhy()));
    }
}
