package vesper.records.search;

import java.io.IOException;

/** Receives the hits of a search in order. */
@FunctionalInterface
public interface Hits {
    /**
     * Receives one hit.
     *
     * @throws IOException if the row cannot be read; it is then left out and the search continues
     */
    void take(Row hit) throws IOException;
}
