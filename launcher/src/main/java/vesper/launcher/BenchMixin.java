package vesper.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import vesper.bench.experiments.ExperimentOptions;
import vesper.bench.load.ServiceLevel;
import vesper.bench.results.Gate;

/** Options shared by the experiments that compare arms: servers or variants, run in rounds. */
final class BenchMixin {
    @Spec(Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--quick", description = "A smoke run: fewer and shorter runs of one start.")
    private boolean quick;

    @Option(names = "--json", description = "The result as JSON on the standard output.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the report.")
    private @Nullable Path out;

    @Option(
            names = "--gate",
            paramLabel = "BOUND",
            description = "A bound; the exit code is 3 if it is missed: ratio(ARM/OTHER)>=0.95, p99(ARM)<10ms.")
    private List<String> gates = List.of();

    @Option(
            names = "--slo",
            paramLabel = "BOUNDS",
            description =
                    "Service level of Vesper's arms, at a fixed rate if there is one; the exit code is 3 if it is missed:"
                            + " p99<10ms,errors=0.")
    private @Nullable String serviceLevel;

    @Option(names = "--seconds", paramLabel = "N", description = "Length of a run.")
    private @Nullable Integer seconds;

    @Option(names = "--starts", paramLabel = "N", description = "Number of starts of every server.")
    private @Nullable Integer starts;

    @Option(names = "--rounds", paramLabel = "N", description = "Runs of every arm in each start.")
    private @Nullable Integer rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Seconds after which an arm that is still unstable is marked so and measured nevertheless.")
    private @Nullable Integer warmUp;

    ExperimentOptions options(CommandContext context) {
        try {
            return ExperimentOptions.of(
                            context.home().orElse(Path.of("")).toAbsolutePath(), Optional.ofNullable(out), quick, json)
                    .withGates(
                            gates.stream().map(Gate::parse).toList(),
                            Optional.ofNullable(serviceLevel).map(ServiceLevel::parse))
                    .withLengths(number(seconds), number(starts), number(rounds))
                    .withWarmUp(number(warmUp));
        } catch (IllegalArgumentException mistake) {
            throw new ParameterException(command.commandLine(), mistake.getMessage(), mistake);
        }
    }

    static OptionalInt number(@Nullable Integer given) {
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }
}
