package vesper.bench.design;

/** One of the ways in which a factor may stand, as it is shown: {@code threads}, {@code 8}. */
public record Level(String factor, String value) {
    public Level {
        if (factor.isBlank() || value.isBlank()) throw new IllegalArgumentException("a level has two names");
    }

    @Override
    public String toString() {
        return factor + "=" + value;
    }
}
