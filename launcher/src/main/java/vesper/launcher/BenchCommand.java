package vesper.launcher;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import vesper.bench.EngineChoice;
import vesper.bench.documents.DocumentsExperiment;
import vesper.bench.documents.DocumentsOptions;
import vesper.bench.experiments.AllExperiments;
import vesper.bench.experiments.ExperimentOptions;
import vesper.bench.experiments.FactorsExperiment;
import vesper.bench.experiments.FactorsOptions;
import vesper.bench.experiments.OverheadExperiment;
import vesper.bench.experiments.OverheadOptions;
import vesper.bench.experiments.PeersExperiment;
import vesper.bench.experiments.PeersOptions;
import vesper.bench.experiments.SweepExperiment;
import vesper.bench.experiments.SweepOptions;
import vesper.bench.experiments.UuidExperiment;
import vesper.bench.experiments.UuidOptions;
import vesper.bench.generator.GeneratorExperiment;
import vesper.bench.generator.GeneratorOptions;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.HttpTarget;
import vesper.bench.results.Gate;
import vesper.bench.results.ResultComparison;
import vesper.launcher.settings.Keys;
import vesper.rest.names.Nearest;

/** The {@code bench} command. Each experiment is a subcommand. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures Vesper and compares it with other servers.",
        synopsisSubcommandLabel = "EXPERIMENT",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nExperiments:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper bench documents --quick     three minutes: documents, compared with the services of Xenon",
            "  vesper bench generator --quick     half a minute: the load generator, compared with wrk and ab",
            "  vesper bench overhead --quick      three minutes: what Monitor and Tracker cost",
            "  vesper bench peers --quick         three minutes, for a first impression",
            "  vesper bench peers --out report    report.html, result.json and runs.csv under report/",
            "  vesper bench sweep --quick         two minutes: an echo service at growing connection rates",
            "  vesper bench uuid --quick          three minutes: a UUID service on Vesper and on Jetty",
            "  vesper bench all --out report      one after the other"
        })
final class BenchCommand implements Runnable {
    private static final int CONNECTIONS = 64;

    /** The load generator of a sweep. */
    enum SweepEngine {
        OWN,
        HTTPERF
    }

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    BenchCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "the experiment is missing; choose documents, generator, overhead, peers, sweep, uuid, factors or all");
    }

    @Command(
            name = "peers",
            mixinStandardHelpOptions = true,
            description = "Compares the hello service with the same service on other servers.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench peers --quick", "  vesper bench peers --only vesper,netty --seconds 4"})
    int peers(
            @Mixin BenchMixin common,
            @Option(names = "--only", paramLabel = "NAME", split = ",", description = "These servers only.") @Nullable
                    Set<String> only,
            @Option(
                            names = "--io-threads",
                            paramLabel = "N",
                            description = "The same number for every server, instead of its default.")
                    @Nullable
                    Integer ioThreads,
            @Option(
                            names = "--engine",
                            paramLabel = "auto|wrk|own",
                            defaultValue = "auto",
                            description = "What drives.")
                    EngineChoice engine) {
        Set<String> servers = only == null ? Set.of() : only;
        for (String server : servers) requireKnown("peers", server, PeersExperiment.SERVERS);
        PeersOptions options;
        try {
            options = new PeersOptions(
                    common.options(context), servers, BenchMixin.number(ioThreads), CONNECTIONS, engine);
        } catch (IllegalArgumentException outOfRange) {
            throw new ParameterException(spec.subcommands().get("peers"), outOfRange.getMessage(), outOfRange);
        }
        return PeersExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "uuid",
            mixinStandardHelpOptions = true,
            description = "Compares a UUID service on Vesper and on Jetty, in all variants of its load tests.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench uuid --quick", "  vesper bench uuid --only vesper --out report"})
    int uuid(
            @Mixin BenchMixin common,
            @Option(names = "--only", paramLabel = "NAME", split = ",", description = "These servers only.") @Nullable
                    Set<String> only) {
        Set<String> servers = only == null ? Set.of() : only;
        for (String server : servers) requireKnown("uuid", server, UuidOptions.SERVERS);
        UuidOptions options = new UuidOptions(common.options(context), servers);
        return UuidExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "sweep",
            mixinStandardHelpOptions = true,
            description =
                    "Compares an echo service on Vesper, RestExpress and Tomcat at growing connection" + " rates.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench sweep --quick", "  vesper bench sweep --scale 0.1 --engine httperf"})
    int sweep(
            @Mixin BenchMixin common,
            @Option(names = "--only", paramLabel = "NAME", split = ",", description = "These servers only.") @Nullable
                    Set<String> only,
            @Option(
                            names = "--scale",
                            paramLabel = "X",
                            description = "Scale of rates and connections, 0.001 to 1 (default: 1, with --quick 0.02).")
                    @Nullable
                    Double scale,
            @Option(names = "--engine", paramLabel = "own|httperf", defaultValue = "own", description = "What drives.")
                    SweepEngine engine) {
        Set<String> servers = only == null ? Set.of() : only;
        for (String server : servers) requireKnown("sweep", server, SweepOptions.SERVERS);
        SweepOptions options = SweepOptions.defaults(common.options(context));
        try {
            options = new SweepOptions(
                    options.common(), servers, scale == null ? options.scale() : scale, engine == SweepEngine.HTTPERF);
        } catch (IllegalArgumentException outOfRange) {
            throw new ParameterException(spec.subcommands().get("sweep"), outOfRange.getMessage(), outOfRange);
        }
        return SweepExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "factors",
            mixinStandardHelpOptions = true,
            description = {
                "Measures the effect of factors: settings of the server; monitor, tracker, heap, jvm (a flag of java) and"
                        + " revision (of git); connections, pipelining, threads, rate, arrivals (constant or poisson),"
                        + " keep-alive, method, path and body (a file) of the client; or server, which replaces Vesper by another one."
            },
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {
                "  vesper bench factors --factor tracker=off,on --factor monitor=off,on",
                "  vesper bench factors --design star --factor http.threads.loops=2,1 --factor connections=64,8",
                "  vesper bench factors --design sweep --factor rate=1000,2000,4000 --slo 'p99<10ms,errors=0'",
                "  vesper bench factors --factor server=vesper,netty --factor connections=64,8",
                "  vesper bench factors --factor revision=main,HEAD --path /api/orders/1",
                "  vesper bench factors --url http://127.0.0.1:8080 --pid 4711 --factor connections=1,8,64"
            })
    int factors(
            @Mixin BenchMixin common,
            @Option(
                            names = "--factor",
                            paramLabel = "NAME=VALUE,VALUE",
                            required = true,
                            description = "A factor and its values, the base first; may be repeated.")
                    List<String> factors,
            @Option(
                            names = "--design",
                            paramLabel = "list|full|star|sweep",
                            defaultValue = "full",
                            description =
                                    "The first values together, then the second ones …; each value with each of the"
                                            + " others; one at a time from the base; or one alone (${DEFAULT-VALUE}).")
                    FactorsOptions.Form form,
            @Option(
                            names = "--path",
                            paramLabel = "PATH",
                            defaultValue = "/api/test/sayHello",
                            description = "Requested path (${DEFAULT-VALUE}).")
                    String path,
            @Option(
                            names = {"-c", "--connections"},
                            paramLabel = "N",
                            defaultValue = "64",
                            description = "Connections held open (${DEFAULT-VALUE}).")
                    int connections,
            @Option(
                            names = "--url",
                            paramLabel = "URL",
                            description = "A Vesper server that already runs on this machine.")
                    @Nullable
                    URI url,
            @Option(names = "--pid", paramLabel = "PID", description = "Process id of that server.") @Nullable
                    Long pid) {
        for (String factor : factors) requireFactor(factor);
        FactorsOptions options;
        try {
            options = new FactorsOptions(common.options(context), path, connections, form, factors, running(url, pid));
        } catch (IllegalArgumentException outOfRange) {
            throw new ParameterException(spec.subcommands().get("factors"), outOfRange.getMessage(), outOfRange);
        }
        return FactorsExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "all",
            mixinStandardHelpOptions = true,
            description = "Runs every experiment and writes a page with links to their reports.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench all --quick", "  vesper bench all --out report"})
    int all(
            @Option(names = "--quick", description = "Smoke runs.") boolean quick,
            @Option(names = "--json", description = "The results as JSON on the standard output.") boolean json,
            @Option(names = "--out", paramLabel = "DIR", description = "Folder for the reports.") @Nullable Path out) {
        ExperimentOptions options = ExperimentOptions.of(home(), Optional.ofNullable(out), quick, json);
        return AllExperiments.run(options, context.out(), context.err());
    }

    @Command(
            name = "compare",
            mixinStandardHelpOptions = true,
            description = "Compares two results of an experiment.",
            optionListHeading = "%nOptions:%n",
            parameterListHeading = "%nParameters:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench compare bench-results/peers-20261120-120000 bench-results/peers-20261121-120000"})
    int compare(
            @Option(names = "--json", description = "The result as JSON on the standard output.") boolean json,
            @Parameters(paramLabel = "FIRST", description = "A folder of results, or its runs.csv.") Path first,
            @Parameters(paramLabel = "SECOND", description = "The result to compare with the first.") Path second) {
        return ResultComparison.run(first, second, json, context.out(), context.err());
    }

    @Command(
            name = "overhead",
            mixinStandardHelpOptions = true,
            description = "Measures the hello service with Monitor and Tracker, with one of them, and with neither.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench overhead --quick", "  vesper bench overhead --out report"})
    int overhead(@Mixin BenchMixin common) {
        OverheadOptions options;
        try {
            options = OverheadOptions.defaults(common.options(context));
        } catch (IllegalArgumentException mistake) {
            throw new ParameterException(spec.subcommands().get("overhead"), mistake.getMessage(), mistake);
        }
        return OverheadExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "documents",
            mixinStandardHelpOptions = true,
            description = "Compares documents in memory, durable or replicated with the stateful services of Xenon.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {
                "  vesper bench documents --quick",
                "  vesper bench documents --nodes 3 --quick",
                "  vesper bench documents --out report"
            })
    int documents(
            @Option(names = "--quick", description = "Shorter runs.") boolean quick,
            @Option(names = "--json", description = "The result as JSON on the standard output.") boolean json,
            @Option(names = "--out", paramLabel = "DIR", description = "Folder for the report.") @Nullable Path out,
            @Option(
                            names = "--nodes",
                            paramLabel = "3|5",
                            description = "Measures only replicated documents, on this number of nodes.")
                    @Nullable
                    Integer nodes,
            @Option(
                            names = "--gate",
                            paramLabel = "BOUND",
                            description =
                                    "A bound; the exit code is 3 if it is missed: rate(vesper at durable-put-64)>=1000.")
                    @Nullable
                    List<String> gates) {
        DocumentsOptions options = DocumentsOptions.of(home(), Optional.ofNullable(out), quick, json);
        try {
            if (nodes != null) options = options.onNodes(nodes);
            if (gates != null)
                options = options.withGates(gates.stream().map(Gate::parse).toList());
        } catch (IllegalArgumentException mistake) {
            throw new ParameterException(spec.subcommands().get("documents"), mistake.getMessage(), mistake);
        }
        return DocumentsExperiment.run(options, context.out(), context.err());
    }

    @Command(
            name = "generator",
            mixinStandardHelpOptions = true,
            description = "Compares the load generator with wrk and ab: its cost and its results.",
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  vesper bench generator --quick", "  vesper bench generator --out report"})
    int generator(
            @Option(names = "--quick", description = "Shorter runs.") boolean quick,
            @Option(names = "--json", description = "The result as JSON on the standard output.") boolean json,
            @Option(names = "--out", paramLabel = "DIR", description = "Folder for the report.") @Nullable Path out) {
        GeneratorOptions options = GeneratorOptions.of(home(), Optional.ofNullable(out), quick, json);
        return GeneratorExperiment.run(options, context.out(), context.err());
    }

    private static Optional<ServerSpec.ExistingServer> running(@Nullable URI url, @Nullable Long pid) {
        if (url == null && pid == null) return Optional.empty();
        if (url == null || pid == null) {
            throw new IllegalArgumentException(
                    "--url requires --pid and the reverse: CPU time is measured for that process");
        }
        HttpTarget.of(url);
        return Optional.of(new ServerSpec.ExistingServer(pid, url));
    }

    private Path home() {
        return context.home().orElse(Path.of("")).toAbsolutePath();
    }

    private void requireKnown(String experiment, String server, List<String> servers) {
        if (servers.contains(server)) return;
        throw new ParameterException(
                spec.subcommands().get(experiment),
                "unknown server " + server + Nearest.suggestion(server, servers) + " Choose from "
                        + String.join(", ", servers));
    }

    /**
     * Rejects unknown factors before anything runs. The bench does not know Vesper's settings, and the server would
     * report a wrong one only when it starts.
     */
    private void requireFactor(String factor) {
        int equals = factor.indexOf('=');
        if (equals < 1) return;
        String name = factor.substring(0, equals);
        if (name.equals("server")) {
            for (String server : factor.substring(equals + 1).split(",", -1)) {
                requireKnown("factors", server, PeersExperiment.SERVERS);
            }
        }
        List<String> known = new ArrayList<>(FactorsOptions.NAMES);
        Keys.ALL.forEach(setting -> known.add(setting.key()));
        if (known.contains(name)) return;
        throw new ParameterException(
                spec.subcommands().get("factors"),
                "unknown factor " + name + Nearest.suggestion(name, known) + " Choose from "
                        + String.join(", ", FactorsOptions.NAMES) + ", and every setting of the server");
    }
}
