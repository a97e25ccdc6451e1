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
        description = "Commands for servers that share replicated documents.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper cluster demo                three nodes on this machine, until Ctrl-C",
            "  vesper cluster import              lists the durable collections",
            "  vesper cluster import notes --set cluster.url=nats://a:4222 --set cluster.name=shop",
            "                                     imports the collection notes into a cluster",
            "  vesper cluster rebuild             rebuilds the copies of a stopped node"
        })
final class ClusterCommand implements Runnable {
    private static final int MOST_NODES = 9;

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ClusterCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "the command is missing; choose demo, import or rebuild");
    }

    @Command(
            name = "demo",
            mixinStandardHelpOptions = true,
            description = {
                "Starts NATS servers and nodes on this machine, and stops them together.",
                "",
                "Each node prints its ready line to the standard output. The standard error lists the process id of each, so that you",
                "can kill it, and the command that restarts it. nats-server is taken from PATH, or downloaded once."
            },
            optionListHeading = "%nOptions:%n")
    int demo(
            @Option(
                            names = "--nodes",
                            paramLabel = "N",
                            defaultValue = "3",
                            description = "Number of nodes, 1 to 9 (default: 3).")
                    int nodes,
            @Option(
                            names = "--packages",
                            paramLabel = "DIR",
                            description = "Folder of packages to serve (default: a collection of notes).")
                    @Nullable
                    Path packages,
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            description = "Folder for all data (default: a temporary folder).")
                    @Nullable
                    Path data)
            throws CommandFailedException, InterruptedException {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw new ParameterException(spec.commandLine(), "--nodes " + nodes + " is not in 1 to " + MOST_NODES);
        }
        var options = new ClusterDemo.DemoOptions(nodes, Optional.ofNullable(packages), Optional.ofNullable(data));
        try {
            new ClusterDemo(Main.class, context.program(), context.out(), context.err()).run(options, context.stop());
            return ExitCode.DONE.number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            description = {
                "Imports durable collections of a stopped server into a cluster.",
                "",
                "All retained versions are copied with their times. The server's own documents stay. The same command resumes an",
                "interrupted import. Without a name, it lists the collections."
            },
            optionListHeading = "%nOptions:%n")
    int importDocuments(
            @Parameters(paramLabel = "COLLECTION", arity = "0..*", description = "Names of collections.") @Nullable
                    List<String> names,
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            description = "Config file of the server, with KEY=VALUE lines.")
                    @Nullable
                    Path config,
            @Option(names = "--json", description = "Prints the result as JSON.") boolean json,
            @Mixin SettingOptions options)
            throws CommandFailedException, InterruptedException, WrongSettingException {
        Settings settings = Settings.load(options.flags(), context.environment(), Optional.ofNullable(config));
        try {
            ImportedText text = new ImportedText(json);
            boolean isWhole = true;
            if (names == null || names.isEmpty()) {
                context.out().print(text.ofCounts(ClusterImport.counts(settings)));
            } else {
                var imports = new ClusterImport(settings, context.err());
                SortedMap<String, ImportResult> imported = imports.run(names);
                context.out().print(text.of(imported));
                isWhole = imported.values().stream().allMatch(each -> each.differing() == 0);
            }
            context.out().flush();
            return (isWhole ? ExitCode.DONE : ExitCode.FAILED).number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    @Command(
            name = "rebuild",
            mixinStandardHelpOptions = true,
            description = {
                "Makes a stopped node rebuild its copies of replicated documents from the cluster.",
                "",
                "Use it when the cluster's servers have lost data or were restored from an earlier state. The node's present copies",
                "are set aside; vesper cluster import can import from there what the cluster lacks."
            },
            optionListHeading = "%nOptions:%n")
    int rebuild(
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            description = "Config file of the server, with KEY=VALUE lines.")
                    @Nullable
                    Path config,
            @Mixin SettingOptions options)
            throws CommandFailedException, WrongSettingException {
        Settings settings = Settings.load(options.flags(), context.environment(), Optional.ofNullable(config));
        try {
            Optional<ClusterRebuild.SetAsideCopies> aside = new ClusterRebuild(settings, Clock.systemUTC()).run();
            context.out().println(aside.map(ClusterCommand::text).orElse("there are no copies to set aside"));
            return ExitCode.DONE.number();
        } catch (CannotStartException failure) {
            throw new CommandFailedException(ExitCode.FAILED, String.valueOf(failure.getMessage()));
        }
    }

    private static String text(ClusterRebuild.SetAsideCopies aside) {
        return "set aside in " + aside.data() + ": "
                + String.join(", ", aside.documents().keySet())
                + "\nto import what the cluster lacks of a collection: vesper cluster import COLLECTION --data "
                + ShellWord.of(aside.data().toString());
    }
}
