package vesper.documents.queries;

import java.io.IOException;
import java.util.List;

/**
 * Fills a new generation with all documents, one part for each step, so that its thread can update the generation in
 * use in between.
 */
final class IndexBuild {
    private static final int PART = 1000;

    private final Generation generation;
    private final IndexSource source;
    private final long startSequence;
    private String after = "";

    /** @param generation an empty one */
    IndexBuild(Generation generation, IndexSource source) {
        this.generation = generation;
        this.source = source;
        // Read before the first document is listed: everything listed is at least this new, and later changes follow.
        this.startSequence = source.sequence();
    }

    Generation generation() {
        return generation;
    }

    /** Returns the sequence after which changes have to be applied on top of the listed documents. */
    long startSequence() {
        return startSequence;
    }

    /** @return whether all documents were added */
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
