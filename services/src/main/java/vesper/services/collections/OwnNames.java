package vesper.services.collections;

import java.util.List;

/** What a collection has beside its documents, and a document beside its actions: no names for those. */
public final class OwnNames {
    public static final List<String> BESIDE_DOCUMENTS = List.of("changes", "bulk", "template", "stats", "webhooks");
    public static final List<String> BESIDE_ACTIONS = List.of("changes", "versions");

    private OwnNames() {}

    /** Whether it ends in one of them. */
    public static boolean endsIn(String pattern) {
        String last = pattern.substring(pattern.lastIndexOf('/') + 1);
        return BESIDE_DOCUMENTS.contains(last) || BESIDE_ACTIONS.contains(last);
    }
}
