package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that trigger an alert: a number of matches in a window, a share of errors (statuses from 500 on), or a 99th
 * percentile of the duration. Exceeding one of them is enough.
 *
 * @param matches largest number of matches without an alert; null for no bound
 * @param errorShare largest share of errors without an alert, 0 to 1; null for no bound
 * @param p99Millis largest percentile without an alert; null for no bound
 * @param windowSeconds length of the window for all bounds, 1 s to a day
 * @param atLeast number of matches in the window from which on the share and the percentile are judged
 * @param webhook an {@code http} or {@code https} URL to call; null to only log alerts
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Alert(
        @Nullable Long matches,
        @Nullable Double errorShare,
        @Nullable Long p99Millis,
        int windowSeconds,
        int atLeast,
        @Nullable String webhook) {
    public static final int LONGEST_WINDOW_SECONDS = 86_400;
    public static final int DEFAULT_WINDOW_SECONDS = 60;
    public static final int DEFAULT_AT_LEAST = 10;
    public static final int HIGHEST_AT_LEAST = 1_000_000;
    public static final long HIGHEST_MATCHES = 1_000_000_000;
    public static final long HIGHEST_P99_MILLIS = 86_400_000;

    public Alert {
        if (matches == null && errorShare == null && p99Millis == null)
            throw new IllegalArgumentException("has none of matches, errorShare and p99Millis");
        if (matches != null && (matches < 0 || matches > HIGHEST_MATCHES))
            throw new IllegalArgumentException("matches " + matches + " is out of bounds");
        if (errorShare != null && !(errorShare >= 0 && errorShare < 1))
            throw new IllegalArgumentException("errorShare " + errorShare + " is not from 0 to below 1");
        if (p99Millis != null && (p99Millis < 0 || p99Millis > HIGHEST_P99_MILLIS))
            throw new IllegalArgumentException("p99Millis " + p99Millis + " is out of bounds");
        if (windowSeconds < 1 || windowSeconds > LONGEST_WINDOW_SECONDS)
            throw new IllegalArgumentException("windowSeconds " + windowSeconds + " is out of bounds");
        if (atLeast < 1 || atLeast > HIGHEST_AT_LEAST)
            throw new IllegalArgumentException("atLeast " + atLeast + " is out of bounds");
        if (webhook != null) Destinations.checkUrl(webhook);
    }

    public Duration window() {
        return Duration.ofSeconds(windowSeconds);
    }

    static @Nullable Alert of(@Nullable RuleFields ruleFields) {
        if (ruleFields == null) return null;
        Long matches = ruleFields.wholeOrNull("matches", 0, HIGHEST_MATCHES);
        Double errorShare = ruleFields.numberOrNull("errorShare", 0, Math.nextDown(1.0));
        Long p99Millis = ruleFields.wholeOrNull("p99Millis", 0, HIGHEST_P99_MILLIS);
        int windowSeconds = ruleFields.whole("windowSeconds", DEFAULT_WINDOW_SECONDS, 1, LONGEST_WINDOW_SECONDS);
        int atLeast = ruleFields.whole("atLeast", DEFAULT_AT_LEAST, 1, HIGHEST_AT_LEAST);
        String webhook = ruleFields.checked("webhook", Destinations::checkUrl);
        ruleFields.refuseOthers();
        boolean isBounded = ruleFields.has("matches") || ruleFields.has("errorShare") || ruleFields.has("p99Millis");
        if (!isBounded) ruleFields.bad("expected one of matches, errorShare and p99Millis");
        if (ruleFields.isBad()) return null;
        return new Alert(matches, errorShare, p99Millis, windowSeconds, atLeast, webhook);
    }
}
