package vesper.records.search;

import java.io.IOException;

/** Receives hits in order until it has enough. */
@FunctionalInterface
public interface HitsWhile {
    /**
     * Receives one hit.
     *
     * @return true to continue
     * @throws IOException if the hit cannot be read because its block is damaged; it is then left out
     */
    boolean take(Row hit) throws IOException;
}
