package vesper.bench.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import vesper.bench.instrument.Missing;
import vesper.bench.statistics.Spread;

/** The data of the experiment, collected while it runs; may be incomplete when it ends. */
final class GeneratorFindings {
    private final List<Turn> turns = new ArrayList<>();
    private final List<Missing> missing = new ArrayList<>();
    private Optional<String> brokenOff = Optional.empty();
    private OptionalDouble secondsBefore = OptionalDouble.empty();

    void record(Turn turn) {
        turns.add(turn);
    }

    void miss(List<Missing> what) {
        missing.addAll(what);
    }

    void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    /** Sets the CPU time of this JVM before the first recorded run, which is part of no run. */
    void recordBefore(double cpuSeconds) {
        secondsBefore = OptionalDouble.of(cpuSeconds);
    }

    /** Returns the runs in order. */
    List<Turn> turns() {
        return List.copyOf(turns);
    }

    List<Missing> missing() {
        return List.copyOf(missing);
    }

    /** Returns the reason why the experiment ended early; empty if it is complete. */
    Optional<String> brokenOff() {
        return brokenOff;
    }

    OptionalDouble secondsBefore() {
        return secondsBefore;
    }

    List<Turn> turns(Driven driven, String driver) {
        return turns.stream()
                .filter(turn -> turn.driven() == driven && turn.driver().equals(driver))
                .toList();
    }

    Spread spread(Driven driven, String driver, ToDoubleFunction<Turn> figure) {
        return Spread.of(
                turns(driven, driver).stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Returns the ratios of our own figures to another driver's, round by round, so that a slowdown of a whole round
     * cancels out.
     */
    Spread ratios(Driven driven, String other, ToDoubleFunction<Turn> figure) {
        Map<Integer, Turn> others = new HashMap<>();
        for (Turn turn : turns(driven, other)) others.put(turn.round(), turn);
        List<Double> ratios = new ArrayList<>();
        for (Turn own : turns(driven, Driver.OWN)) {
            Turn beside = others.get(own.round());
            if (beside != null) ratios.add(figure.applyAsDouble(own) / figure.applyAsDouble(beside));
        }
        return Spread.of(ratios);
    }
}
