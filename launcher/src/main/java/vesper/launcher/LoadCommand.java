package vesper.launcher;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import vesper.bench.LoadOptions;
import vesper.bench.LoadRun;

@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Drives an HTTP server and says how it did: as fast as it answers, or at a fixed rate.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper load http://127.0.0.1:8080/api/test/sayHello                  ten seconds",
            "  vesper load -c 64 -d 30s --rate 5000 --json URL                      5000 requests each second",
            "  vesper load -n 1000 -m PUT --body order.json URL                     a body with each request"
        })
final class LoadCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(paramLabel = "URL", description = "What to ask for; plain http.")
    private URI url = URI.create("");

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Connections held open (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "How many requests.")
    private @Nullable Long requests;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "How long, 10s or 2m.",
            converter = DurationConverter.class)
    private @Nullable Duration duration;

    @Option(names = "--rate", paramLabel = "R", description = "Requests per second; without it, as fast as it answers.")
    private @Nullable Double rate;

    @Option(
            names = {"-m", "--method"},
            paramLabel = "METHOD",
            description = "GET, or POST where there is a body.")
    private @Nullable String method;

    @Option(names = "--body", paramLabel = "FILE", description = "Sent with each request.")
    private @Nullable Path body;

    @Option(names = "--no-keepalive", description = "A connection for each request.")
    private boolean noKeepAlive;

    @Option(names = "--pid", paramLabel = "PID", description = "The server's process, to tell its CPU time as well.")
    private @Nullable Long pid;

    @Option(names = "--json", description = "The result as JSON.")
    private boolean json;

    LoadCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        LoadOptions options = new LoadOptions(
                url,
                connections,
                requests == null ? OptionalLong.empty() : OptionalLong.of(requests),
                Optional.ofNullable(duration),
                rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate),
                Optional.ofNullable(method),
                Optional.ofNullable(body),
                !noKeepAlive,
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                json);
        return LoadRun.run(options, surroundings.out(), surroundings.err());
    }
}
