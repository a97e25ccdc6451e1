package vesper.documents.queries;

import java.io.IOException;
import java.util.List;

/** Fills a new generation with all documents, a part at a time, so that its thread can follow for another one meanwhile. */
final class Building {
    private static final int PART = 1000;

    private final Generation generation;
    private final IndexSource source;
    private final long begun;
    private String after = "";

    /** @param generation an empty one */
    Building(Generation generation, IndexSource source) {
        this.generation = generation;
        this.source = source;
        // Before the first document is listed: whatever is listed is this old at most, and changes behind it follow.
        this.begun = source.sequence();
    }

    Generation generation() {
        return generation;
    }

    /** The sequence behind which changes have to follow what was listed. */
    long begun() {
        return begun;
    }

    /** @return whether all are there */
    boolean step() throws IOException {
        List<SearchedDocument> part = source.list(after, PART);
        generation.add(part);
        if (part.size() == PART) {
            after = part.getLast().id();
            return false;
        }
        generation.refresh();
        return true;
    }
}
