package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import vesper.bench.BarVerdict;
import vesper.bench.design.Level;
import vesper.bench.experiments.ServerSpecs.JvmPeer;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.LoadSpec.ShortConnections;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.HttperfEngine;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;
import vesper.bench.results.Published;

/**
 * The command {@code bench sweep}: an echo service on Vesper, RestExpress and Tomcat at increasing rates of connections
 * with a hundred calls each, like {@code httperf --rate R --num-conns 5000 --num-calls 100 --timeout 5}.
 */
public final class SweepExperiment implements Experiment {
    static final String RATE = "connections per second";
    static final String THREADS = "threads";
    static final String OWN_THREADS = "its own";

    private static final int CONNECTIONS = 5000;
    private static final int CALLS = 100;
    private static final int HIGHEST = 10;
    private static final int RATE_STEP = 1000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** Number of source addresses, so that ports do not run out while earlier connections are in TIME_WAIT. */
    private static final int SOURCES = 8;

    private static final String PATH = "/api/test/echo?text=Hello,%20world!";
    private static final String ECHO = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""";
    /** The possible names in {@link SweepOptions#only}. */
    static final List<String> SERVERS = List.of(ServerSpecs.VESPER, "restexpress", "tomcat");

    private static final JvmPeer REST_EXPRESS = new JvmPeer("restexpress", "peers", "RestExpressPeer", "RestExpress");
    private static final JvmPeer TOMCAT = new JvmPeer("tomcat", "peers", "TomcatPeer", "tomcat-embed-core");

    private final SweepOptions options;
    private final byte[] expected = ECHO.getBytes(StandardCharsets.UTF_8);

    SweepExperiment(SweepOptions options) {
        this.options = options;
    }

    static SweepExperiment of(SweepOptions options) {
        return new SweepExperiment(options);
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @return an {@link vesper.bench.ExitCode}
     */
    public static int run(SweepOptions options, PrintStream out, PrintStream err) {
        return ExperimentRunner.run(new SweepExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public String title() {
        return "Echo at increasing rates of connections";
    }

    @Override
    public Pace pace(boolean quick) {
        return quick ? Pace.QUICK.withRounds(1) : Pace.FULL.withRounds(1);
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) throws IOException {
        if (!options.isByHttperf()) return new LoadGenerator();
        LoadEngine httperf = HttperfEngine.find(searchPath, scratch)
                .orElseThrow(() -> new IOException("httperf is not on the PATH; use --engine own instead"));
        return new ByDrive(new LoadGenerator(), httperf);
    }

    /** A server with one of its numbers of threads. */
    private record ServerVariant(ServerSpec subject, String threads) {}

    @Override
    public ExperimentPlan prepare(ServerSpecs serverSpecs) throws InterruptedException {
        if (!options.isByHttperf()) serverSpecs.noteIfNotInstalled("httperf", "needed for --engine httperf");
        List<Arm> arms = new ArrayList<>();
        for (ServerVariant variants : serverVariants(serverSpecs))
            for (int rate : rates()) arms.add(arm(variants, rate));
        List<Arm> again = again(arms);
        List<Pair> same = again.stream()
                .map(arm -> new Pair(
                        arm.name(),
                        ServerSpecs.VESPER
                                + arm.name().substring(arm.subject().name().length())))
                .toList();
        List<Pair> compared = ArmPairs.withOthers(ServerSpecs.VESPER, arms);
        arms.addAll(again);
        return ExperimentPlan.ofOneKind(arms, compared, same, serverSpecs.unavailable(), remarks());
    }

    /** Returns the servers to measure. A smoke run leaves out the less common configurations. */
    private List<ServerVariant> serverVariants(ServerSpecs serverSpecs) throws InterruptedException {
        boolean isQuick = options.common().quick();
        List<ServerVariant> variants = new ArrayList<>();
        if (options.wants(ServerSpecs.VESPER)) {
            serverSpecs.vesper().ifPresent(vesper -> {
                variants.add(new ServerVariant(vesper, OWN_THREADS));
                if (!isQuick) variants.add(new ServerVariant(oneLoop(vesper), "1"));
            });
        }
        if (options.wants(REST_EXPRESS.name())) {
            serverSpecs.peer(REST_EXPRESS).ifPresent(peer -> variants.add(new ServerVariant(peer, OWN_THREADS)));
            if (!isQuick) add(serverSpecs, REST_EXPRESS, "20", variants);
        }
        if (options.wants(TOMCAT.name())) {
            add(serverSpecs, TOMCAT, "20", variants);
            add(serverSpecs, TOMCAT, "200", variants);
        }
        return variants;
    }

    private static ServerSpec oneLoop(ServerSpec vesper) {
        return ServerSpecs.setting(vesper, "http.threads.loops", "1").named("vesper-1");
    }

    private static void add(ServerSpecs serverSpecs, JvmPeer peer, String threads, List<ServerVariant> variants)
            throws InterruptedException {
        var named = new JvmPeer(peer.name() + "-" + threads, peer.module(), peer.mainClass(), peer.library());
        serverSpecs
                .peer(named, "--threads", threads)
                .ifPresent(subject -> variants.add(new ServerVariant(subject, threads)));
    }

    /**
     * Returns a second Vesper at the lowest, middle and highest rate, to measure the noise floor; none in a smoke run.
     */
    private List<Arm> again(List<Arm> arms) {
        if (options.common().quick()) return List.of();
        List<Integer> rates = rates();
        List<Integer> few = List.of(rates.getFirst(), rates.get(rates.size() / 2), rates.getLast());
        return arms.stream()
                .map(Arm::subject)
                .filter(subject -> subject.name().equals(ServerSpecs.VESPER))
                .findFirst()
                .map(vesper -> new ServerVariant(vesper.named(vesper.name() + ServerSpecs.AGAIN), OWN_THREADS))
                .map(variants ->
                        few.stream().distinct().map(rate -> arm(variants, rate)).toList())
                .orElse(List.of());
    }

    /** Returns the rates in connections per second. A smoke run has the lowest, the highest and one between. */
    private List<Integer> rates() {
        return IntStream.rangeClosed(1, HIGHEST)
                .filter(step -> !options.common().quick() || step == 1 || step == 4 || step == HIGHEST)
                .map(step -> scaled(step * RATE_STEP))
                .distinct()
                .boxed()
                .toList();
    }

    private int scaled(int whole) {
        return Math.max(1, (int) Math.round(whole * options.scale()));
    }

    private Arm arm(ServerVariant variants, int rate) {
        ServerSpec subject = variants.subject();
        List<Level> levels = List.of(
                new Level("server", subject.name()),
                new Level(THREADS, variants.threads()),
                new Level(RATE, Integer.toString(rate)));
        int connections = scaled(CONNECTIONS);
        var visits = new ShortConnections(connections, CALLS, TIMEOUT, options.isByHttperf() ? 1 : SOURCES);
        LoadSpec drive = LoadSpec.get(PATH, connections).withExpected(expected).withShortConnections(rate, visits);
        return new Arm(subject.name() + " at " + rate, levels, subject, drive);
    }

    private List<String> remarks() {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "%,d connections in a run, each with %d calls, timeout %d s%s. vesper-1 has one event loop,"
                                + " restexpress-20 has a pool of 20 handler threads, and tomcat-20 and tomcat-200 have 20 and"
                                + " 200 threads. Errors are a figure here, since no server can keep up with the highest"
                                + " rates.",
                        scaled(CONNECTIONS),
                        CALLS,
                        TIMEOUT.toSeconds(),
                        scaleInWords()),
                "All rates share one warm-up, a closed loop of 64 connections, since no server is stable at a rate that it"
                        + " cannot keep up with. Then every arm was driven at its own rate by at most two hundred"
                        + " connections, which were not recorded.",
                "A run has a fixed number of connections rather than a duration, so each start has one, and the comparison is"
                        + " between starts. vesper-again is the same server in a separate process, at three of the rates;"
                        + " its differences show the noise.",
                "The original drove two machines with four processors each over a network, with other versions and responses"
                        + " of another size. Its figures only show how its servers compared with each other.");
    }

    private String scaleInWords() {
        return options.scale() == 1
                ? ""
                : String.format(
                        Locale.ROOT, "; rates and connections are scaled to %s of the published ones", options.scale());
    }

    @Override
    public List<Published> published() {
        return PublishedSweep.figures();
    }

    @Override
    public String chartNote() {
        return options.scale() == 1 ? "" : String.format(Locale.ROOT, "scale %s", options.scale());
    }

    @Override
    public boolean toleratesErrors() {
        return true;
    }

    @Override
    public List<BarVerdict> bars(ExperimentRecords records) {
        return List.of();
    }

    @Override
    public List<Chart> charts(Outcome outcome) {
        return List.of(
                chart(outcome, Metric.RATE, "Requests per second"),
                chart(outcome, Metric.CONNECT, "Connection time"),
                chart(outcome, Metric.REPLY, "Reply time"),
                chart(outcome, Metric.CONNECTIONS, "Connection rate"),
                chart(outcome, Metric.NETWORK, "Network"),
                chart(outcome, Metric.BUSY, "CPU"),
                chart(outcome, Metric.MEMORY, "Memory"),
                chart(outcome, Metric.ERRORS, "Errors"));
    }

    /** Returns a chart with a line for each server, without repeated arms. */
    private static Chart chart(Outcome outcome, Metric metric, String title) {
        return new FactorChart(RATE, metric, outcome.setting().chartTitle(title))
                .of(
                        outcome,
                        arm -> ArmPairs.isRepeat(arm)
                                ? Optional.empty()
                                : Optional.of(arm.subject().name()));
    }
}
