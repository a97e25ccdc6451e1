package vesper.services.collections;

import java.util.Arrays;
import java.util.List;

/**
 * Reserved path segments: ids that documents cannot have ({@link #DOCUMENT_IDS}), and names that actions cannot
 * have ({@link #ACTION_NAMES}).
 */
public final class ReservedNames {
    public static final List<String> DOCUMENT_IDS = List.of("changes", "bulk", "template", "stats", "webhooks");
    public static final List<String> ACTION_NAMES = List.of("changes", "versions");

    private ReservedNames() {}

    /**
     * Checks whether a pattern contains one of them.
     *
     * @param pattern the part of the pattern after the collection's path
     */
    public static boolean occurIn(String pattern) {
        return Arrays.stream(pattern.split("/"))
                .anyMatch(segment -> DOCUMENT_IDS.contains(segment) || ACTION_NAMES.contains(segment));
    }
}
