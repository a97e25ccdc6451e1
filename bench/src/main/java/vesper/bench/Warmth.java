package vesper.bench;

/** How an arm came out of its warm-up. */
public record Warmth(boolean stable, int windows) {}
