package vesper.records.search;

/** Throttles a search to its share of the machine. */
@FunctionalInterface
public interface SearchPace {
    /** No throttling. */
    SearchPace UNBOUNDED = () -> {};

    /** Blocks until the search may continue. Called between batches. */
    void pause();
}
