package vesper.services.collections;

import java.util.Arrays;
import java.util.List;

/**
 * Reserved path segments: ids that documents cannot have ({@link #BESIDE_DOCUMENTS}), and names that actions cannot
 * have ({@link #BESIDE_ACTIONS}).
 */
public final class OwnNames {
    public static final List<String> BESIDE_DOCUMENTS = List.of("changes", "bulk", "template", "stats", "webhooks");
    public static final List<String> BESIDE_ACTIONS = List.of("changes", "versions");

    private OwnNames() {}

    /**
     * Checks whether a pattern contains one of them.
     *
     * @param pattern the part of the pattern after the collection's path
     */
    public static boolean areIn(String pattern) {
        return Arrays.stream(pattern.split("/"))
                .anyMatch(segment -> BESIDE_DOCUMENTS.contains(segment) || BESIDE_ACTIONS.contains(segment));
    }
}
