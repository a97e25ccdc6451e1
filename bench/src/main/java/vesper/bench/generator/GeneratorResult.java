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
                + " s; ratios are medians of the ratios within each round. Each uses one thread, with "
                + Target.FLOOR.connections() + " connections to the floor and " + Target.SLOW.connections()
                + " to the slow server; ab speaks HTTP/1.0.");
        remarks.add(
                "CPU time is that of the load generator. For our own it includes compiler and collector of its JVM during a"
                        + " run; for a tool it is from start to exit.");
        findings.secondsBefore()
                .ifPresent(seconds -> remarks.add(String.format(
                        Locale.ROOT,
                        "Excluded: %.1f s of CPU time that the JVM used before the first recorded run, for its start, compilation"
                                + " and warm-up runs.",
                        seconds)));
        findings.unavailable().forEach(missing -> remarks.add("Skipped: " + missing.name() + ", " + missing.reason()));
        findings.abortReason().ifPresent(why -> remarks.add("Aborted: " + why));
        return remarks;
    }
}
