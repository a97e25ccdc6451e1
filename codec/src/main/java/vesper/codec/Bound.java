package vesper.codec;

/**
 * The most that there may be of something.
 *
 * @param name what an operator calls it, told with each refusal so that it can be raised
 */
public record Bound(long most, String name) {
    public Bound {
        if (most < 1) throw new IllegalArgumentException(name + " cannot be " + most);
    }
}
