package vesper.bench.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import vesper.bench.instrument.Unavailable;
import vesper.bench.statistics.Spread;

/** The data of the experiment, collected while it runs; may be incomplete when it ends. */
final class GeneratorFindings {
    private final List<DriverRun> runs = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private Optional<String> abortReason = Optional.empty();
    private OptionalDouble secondsBefore = OptionalDouble.empty();

    void record(DriverRun run) {
        runs.add(run);
    }

    void addUnavailable(List<Unavailable> what) {
        unavailable.addAll(what);
    }

    void abort(String why) {
        abortReason = Optional.of(why);
    }

    /** Sets the CPU time of this JVM before the first recorded run, which is part of no run. */
    void recordBefore(double cpuSeconds) {
        secondsBefore = OptionalDouble.of(cpuSeconds);
    }

    /** Returns the runs in order. */
    List<DriverRun> runs() {
        return List.copyOf(runs);
    }

    List<Unavailable> unavailable() {
        return List.copyOf(unavailable);
    }

    /** Returns the reason why the experiment ended early; empty if it is complete. */
    Optional<String> abortReason() {
        return abortReason;
    }

    OptionalDouble secondsBefore() {
        return secondsBefore;
    }

    List<DriverRun> runs(Target target, String driver) {
        return runs.stream()
                .filter(run -> run.target() == target && run.driver().equals(driver))
                .toList();
    }

    Spread spread(Target target, String driver, ToDoubleFunction<DriverRun> figure) {
        return Spread.of(
                runs(target, driver).stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Returns the ratios of our own figures to another driver's, round by round, so that a slowdown of a whole round
     * cancels out.
     */
    Spread ratios(Target target, String other, ToDoubleFunction<DriverRun> figure) {
        Map<Integer, DriverRun> others = new HashMap<>();
        for (DriverRun run : runs(target, other)) others.put(run.round(), run);
        List<Double> ratios = new ArrayList<>();
        for (DriverRun own : runs(target, Driver.OWN)) {
            DriverRun beside = others.get(own.round());
            if (beside != null) ratios.add(figure.applyAsDouble(own) / figure.applyAsDouble(beside));
        }
        return Spread.of(ratios);
    }
}
