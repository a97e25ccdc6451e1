package vesper.bench.design;

/** A factor and one of its settings, as reports show them: {@code threads}, {@code 8}. */
public record Level(String factor, String value) {
    public Level {
        if (factor.isBlank() || value.isBlank()) throw new IllegalArgumentException("a level has two names");
    }

    @Override
    public String toString() {
        return factor + "=" + value;
    }
}
