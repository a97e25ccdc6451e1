package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The top-level command. */
@Command(
        name = "vesper",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLine.class,
        description = "Drop a class into a folder and it is a web service.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper run                     serves ./packages on http://127.0.0.1:8080",
            "  vesper new orders              creates packages/orders with a first service",
            "  vesper status                  shows the state of the running server",
            "",
            "Exit codes: 0 done, 1 failed, 2 usage, 3 a gate was missed, 4 not stable."
        })
final class VesperCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates the command line for these arguments. If the first argument names a subcommand, adds only that one:
     * reading the annotations of all of them would take a large part of the startup.
     */
    static CommandLine line(CommandContext context, String[] arguments) {
        CommandLine line = new CommandLine(new VesperCommand());
        Optional<Subcommand> named = arguments.length == 0 ? Optional.empty() : Subcommand.named(arguments[0]);
        for (Subcommand subcommand : named.map(Arrays::asList).orElse(Arrays.asList(Subcommand.values()))) {
            line.addSubcommand(subcommand.text(), subcommand.create(context));
        }
        CommandErrors errors = new CommandErrors(context.err());
        return line.setOut(new PrintWriter(context.out(), true, UTF_8))
                .setErr(new PrintWriter(context.err(), true, UTF_8))
                .setColorScheme(Colors.of(context.environment()))
                .setUsageHelpAutoWidth(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(110)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler((e, _, _) -> errors.exitCodeOf(e));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
