package vesper.launcher;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Said;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Serves the packages of a folder until it is told to stop.",
            "",
            "When it is ready it prints one line to the standard output: ready http://HOST:PORT/ in N ms.",
            "While required packages have not started it prints \"serving\" instead, and \"ready\" when they have.",
            "SIGTERM or Ctrl-C lets requests in flight finish and ends it; a second one ends it at once."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper run                                          packages/ on http://127.0.0.1:8080",
            "  vesper run --port 0 --packages ~/services           any free port, other packages",
            "  vesper run --config my.properties --set log.level=debug",
            "  VESPER_HTTP_PORT=9000 vesper run --print-config     each setting and where it comes from"
        })
final class RunCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--packages", paramLabel = "DIR", description = "Folder with the packages (packages.path).")
    private @Nullable String packages;

    @Option(names = "--strict", description = "Ends with 1 when a required package does not start (packages.strict).")
    private boolean strict;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(names = "--print-config", description = "Prints each setting and where it comes from, and ends.")
    private boolean printConfig;

    @Option(names = "--json", description = "With --print-config: as JSON.")
    private boolean json;

    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws WrongSettingException, CommandFailedException, InterruptedException {
        return new Serving(surroundings)
                .run(new RunOptions(flags(), server.config(), printConfig, json))
                .number();
    }

    private List<Said> flags() {
        List<Said> flags = settings.flags();
        flags.addAll(server.flags());
        if (packages != null) flags.add(new Said(Keys.PACKAGES.key(), packages, new Origin.Flag("--packages")));
        if (strict) flags.add(new Said(Keys.STRICT.key(), "true", new Origin.Flag("--strict")));
        return flags;
    }
}
