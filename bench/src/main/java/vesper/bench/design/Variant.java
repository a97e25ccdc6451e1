package vesper.bench.design;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A setup, with the level of each factor.
 *
 * @param isBase true if every factor is at its base
 */
public record Variant<S>(List<Level> levels, S setup, boolean isBase) {
    public Variant {
        levels = List.copyOf(levels);
    }

    /** Returns all levels, such as {@code threads=8 log=off}. */
    public String name() {
        return levels.stream().map(Level::toString).collect(Collectors.joining(" "));
    }
}
