package vesper.launcher;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import vesper.launcher.settings.WrongSettingException;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Shows the state of a running server: its packages, what is switched on, what is pending.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper status                                   the server that run would start here",
            "  vesper status --config my.properties            the server that was started with this file",
            "  vesper status --json                            everything, for scripts",
            "  vesper status --url http://10.0.0.5:8080 --token \"$TOKEN\"",
            "  vesper status --url https://localhost:8443 --ca server.crt    with a self-signed certificate"
        })
final class StatusCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CommandContext context;

    @Mixin
    private CallOptions call = new CallOptions();

    @Option(names = "--json", description = "Prints the server's JSON.")
    private boolean json;

    StatusCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, InterruptedException {
        try (AdminCalls server = call.open(context.environment(), PATIENCE)) {
            String text = server.text("/admin/status");
            context.out()
                    .print(
                            json
                                    ? text.stripTrailing() + "\n"
                                    : StatusText.of(server.url(), server.read(text), readiness(server)));
        }
        context.out().flush();
        return ExitCode.DONE.number();
    }

    /** Asks in a second request, because the health checks of packages may take a few seconds. */
    private static Optional<JsonNode> readiness(AdminCalls server) throws InterruptedException {
        try {
            return Optional.of(server.read(server.get("/health/ready").body()));
        } catch (AdminCalls.NoResponseException | CommandFailedException e) {
            return Optional.empty();
        }
    }
}
