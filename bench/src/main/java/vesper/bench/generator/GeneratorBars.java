package vesper.bench.generator;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import vesper.bench.BarVerdict;
import vesper.bench.statistics.Spread;

/**
 * The bars that the generator must meet to count as an instrument. A comparison with a missing tool is not measured.
 */
final class GeneratorBars {
    private static final double CPU_TO_WRK = 1.5;
    private static final double RATE_TO_WRK = 0.8;
    private static final double MAX_APART = 0.1;

    private GeneratorBars() {}

    static List<BarVerdict> judge(GeneratorFindings findings) {
        return List.of(
                BarVerdict.atMost(
                        "CPU per request of the generator, relative to wrk",
                        CPU_TO_WRK,
                        "×",
                        findings.ratios(Target.FLOOR, Driver.WRK, DriverRun::cpuMicrosPerRequest)),
                BarVerdict.atLeast(
                        "requests/s on the floor, relative to wrk",
                        RATE_TO_WRK,
                        "×",
                        findings.ratios(Target.FLOOR, Driver.WRK, DriverRun::rate)),
                agreement("requests/s on the slow server, relative to wrk", findings, Driver.WRK, DriverRun::rate),
                agreement("requests/s on the slow server, relative to ab", findings, Driver.AB, DriverRun::rate),
                agreement(
                        "median latency of the slow server, relative to wrk",
                        findings,
                        Driver.WRK,
                        DriverRun::medianMicros));
    }

    private static BarVerdict agreement(
            String what, GeneratorFindings findings, String other, ToDoubleFunction<DriverRun> figure) {
        Spread ratios = findings.ratios(Target.SLOW, other, figure);
        Optional<Boolean> met =
                ratios.isMeasured() ? Optional.of(Math.abs(ratios.median() - 1) <= MAX_APART) : Optional.empty();
        return new BarVerdict(what, "1 ± " + MAX_APART + "×", ratios, met);
    }
}
