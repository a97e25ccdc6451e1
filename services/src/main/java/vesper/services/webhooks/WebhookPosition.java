package vesper.services.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position and state of a webhook's delivery.
 *
 * @param after sequence number of the last change that was delivered or skipped
 * @param failures number of consecutive failures to deliver the next change
 * @param lastFailure reason of the last failure; null if the last attempt succeeded
 * @param endedWhy reason why deliveries have ended; null while they continue
 */
record WebhookPosition(
        long after,
        int failures,
        @Nullable String lastFailure,
        @Nullable Instant failedAt,
        @Nullable Instant nextAttemptAt,
        @Nullable String endedWhy) {
    static WebhookPosition resumingAfter(long sequence) {
        return new WebhookPosition(sequence, 0, null, null, null, null);
    }

    WebhookPosition withFailure(String why, Instant at, Instant next) {
        return new WebhookPosition(after, failures + 1, why, at, next, null);
    }

    WebhookPosition withEnd(String why) {
        return new WebhookPosition(after, failures, lastFailure, failedAt, null, why);
    }
}
