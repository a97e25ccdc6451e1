package vesper.services.collections;

/** What is done with documents while nobody asks for it. Both are called once at most, {@code end} perhaps alone. */
public record Activity(Runnable start, Runnable end) {}
