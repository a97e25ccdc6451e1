package vesper.launcher;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import vesper.launcher.server.CannotStartException;
import vesper.launcher.server.ClusterDemo;

/** What is about several servers. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Several servers that have the same replicated documents.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  vesper cluster demo                three nodes on this machine, until Ctrl-C"})
final class ClusterCommand implements Runnable {
    private static final int MOST_NODES = 9;

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ClusterCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? there is demo");
    }

    @Command(
            name = "demo",
            mixinStandardHelpOptions = true,
            description = {
                "Starts servers of NATS and as many nodes on this machine, and stops them together.",
                "",
                "Each node prints its ready line to the standard output. nats-server is taken from PATH, or fetched once."
            },
            optionListHeading = "%nOptions:%n")
    int demo(
            @Option(
                            names = "--nodes",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "How many nodes, 1 to 9; 3 if nothing is said.")
                    int nodes,
            @Option(names = "--packages", paramLabel = "DIR", description = "What they serve; without it, notes.")
                    @Nullable
                    Path packages,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            description = "Where everything is kept; without it, a folder that goes when it ends.")
                    @Nullable
                    Path data)
            throws CommandFailedException, InterruptedException {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new ParameterException(spec.commandLine(), "--nodes " + nodes + " is not in 1 to " + MOST_NODES);
        }
        var wanted = new ClusterDemo.Wanted(nodes, Optional.ofNullable(packages), Optional.ofNullable(data));
        try {
            new ClusterDemo(Main.class, surroundings.out(), surroundings.err()).run(wanted, surroundings.stop());
            return ExitCode.DONE.number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }
}
