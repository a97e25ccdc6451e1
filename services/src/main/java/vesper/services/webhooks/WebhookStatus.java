package vesper.services.webhooks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import vesper.documents.Action;

/**
 * A webhook as everybody may see it.
 *
 * @param secret only where it was just made; it is shown once
 * @param after the sequence of the last change that it was told of, or that is not for it
 * @param lag how many changes there are behind that
 * @param failures how often in a row it was not to be told of the next one
 * @param endedWhy why it is told of nothing any more
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
