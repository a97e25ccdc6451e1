package vesper.services.collections;

/**
 * A background activity on the documents of a collection. Each function is called at most once; {@code end} may be
 * called without {@code start}.
 */
public record Activity(Runnable start, Runnable stop) {}
