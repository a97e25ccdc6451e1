package vesper.bench.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Something in which arms differ.
 *
 * @param choices how it may stand, the base's first
 * @param <S> what is set up
 */
public record Factor<S>(String name, List<Choice<S>> choices) {
    /**
     * @param value as it is shown
     * @param applied makes a setup one in which the factor stands so
     */
    public record Choice<S>(String value, UnaryOperator<S> applied) {}

    public Factor {
        choices = List.copyOf(choices);
        long distinct = choices.stream().map(Choice::value).distinct().count();
        if (choices.isEmpty() || distinct < choices.size()) {
            throw new IllegalArgumentException("choices of " + name + " are " + choices);
        }
    }

    /** A factor that stands at each of these values. */
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
