package vesper.launcher;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.SettingOrigin;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Serves the packages of a folder until it is stopped.",
            "",
            "When it is ready it prints one line to the standard output: ready http://HOST:PORT/ in N ms.",
            "While required packages have not started it prints \"serving\" instead, and \"ready\" when they have.",
            "SIGTERM or Ctrl-C stops it after the requests in flight; a second one stops it at once."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper run                                          packages/ on http://127.0.0.1:8080",
            "  vesper run --port 0 --packages ~/services           any free port, other packages",
            "  vesper run --config my.properties --set log.level=debug",
            "  VESPER_HTTP_PORT=9000 vesper run --print-config     each setting and its source"
        })
final class RunCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--packages", paramLabel = "DIR", description = "Folder with the packages (packages.path).")
    private @Nullable String packages;

    @Option(names = "--strict", description = "Exits with 1 if a required package does not start (packages.strict).")
    private boolean strict;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(names = "--print-config", description = "Prints each setting and its source, and exits.")
    private boolean printConfig;

    @Option(names = "--json", description = "With --print-config: prints JSON.")
    private boolean json;

    RunCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws WrongSettingException, CommandFailedException, InterruptedException {
        return new ServerRun(context)
                .run(new RunOptions(flags(), server.config(), printConfig, json))
                .number();
    }

    private List<RawSetting> flags() {
        List<RawSetting> flags = settings.flags();
        flags.addAll(server.flags());
        if (packages != null)
            flags.add(new RawSetting(Keys.PACKAGES.key(), packages, new SettingOrigin.Flag("--packages")));
        if (strict) flags.add(new RawSetting(Keys.STRICT.key(), "true", new SettingOrigin.Flag("--strict")));
        return flags;
    }
}
