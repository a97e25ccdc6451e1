package vesper.bench.experiments;

import java.util.List;
import java.util.Map;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;
import vesper.bench.results.Contrasts.Pair;

/** The four arms of two factors with two levels each. All arms have the levels of the two factors in the same order. */
record TwoByTwo(Arm none, Arm first, Arm second, Arm both) {
    /**
     * Returns the average effect of each factor over the levels of the other, and their interaction: the ratio between
     * the effects of the first with the second on and off.
     */
    List<Pair> effects() {
        Level one = both.levels().get(0);
        Level other = both.levels().get(1);
        Level withoutOne = none.levels().get(0);
        Level withoutOther = none.levels().get(1);
        return List.of(
                new Pair(
                        one + " on average",
                        withoutOne.toString(),
                        Map.of(first.name(), 0.5, both.name(), 0.5, none.name(), -0.5, second.name(), -0.5)),
                new Pair(
                        other + " on average",
                        withoutOther.toString(),
                        Map.of(second.name(), 0.5, both.name(), 0.5, none.name(), -0.5, first.name(), -0.5)),
                new Pair(
                        one + " where " + other,
                        "where " + withoutOther,
                        Map.of(both.name(), 1.0, second.name(), -1.0, first.name(), -1.0, none.name(), 1.0)));
    }
}
