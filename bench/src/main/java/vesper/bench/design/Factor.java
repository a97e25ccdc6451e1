package vesper.bench.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A property in which arms differ.
 *
 * @param choices the possible settings, the base first
 * @param <S> the type of the setup that it changes
 */
public record Factor<S>(String name, List<Choice<S>> choices) {
    /**
     * One setting of a factor.
     *
     * @param value the setting as reports show it
     * @param applied returns a copy of a setup with this setting
     */
    public record Choice<S>(String value, UnaryOperator<S> applied) {}

    public Factor {
        choices = List.copyOf(choices);
        long distinct = choices.stream().map(Choice::value).distinct().count();
        if (choices.isEmpty() || distinct < choices.size()) {
            throw new IllegalArgumentException("choices of " + name + " are " + choices);
        }
    }

    /** Returns a factor with a choice for each of these values; the first is the base. */
    @SafeVarargs
    public static <S, V> Factor<S> of(String name, BiFunction<S, V, S> applied, V... values) {
        List<Choice<S>> choices = new ArrayList<>();
        for (V value : values) {
            choices.add(new Choice<>(Objects.toString(value), setup -> applied.apply(setup, value)));
        }
        return new Factor<>(name, choices);
    }

    Choice<S> base() {
        return choices.getFirst();
    }

    Level level(Choice<S> choice) {
        return new Level(name, choice.value());
    }
}
