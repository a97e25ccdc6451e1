package vesper.bench.generator;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Unavailable;

/**
 * The outcome of the experiment: circumstances, findings and conclusions.
 *
 * @param seed seed for the order of runs
 * @param machine facts by name, in the order of display
 */
record GeneratorResult(
        GeneratorOptions options,
        LocalDateTime startedAt,
        long seed,
        Map<String, String> machine,
        GeneratorFindings findings,
        List<BarVerdict> bars) {
    /** Returns the exit code. A failure outranks a missed bar. An optional tool that is not installed is neither. */
    int exitCode() {
        boolean failed = findings.abortReason().isPresent()
                || findings.runs().isEmpty()
                || findings.unavailable().stream().anyMatch(Unavailable::required)
                || findings.runs().stream().anyMatch(turn -> turn.errors() > 0);
        if (failed) return ExitCode.FAILED;
        return bars.stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.OK;
    }

    /** Returns the names of the drivers that have runs, in a fixed order. */
    List<String> drivers() {
        Set<String> names = new LinkedHashSet<>(List.of(Driver.OWN, Driver.WRK, Driver.AB));
        names.removeIf(
                name -> findings.runs().stream().noneMatch(turn -> turn.driver().equals(name)));
        return List.copyOf(names);
    }

    /** Returns the remarks that a reader needs in order to judge the figures. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (options.quick()) {
            remarks.add(Pace.SMOKE_RUN);
        }
        remarks.add("Medians of " + options.rounds() + " interleaved rounds with runs of " + options.secondsPerRun()
                + " s; ratios are medians of the ratios within each round. Each drives by one thread, over "
                + Target.FLOOR.connections() + " connections the floor and over " + Target.SLOW.connections()
                + " the slow server; ab speaks HTTP/1.0.");
        remarks.add(
                "CPU is that of who drives. Of our own generator it is all that its JVM computes while a run lasts, compiler"
                        + " and collector included; of a tool it is all from its start to its end.");
        findings.secondsBefore()
                .ifPresent(seconds -> remarks.add(String.format(
                        Locale.ROOT,
                        "Not in it: the %.1f s that the JVM had computed before the first recorded run, for its start, for being"
                                + " compiled, and for the runs that warmed it.",
                        seconds)));
        findings.unavailable().forEach(missing -> remarks.add("Left out: " + missing.name() + ", " + missing.reason()));
        findings.abortReason().ifPresent(why -> remarks.add("Broken off: " + why));
        return remarks;
    }
}
