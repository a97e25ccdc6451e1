package vesper.services.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a webhook has got.
 *
 * @param after the sequence of the last change that it was told of, or that is not for it
 * @param failures how often in a row it was not to be told of the next one
 * @param lastFailure why; null where it took the last one
 * @param endedWhy why it is told of nothing any more; null while it is
 */
record WebhookPlace(
        long after,
        int failures,
        @Nullable String lastFailure,
        @Nullable Instant failedAt,
        @Nullable Instant nextAttemptAt,
        @Nullable String endedWhy) {
    static WebhookPlace behind(long sequence) {
        return new WebhookPlace(sequence, 0, null, null, null, null);
    }

    WebhookPlace failed(String why, Instant at, Instant next) {
        return new WebhookPlace(after, failures + 1, why, at, next, null);
    }

    WebhookPlace ended(String why) {
        return new WebhookPlace(after, failures, lastFailure, failedAt, null, why);
    }
}
