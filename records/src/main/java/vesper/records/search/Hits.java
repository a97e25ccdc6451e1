package vesper.records.search;

import java.io.IOException;

/** Takes the hits of a search, in their order. */
@FunctionalInterface
public interface Hits {
    /** @throws IOException where the row cannot be read; it is left out then, and the search goes on */
    void take(Row hit) throws IOException;
}
