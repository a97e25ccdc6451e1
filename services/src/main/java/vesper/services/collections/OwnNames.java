package vesper.services.collections;

import java.util.Arrays;
import java.util.List;

/** What a collection has beside its documents, and a document beside its actions: no names for those. */
public final class OwnNames {
    public static final List<String> BESIDE_DOCUMENTS = List.of("changes", "bulk", "template", "stats", "webhooks");
    public static final List<String> BESIDE_ACTIONS = List.of("changes", "versions");

    private OwnNames() {}

    /**
     * Whether a pattern has one of them in it.
     *
     * @param pattern behind the path of the collection
     */
    public static boolean areIn(String pattern) {
        return Arrays.stream(pattern.split("/"))
                .anyMatch(segment -> BESIDE_DOCUMENTS.contains(segment) || BESIDE_ACTIONS.contains(segment));
    }
}
