package vesper.launcher;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Says how a running server is: what it serves, what is switched on, what is pending.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper status                                   the server that run would start here",
            "  vesper status --config my.properties            the one that was started with this file",
            "  vesper status --json                            all of it, for scripts",
            "  vesper status --url http://10.0.0.5:8080 --token \"$TOKEN\"",
            "  vesper status --url https://localhost:8443 --ca server.crt    with a certificate of one's own making"
        })
final class StatusCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Mixin
    private CallOptions call = new CallOptions();

    @Option(names = "--json", description = "What the server says, as it is.")
    private boolean json;

    StatusCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(surroundings.environment(), PATIENCE)) {
            String text = server.text("/admin/status");
            surroundings
                    .out()
                    .print(json ? text.stripTrailing() + "\n" : StatusText.of(server.url(), server.read(text)));
        }
        surroundings.out().flush();
        return ExitCode.DONE.number();
    }
}
