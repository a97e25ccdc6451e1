package vesper.bench.design;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A setup and how each factor stands in it.
 *
 * @param isBase whether every factor stands where it does by default
 */
public record Variant<S>(List<Level> levels, S setup, boolean isBase) {
    public Variant {
        levels = List.copyOf(levels);
    }

    /** {@code threads=8 log=off}. */
    public String name() {
        return levels.stream().map(Level::toString).collect(Collectors.joining(" "));
    }
}
