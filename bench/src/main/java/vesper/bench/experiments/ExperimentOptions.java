package vesper.bench.experiments;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import vesper.bench.ResultsFolder;
import vesper.bench.instrument.Pace;
import vesper.bench.load.ServiceLevel;
import vesper.bench.results.Gate;

/**
 * The options that all experiments have.
 *
 * @param root the repository; peers are built in it and {@code ./vesper} is started from it
 * @param out folder for report and figures; empty for {@code bench-results/NAME-YYYYMMDD-HHMMSS} under the root
 * @param quick true for a smoke run, under three minutes in all
 * @param json true to print the result as JSON instead of a table
 * @param gates gates in addition to the experiment's own bars
 * @param serviceLevel bounds for Vesper's arms
 * @param ownPace replaces the pace of the experiment
 * @param secondsPerRun 1 to 600; empty for the value of the pace
 * @param starts 1 to 20; empty for the value of the pace
 * @param rounds 1 to 100; empty for the value of the pace
 * @param secondsOfWarmUp 20 to 600: limit after which an arm counts as unstable and is recorded all the same; empty for
 *     the value of the pace
 */
public record ExperimentOptions(
        Path root,
        Optional<Path> out,
        boolean quick,
        boolean json,
        List<Gate> gates,
        Optional<ServiceLevel> serviceLevel,
        Optional<Pace> ownPace,
        OptionalInt secondsPerRun,
        OptionalInt starts,
        OptionalInt rounds,
        OptionalInt secondsOfWarmUp) {
    /** The rule is first applied to a JVM after fifteen windows, which may last a second each. */
    private static final int MIN_SECONDS_OF_WARM_UP = 20;

    public ExperimentOptions {
        gates = List.copyOf(gates);
        requireWithin(1, 600, "seconds per run", secondsPerRun);
        requireWithin(1, 20, "starts", starts);
        requireWithin(1, 100, "rounds", rounds);
        requireWithin(MIN_SECONDS_OF_WARM_UP, 600, "seconds of warm-up", secondsOfWarmUp);
    }

    public static ExperimentOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        return new ExperimentOptions(
                root,
                out,
                quick,
                json,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    public ExperimentOptions withGates(List<Gate> bounds, Optional<ServiceLevel> level) {
        return new ExperimentOptions(
                root, out, quick, json, bounds, level, ownPace, secondsPerRun, starts, rounds, secondsOfWarmUp);
    }

    public ExperimentOptions withPace(Pace pace) {
        return new ExperimentOptions(
                root,
                out,
                quick,
                json,
                gates,
                serviceLevel,
                Optional.of(pace),
                secondsPerRun,
                starts,
                rounds,
                secondsOfWarmUp);
    }

    public ExperimentOptions withLengths(OptionalInt seconds, OptionalInt starting, OptionalInt running) {
        return new ExperimentOptions(
                root, out, quick, json, gates, serviceLevel, ownPace, seconds, starting, running, secondsOfWarmUp);
    }

    public ExperimentOptions withWarmUp(OptionalInt maxSeconds) {
        return new ExperimentOptions(
                root, out, quick, json, gates, serviceLevel, ownPace, secondsPerRun, starts, rounds, maxSeconds);
    }

    /**
     * Returns a copy that prints JSON, for one of several experiments. It has no gates, since these name arms of one
     * experiment.
     */
    ExperimentOptions forPart(Path folder) {
        return new ExperimentOptions(
                root,
                Optional.of(folder),
                quick,
                true,
                List.of(),
                Optional.empty(),
                ownPace,
                secondsPerRun,
                starts,
                rounds,
                secondsOfWarmUp);
    }

    Path outOr(String experiment, LocalDateTime now) {
        return ResultsFolder.pathFor(out, root, experiment, now);
    }

    /** Returns the pace of the experiment with the user's changes. */
    Pace pace(Pace own) {
        Pace pace = ownPace.orElse(own);
        if (secondsPerRun.isPresent()) pace = pace.withRun(Duration.ofSeconds(secondsPerRun.getAsInt()));
        if (starts.isPresent()) pace = pace.withStarts(starts.getAsInt());
        if (rounds.isPresent()) pace = pace.withRounds(rounds.getAsInt());
        if (secondsOfWarmUp.isPresent()) pace = pace.withWarmUp(Duration.ofSeconds(secondsOfWarmUp.getAsInt()));
        return pace;
    }

    private static void requireWithin(int min, int max, String what, OptionalInt number) {
        if (number.isPresent() && (number.getAsInt() < min || number.getAsInt() > max)) {
            throw new IllegalArgumentException(what + " " + number.getAsInt() + " is not in " + min + " to " + max);
        }
    }
}
