package vesper.launcher;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import vesper.documents.ImportResult;
import vesper.launcher.server.CannotStartException;
import vesper.launcher.server.ClusterDemo;
import vesper.launcher.server.ClusterImport;
import vesper.launcher.server.ClusterRebuild;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.ShellWord;
import vesper.launcher.settings.WrongSettingException;

/** Commands that concern several servers. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Several servers that have the same replicated documents.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper cluster demo                three nodes on this machine, until Ctrl-C",
            "  vesper cluster import              which durable documents there are",
            "  vesper cluster import notes --set cluster.url=nats://a:4222 --set cluster.name=shop",
            "                                     has a cluster have those of notes",
            "  vesper cluster rebuild             has a stopped node make its copies anew"
        })
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
        throw new ParameterException(spec.commandLine(), "which command? there are demo, import and rebuild");
    }

    @Command(
            name = "demo",
            mixinStandardHelpOptions = true,
            description = {
                "Starts servers of NATS and nodes on this machine, and stops them together.",
                "",
                "Each node prints its ready line to the standard output. The standard error tells the process of each, to be killed",
                "for a try, and the command that starts it again. nats-server is taken from PATH, or fetched once."
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
            new ClusterDemo(Main.class, surroundings.program(), surroundings.out(), surroundings.err())
                    .run(wanted, surroundings.stop());
            return ExitCode.DONE.number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            description = {
                "Brings the documents of durable collections of a server that is stopped to a cluster.",
                "",
                "All versions that are kept go there, with their times. The server keeps its own. What broke off is gone on",
                "with by the same command. Without a name it says which collections there are."
            },
            optionListHeading = "%nOptions:%n")
    int bring(
            @Parameters(paramLabel = "COLLECTION", arity = "0..*", description = "Collections, as they are called.")
                    @Nullable
                    List<String> names,
            @Option(names = "--config", paramLabel = "FILE", description = "File with KEY=VALUE lines of the server.")
                    @Nullable
                    Path config,
            @Option(names = "--json", description = "The outcome as JSON.") boolean json,
            @Mixin SettingOptions options)
            throws CommandFailedException, InterruptedException, WrongSettingException {
        Settings settings = Settings.load(options.flags(), surroundings.environment(), Optional.ofNullable(config));
        try {
            ImportedText text = new ImportedText(json);
            boolean isWhole = true;
            if (names == null || names.isEmpty()) {
                surroundings.out().print(text.ofCounts(ClusterImport.counts(settings)));
            } else {
                var imports = new ClusterImport(settings, surroundings.err());
                SortedMap<String, ImportResult> imported = imports.run(names);
                surroundings.out().print(text.of(imported));
                isWhole = imported.values().stream().allMatch(each -> each.differing() == 0);
            }
            surroundings.out().flush();
            return (isWhole ? ExitCode.DONE : ExitCode.FAILED).number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    @Command(
            name = "rebuild",
            mixinStandardHelpOptions = true,
            description = {
                "Has a node that is stopped make its copies of replicated documents anew, from what its cluster has.",
                "",
                "For when the cluster's servers have lost something, or were set back to an earlier state. The copies that the",
                "node has are set aside, from where vesper cluster import brings to the cluster what that lacks."
            },
            optionListHeading = "%nOptions:%n")
    int rebuild(
            @Option(names = "--config", paramLabel = "FILE", description = "File with KEY=VALUE lines of the server.")
                    @Nullable
                    Path config,
            @Mixin SettingOptions options)
            throws CommandFailedException, WrongSettingException {
        Settings settings = Settings.load(options.flags(), surroundings.environment(), Optional.ofNullable(config));
        try {
            Optional<ClusterRebuild.Aside> aside = new ClusterRebuild(settings, Clock.systemUTC()).run();
            surroundings.out().println(aside.map(ClusterCommand::text).orElse("there are no copies to set aside"));
            return ExitCode.DONE.number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    private static String text(ClusterRebuild.Aside aside) {
        return "set aside in " + aside.data() + ": "
                + String.join(", ", aside.documents().keySet())
                + "\nto bring to the cluster what it lacks of a collection: vesper cluster import COLLECTION --data "
                + ShellWord.of(aside.data().toString());
    }
}
