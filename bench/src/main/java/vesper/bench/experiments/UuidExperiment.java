package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import vesper.bench.BarVerdict;
import vesper.bench.design.Design;
import vesper.bench.design.Factor;
import vesper.bench.design.Level;
import vesper.bench.design.Variant;
import vesper.bench.experiments.ServerSpecs.JvmPeer;
import vesper.bench.experiments.UuidSetup.Server;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.BarChart;
import vesper.bench.report.Chart;
import vesper.bench.results.ArmFigures;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;
import vesper.bench.results.Pairing;
import vesper.bench.statistics.Spread;

/**
 * The command {@code bench uuid}: a service that generates UUIDs, written with StaxMate, on Vesper and on Jetty 12.
 * From one base, it varies each factor that the load tests of the original service varied.
 */
public final class UuidExperiment implements Experiment {
    static final String BASE = "base";
    static final String CLIENTS = "client threads";
    static final String COUNT = "count";
    static final String MANY_BY_TIME = "method=TIME count=100";

    /** The possible names in {@link UuidOptions#only}. */
    static final List<String> SERVERS = List.of(ServerSpecs.VESPER, "jetty");

    private static final JvmPeer JETTY = new JvmPeer("jetty", "peers", "uuid.JettyUuidPeer", "jetty-server");
    private static final double ONE_BY_TIME_BAR = 1.3;
    private static final double MANY_BY_TIME_BAR = 2;
    private static final double ACCESS_LOG_BAR = 0.98;

    /** The factors whose values are not numbers; each has a bar chart. */
    private static final List<String> CATEGORICAL_FACTORS =
            List.of("method", "access log", "handlers", "verb", "keep-alive");

    private final UuidOptions options;

    private UuidExperiment(UuidOptions options) {
        this.options = options;
    }

    static UuidExperiment of(UuidOptions options) {
        return new UuidExperiment(options);
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @return an {@link vesper.bench.ExitCode}
     */
    public static int run(UuidOptions options, PrintStream out, PrintStream err) {
        return ExperimentRunner.run(new UuidExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "uuid";
    }

    @Override
    public String title() {
        return "UUID service on Vesper and Jetty";
    }

    @Override
    public Pace pace(boolean quick) {
        return quick
                ? Pace.QUICK.withRounds(2).withRun(Duration.ofMillis(700)).withWindow(Duration.ofMillis(250), 10)
                : Pace.FULL.withRun(Duration.ofSeconds(2));
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) {
        return new LoadGenerator();
    }

    @Override
    public ExperimentPlan prepare(ServerSpecs serverSpecs) throws IOException, InterruptedException {
        List<Arm> arms = new ArrayList<>();
        List<Pair> same = new ArrayList<>();
        for (Server server : servers(serverSpecs)) {
            List<Arm> own = armsOf(server, serverSpecs.isQuick());
            arms.addAll(own);
            // A smoke run has no time for repeated arms.
            if (serverSpecs.isQuick()) continue;
            Arm repeated = ArmPairs.repeat(own.getFirst());
            arms.add(repeated);
            same.add(new Pair(repeated.name(), own.getFirst().name()));
        }
        return ExperimentPlan.ofOneKind(arms, compared(arms), same, serverSpecs.unavailable(), remarks());
    }

    private List<Server> servers(ServerSpecs serverSpecs) throws InterruptedException {
        List<Server> servers = new ArrayList<>();
        if (options.wants(ServerSpecs.VESPER))
            serverSpecs.vesper().map(Server::vesper).ifPresent(servers::add);
        if (options.wants(JETTY.name())) {
            serverSpecs
                    .peer(JETTY, "--data", ServerSpec.DATA)
                    .map(Server::jetty)
                    .ifPresent(servers::add);
        }
        return servers;
    }

    private static List<String> remarks() {
        return List.of(
                "The base: 10 client threads, which here are persistent connections, all driven by one thread of the"
                        + " generator; GET, method RANDOM, one UUID, the access log on, handlers on virtual"
                        + " threads. Each arm differs from it in the setting that it is named after.",
                "A StaxMate service that makes UUIDs, on Jetty 6, is what Tatu Saloranta described in 2006"
                        + " (http://www.cowtowncoder.com/blog/archives/10-01-2006_10-31-2006.html). This experiment varies what"
                        + " its load tests varied. Their figures were not found, so there are none to compare with.");
    }

    private static List<Factor<UuidSetup>> factors(boolean isQuick) {
        List<Factor<UuidSetup>> factors = new ArrayList<>();
        factors.add(Factor.of("method", UuidSetup::withMethod, "RANDOM", "TIME"));
        factors.add(
                isQuick
                        ? Factor.of(COUNT, UuidSetup::withCount, 1, 100)
                        : Factor.of(COUNT, UuidSetup::withCount, 1, 10, 100));
        factors.add(
                isQuick
                        ? Factor.of(CLIENTS, UuidSetup::withClients, 10, 1, 50)
                        : Factor.of(CLIENTS, UuidSetup::withClients, 10, 1, 2, 4, 8, 20, 50));
        factors.add(Factor.of("access log", UuidSetup::withAccessLog, "on", "off"));
        factors.add(Factor.of("handlers", UuidSetup::withHandlers, "virtual", "event-loop", "platform"));
        factors.add(Factor.of("verb", UuidSetup::withVerb, "GET", "POST"));
        factors.add(Factor.of("keep-alive", UuidSetup::withKeepAlive, "on", "off"));
        return factors;
    }

    static List<Arm> armsOf(Server server, boolean isQuick) {
        List<Arm> arms = new ArrayList<>();
        List<Variant<UuidSetup>> star = Design.star(UuidSetup.base(server), factors(isQuick));
        List<Level> base = star.getFirst().levels();
        for (Variant<UuidSetup> variant : star) {
            List<String> changed = variant.levels().stream()
                    .filter(level -> !base.contains(level))
                    .map(Level::toString)
                    .toList();
            arms.add(arm(
                    server, changed.isEmpty() ? BASE : String.join(" ", changed), variant.levels(), variant.setup()));
        }
        UuidSetup many = UuidSetup.base(server).withMethod("TIME").withCount(100);
        List<Level> levels = base.stream()
                .map(level -> switch (level.factor()) {
                    case "method" -> new Level("method", "TIME");
                    case COUNT -> new Level(COUNT, "100");
                    default -> level;
                })
                .toList();
        arms.add(arm(server, MANY_BY_TIME, levels, many));
        return arms;
    }

    private static Arm arm(Server server, String name, List<Level> levels, UuidSetup setup) {
        return new Arm(server.name() + " " + name, levels, setup.subject(), setup.drive());
    }

    /** Compares Vesper with Jetty in each variant, and each server's variants with its base. */
    static List<Pair> compared(List<Arm> arms) {
        List<Arm> once = arms.stream().filter(arm -> !ArmPairs.isRepeat(arm)).toList();
        List<Pair> pairs = new ArrayList<>(ArmPairs.withOthers(ServerSpecs.VESPER, once));
        for (String server : SERVERS) {
            pairs.addAll(ArmPairs.withFirst(once.stream()
                    .filter(arm -> arm.name().startsWith(server + " "))
                    .toList()));
        }
        return pairs;
    }

    @Override
    public List<BarVerdict> bars(ExperimentRecords records) {
        return List.of(
                BarVerdict.atLeast(
                        "requests/s, one UUID by TIME, relative to Jetty",
                        ONE_BY_TIME_BAR,
                        "×",
                        ratio(records, "vesper method=TIME", "jetty method=TIME")),
                BarVerdict.atLeast(
                        "requests/s, 100 UUIDs by TIME, relative to Jetty",
                        MANY_BY_TIME_BAR,
                        "×",
                        ratio(records, "vesper " + MANY_BY_TIME, "jetty " + MANY_BY_TIME)),
                BarVerdict.atLeast(
                        "requests/s with the access log, relative to without",
                        ACCESS_LOG_BAR,
                        "×",
                        ratio(records, "vesper " + BASE, "vesper access log=off")));
    }

    private static Spread ratio(ExperimentRecords records, String one, String other) {
        return new Pairing(records, one, other).ratios(Metric.RATE);
    }

    @Override
    public List<Chart> charts(Outcome outcome) {
        List<Chart> charts = new ArrayList<>(List.of(
                variantsChart(outcome, CLIENTS, Metric.RATE, "Requests per second by client threads"),
                variantsChart(outcome, CLIENTS, Metric.P99, "Latency, 99th percentile, by client threads"),
                variantsChart(outcome, COUNT, Metric.CPU, "Server CPU per request by UUIDs in a response")));
        for (String factor : CATEGORICAL_FACTORS) charts.add(ways(outcome, factor));
        return charts;
    }

    /** Returns a chart with the variants of a factor, one server after the other, each with its base first. */
    private static Chart ways(Outcome outcome, String factor) {
        var chart = new BarChart("Requests per second by " + factor, "more is better");
        for (String server : SERVERS) {
            for (ArmFigures arm : outcome.arms()) {
                if (!isOf(arm.arm(), server, factor)) continue;
                Spread rate = arm.spreadOf(Metric.RATE);
                chart.add(new BarChart.Bar(
                        server + " " + valueOf(arm.arm(), factor),
                        rate.median(),
                        rate.median(),
                        rate.low(),
                        rate.high(),
                        server.equals(ServerSpecs.VESPER)));
            }
        }
        return chart;
    }

    private static String valueOf(Arm arm, String factor) {
        return arm.levels().stream()
                .filter(level -> level.factor().equals(factor))
                .map(Level::value)
                .findFirst()
                .orElse("");
    }

    /** Returns whether an arm is the server's base, or differs from it in this factor only. */
    private static boolean isOf(Arm arm, String server, String factor) {
        boolean isChanged = arm.name().startsWith(server + " " + factor + "=")
                && !arm.name().equals(server + " " + MANY_BY_TIME);
        return isChanged || arm.name().equals(server + " " + BASE);
    }

    /** Returns a chart with a line for each server, over the arms that differ from the base in this factor only. */
    private static Chart variantsChart(Outcome outcome, String factor, Metric metric, String title) {
        return new FactorChart(factor, metric, title)
                .of(
                        outcome,
                        arm -> SERVERS.stream()
                                .filter(server -> isOf(arm, server, factor))
                                .findFirst());
    }
}
