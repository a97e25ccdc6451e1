package vesper.records.search;

/** Keeps a search from taking more than its share of the machine. */
@FunctionalInterface
public interface Pace {
    /** As fast as it goes. */
    Pace UNBOUNDED = () -> {};

    /** Called between two batches; comes back when the search may go on. */
    void pause();
}
