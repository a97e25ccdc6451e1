package vesper.launcher;

import java.io.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import vesper.bench.LoadOptions;
import vesper.bench.LoadRun;

@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Load-tests an HTTP server, as fast as it answers or at a fixed rate.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper load http://127.0.0.1:8080/api/test/sayHello                  ten seconds",
            "  vesper load -c 64 -d 30s --rate 5000 --json URL                      5000 requests each second",
            "  vesper load -n 1000 -m PUT --body order.json URL                     a body with each request",
            "  vesper load --connections-per-second 100 --calls 100 -n 5000 --timeout 5s URL",
            "                                                                       5000 connections with 100 calls each",
            "  vesper load --template order.json --csv customers.csv URL            {csv:name} and {counter} filled in",
            "  vesper load -c 200 --find-max --slo 'p99<10ms,errors=0' URL          the highest rate that holds"
        })
final class LoadCommand implements Callable<Integer> {
    /** Distribution of the time between requests at a fixed rate. */
    enum ArrivalForm {
        CONSTANT,
        POISSON
    }

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "URL", description = "URL to request, plain http. It may contain placeholders.")
    private String url = "";

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Connections held open (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "Number of requests.")
    private @Nullable Long requests;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "Duration, such as 10s or 2m.",
            converter = DurationConverter.class)
    private @Nullable Duration duration;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Requests per second (default: as fast as the server answers).")
    private @Nullable Double rate;

    @Option(
            names = "--arrivals",
            paramLabel = "constant|poisson",
            defaultValue = "constant",
            description = "Distribution of requests at a rate (default: ${DEFAULT-VALUE}).")
    private ArrivalForm arrivals = ArrivalForm.CONSTANT;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of random values (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--connections-per-second",
            paramLabel = "R",
            description = "Opens -n connections at this rate, each for --calls calls.")
    private @Nullable Double connectionRate;

    @Option(names = "--calls", paramLabel = "N", description = "Calls on each connection, one after another (1).")
    private @Nullable Integer calls;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Timeout of a response and of a connection (10s).",
            converter = DurationConverter.class)
    private @Nullable Duration timeout;

    @Option(
            names = "--pipeline",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of requests in flight on a connection.")
    private int pipelining;

    @Option(
            names = "--sources",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of source addresses, from 127.0.0.1 upwards.")
    private int sources;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of threads (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "FIELD",
            description = "A header field, \"Name: value\"; may be repeated.")
    private List<String> fields = List.of();

    @Option(names = "--expect-status", paramLabel = "N", description = "Expected status; any other one is an error.")
    private @Nullable Integer expectedStatus;

    @Option(
            names = "--expect-size",
            paramLabel = "N",
            description = "Expected body size in bytes; any other one is an error.")
    private @Nullable Long expectedSize;

    @Option(names = "--expect-body", paramLabel = "FILE", description = "Expected body; any other one is an error.")
    private @Nullable Path expectedBody;

    @Option(
            names = {"-m", "--method"},
            paramLabel = "METHOD",
            description = "Method (default: GET, or POST with a body).")
    private @Nullable String method;

    @Option(names = "--body", paramLabel = "FILE", description = "Body of each request.")
    private @Nullable Path body;

    @Option(
            names = "--template",
            paramLabel = "FILE",
            description = "Body with placeholders: {counter}, {random:1:9}, {uuid} and {csv:name}.")
    private @Nullable Path template;

    @Option(names = "--csv", paramLabel = "FILE", description = "Rows for {csv:name}; the first row has the names.")
    private @Nullable Path csv;

    @Option(
            names = "--urls",
            paramLabel = "FILE",
            description = "A mix of requests, one per line: WEIGHT METHOD PATH [FILE].")
    private @Nullable Path urls;

    @Option(
            names = "--slo",
            paramLabel = "BOUNDS",
            description = "Bounds; the exit code is 3 if one is missed: p99<10ms,errors=0.")
    private @Nullable String serviceLevel;

    @Option(names = "--find-max", description = "Searches for the highest rate that meets --slo.")
    private boolean findMax;

    @Option(names = "--no-keepalive", description = "Opens a connection for each request.")
    private boolean noKeepAlive;

    @Option(names = "--pid", paramLabel = "PID", description = "Process id of the server, to report its CPU time.")
    private @Nullable Long pid;

    @Option(names = "--json", description = "The result as JSON.")
    private boolean json;

    LoadCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        boolean isWatched = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        LoadOptions options = new LoadOptions(
                url,
                new LoadOptions.Sockets(
                        connections, !noKeepAlive, pipelining, sources, threads, Optional.ofNullable(timeout)),
                new LoadOptions.Limit(
                        requests == null ? OptionalLong.empty() : OptionalLong.of(requests),
                        Optional.ofNullable(duration)),
                pace(),
                requestOptions(),
                new LoadOptions.Expected(
                        expectedStatus == null ? OptionalInt.empty() : OptionalInt.of(expectedStatus),
                        expectedSize == null ? OptionalLong.empty() : OptionalLong.of(expectedSize),
                        Optional.ofNullable(expectedBody)),
                goal(),
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                json,
                isWatched);
        return LoadRun.run(options, context.out(), context.err());
    }

    private LoadOptions.RequestOptions requestOptions() {
        if (body != null && template != null) throw usageError("--body and --template exclude each other");
        if (urls != null && (method != null || body != null || template != null)) {
            throw usageError("--urls sets methods and bodies and excludes their options");
        }
        return new LoadOptions.RequestOptions(
                Optional.ofNullable(method),
                fields,
                Optional.ofNullable(template == null ? body : template),
                template != null,
                Optional.ofNullable(urls),
                Optional.ofNullable(csv));
    }

    private LoadOptions.Goal goal() {
        if (findMax && serviceLevel == null) throw usageError("--find-max needs --slo");
        return new LoadOptions.Goal(Optional.ofNullable(serviceLevel), findMax);
    }

    private ParameterException usageError(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    private LoadOptions.Pace pace() {
        if (rate != null && connectionRate != null) {
            throw usageError("--rate and --connections-per-second exclude each other");
        }
        if (calls != null && connectionRate == null) {
            throw usageError("--calls needs --connections-per-second");
        }
        Double perSecond = rate != null ? rate : connectionRate;
        OptionalInt onEach = connectionRate == null ? OptionalInt.empty() : OptionalInt.of(calls == null ? 1 : calls);
        return new LoadOptions.Pace(
                perSecond == null ? OptionalDouble.empty() : OptionalDouble.of(perSecond),
                arrivals == ArrivalForm.POISSON,
                seed,
                onEach);
    }
}
