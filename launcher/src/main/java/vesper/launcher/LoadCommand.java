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
        description = "Drives an HTTP server and says how it did: as fast as it answers, or at a fixed rate.",
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

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "URL", description = "What to ask for; plain http. May have placeholders.")
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
            names = "--arrivals",
            paramLabel = "constant|poisson",
            defaultValue = "constant",
            description = "How requests follow at a rate (default: ${DEFAULT-VALUE}).")
    private ArrivalForm arrivals = ArrivalForm.CONSTANT;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of what is drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--connections-per-second",
            paramLabel = "R",
            description = "Opens connections at this rate, each for --calls; -n is how many.")
    private @Nullable Double connectionRate;

    @Option(names = "--calls", paramLabel = "N", description = "Calls on each connection, one after another (1).")
    private @Nullable Integer calls;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Of an answer and of a connection (10s).",
            converter = DurationConverter.class)
    private @Nullable Duration timeout;

    @Option(
            names = "--pipeline",
            paramLabel = "N",
            defaultValue = "1",
            description = "Requests in flight on a connection.")
    private int pipelining;

    @Option(
            names = "--sources",
            paramLabel = "N",
            defaultValue = "1",
            description = "Addresses that connections come from, 127.0.0.1 and on.")
    private int sources;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "That drive (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "FIELD",
            description = "A header field, \"Name: value\"; may be repeated.")
    private List<String> fields = List.of();

    @Option(names = "--expect-status", paramLabel = "N", description = "Another status is an error.")
    private @Nullable Integer expectedStatus;

    @Option(names = "--expect-size", paramLabel = "N", description = "A body of another size, in bytes, is an error.")
    private @Nullable Long expectedSize;

    @Option(names = "--expect-body", paramLabel = "FILE", description = "Another body is an error.")
    private @Nullable Path expectedBody;

    @Option(
            names = {"-m", "--method"},
            paramLabel = "METHOD",
            description = "GET, or POST where there is a body.")
    private @Nullable String method;

    @Option(names = "--body", paramLabel = "FILE", description = "Sent with each request.")
    private @Nullable Path body;

    @Option(
            names = "--template",
            paramLabel = "FILE",
            description = "As --body, with {counter}, {random:1:9}, {uuid} and {csv:name} filled in.")
    private @Nullable Path template;

    @Option(names = "--csv", paramLabel = "FILE", description = "Rows for {csv:name}, the first with the names.")
    private @Nullable Path csv;

    @Option(names = "--urls", paramLabel = "FILE", description = "Many requests: lines WEIGHT METHOD PATH [FILE].")
    private @Nullable Path urls;

    @Option(
            names = "--slo",
            paramLabel = "BOUNDS",
            description = "Fails with 3 unless they are kept: p99<10ms,errors=0.")
    private @Nullable String serviceLevel;

    @Option(names = "--find-max", description = "Looks for the highest rate that keeps to --slo.")
    private boolean findMax;

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
                sent(),
                new LoadOptions.Expected(
                        expectedStatus == null ? OptionalInt.empty() : OptionalInt.of(expectedStatus),
                        expectedSize == null ? OptionalLong.empty() : OptionalLong.of(expectedSize),
                        Optional.ofNullable(expectedBody)),
                goal(),
                pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                json,
                isWatched);
        return LoadRun.run(options, surroundings.out(), surroundings.err());
    }

    private LoadOptions.RequestOptions sent() {
        if (body != null && template != null) throw mistake("--body is sent as it is and --template filled; take one");
        if (urls != null && (method != null || body != null || template != null)) {
            throw mistake("--urls says what methods and bodies are");
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
        if (findMax && serviceLevel == null) throw mistake("--find-max needs --slo");
        return new LoadOptions.Goal(Optional.ofNullable(serviceLevel), findMax);
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    private LoadOptions.Pace pace() {
        if (rate != null && connectionRate != null) {
            throw mistake("--rate is of requests and --connections-per-second of connections; take one");
        }
        if (calls != null && connectionRate == null) {
            throw mistake("--calls needs --connections-per-second");
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
