package vesper.records.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.masks.Mask;

/**
 * Selects exchanges that the Tracker keeps as transactions.
 *
 * @param pattern an Ant pattern of paths, see {@link PathFilter}
 * @param methods empty for all methods
 * @param senderId sender of the transactions; null for none
 * @param receiverId receiver of the transactions; null for none
 * @param documentType type of the transactions; null for none
 * @param mask names whose values are hidden, see {@link Mask}
 * @param bodyBytes how much of each body is kept
 */
public record TrackerRule(
        String pattern,
        List<Method> methods,
        TrackerScope scope,
        @Nullable String senderId,
        @Nullable String receiverId,
        @Nullable String documentType,
        List<String> mask,
        int bodyBytes) {
    public static final int DEFAULT_BODY_BYTES = MonitorRule.DEFAULT_BODY_BYTES;
    /** Limit of an id's or document type's length in characters. */
    public static final int LONGEST_ID = 200;

    /** The rule that applies unless others are configured. */
    public static final TrackerRule DEFAULT = tracking("/api/**", TrackerScope.ALL);

    public TrackerRule {
        PathFilter.ant(pattern);
        Mask.of(mask);
        checkId("sender", senderId);
        checkId("receiver", receiverId);
        checkId("document type", documentType);
        if (bodyBytes < 0 || bodyBytes > MonitorRule.LARGEST_BODY_BYTES)
            throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is out of bounds");
        methods = List.copyOf(methods);
        mask = List.copyOf(mask);
    }

    private static void checkId(String what, @Nullable String id) {
        if (id != null && (id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)))
            throw new IllegalArgumentException(
                    "the " + what + " has more than " + LONGEST_ID + " characters or one that is not printable");
    }

    /** Returns a rule for all methods, without sender, receiver and type, that hides only what is always hidden. */
    public static TrackerRule tracking(String pattern, TrackerScope scope) {
        return new TrackerRule(pattern, List.of(), scope, null, null, null, List.of(), DEFAULT_BODY_BYTES);
    }
}
