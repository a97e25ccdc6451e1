package vesper.codec;

/**
 * An upper limit.
 *
 * @param name the name by which an operator knows the limit; every rejection quotes it, so the operator knows what to
 *     raise
 */
public record Bound(long most, String name) {
    public Bound {
        if (most < 1) throw new IllegalArgumentException(name + " cannot be " + most);
    }
}
