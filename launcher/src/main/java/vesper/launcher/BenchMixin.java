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

    @Option(names = "--out", paramLabel = "DIR", description = "Where the report goes.")
    private @Nullable Path out;

    @Option(
            names = "--gate",
            paramLabel = "BOUND",
            description = "A bound that has to hold, else it ends with 3: ratio(ARM/OTHER)>=0.95, p99(ARM)<10ms.")
    private List<String> gates = List.of();

    @Option(
            names = "--slo",
            paramLabel = "BOUNDS",
            description =
                    "What Vesper's arms have to keep to, those at a rate where there are such, else it ends with 3:"
                            + " p99<10ms,errors=0.")
    private @Nullable String serviceLevel;

    @Option(names = "--seconds", paramLabel = "N", description = "Length of a run.")
    private @Nullable Integer seconds;

    @Option(names = "--starts", paramLabel = "N", description = "How often every server is started.")
    private @Nullable Integer starts;

    @Option(names = "--rounds", paramLabel = "N", description = "Runs of every arm in each start.")
    private @Nullable Integer rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Seconds after which an arm that is not stable is called so, and is recorded all the same.")
    private @Nullable Integer warmUp;

    ExperimentOptions options(Surroundings surroundings) {
        try {
            return ExperimentOptions.of(
                            surroundings.home().orElse(Path.of("")).toAbsolutePath(),
                            Optional.ofNullable(out),
                            quick,
                            json)
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
