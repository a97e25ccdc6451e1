package vesper.records.search;

import java.io.IOException;

/** Takes hits, in order, until it has enough. */
@FunctionalInterface
public interface HitsWhile {
    /**
     * Takes one.
     *
     * @return whether another one is wanted
     * @throws IOException where it cannot be read, since its block is damaged; it is then left out
     */
    boolean take(Row hit) throws IOException;
}
