package vesper.codec;

/**
 * An upper limit.
 *
 * @param name the name by which an operator knows the limit; every rejection quotes it, so the operator knows what to
 *     raise
 */
public record Bound(long max, String name) {
    public Bound {
        if (max < 1) throw new IllegalArgumentException(name + " must be at least 1, not " + max);
    }
}
