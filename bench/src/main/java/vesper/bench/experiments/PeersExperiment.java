package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import vesper.bench.BarVerdict;
import vesper.bench.EngineChoice;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Outcome;

/**
 * The command {@code bench peers}: compares Vesper's hello with a minimal C server and with popular servers, in a
 * closed loop, pipelined, and at a rate that all can sustain.
 */
public final class PeersExperiment implements Experiment {
    /** The possible names in {@link PeersOptions#only}. */
    public static final List<String> SERVERS = HelloServers.NAMES;

    static final String PIPELINED = " pipelined";

    private static final int DEPTH = 16;
    private static final int RATE = 5000;
    private static final String AT_RATE = " at " + RATE;
    private static final String CLOSED_LOOP = "closed loop";

    private final PeersOptions options;
    private boolean isByWrk;

    private PeersExperiment(PeersOptions options) {
        this.options = options;
    }

    static PeersExperiment of(PeersOptions options) {
        return new PeersExperiment(options);
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @return an {@link vesper.bench.ExitCode}
     */
    public static int run(PeersOptions options, PrintStream out, PrintStream err) {
        return ExperimentRunner.run(new PeersExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String title() {
        return "Hello compared with its peers";
    }

    @Override
    public Pace pace(boolean quick) {
        return quick ? Pace.QUICK : Pace.FULL.withRun(Duration.ofSeconds(2));
    }

    @Override
    public void requireValid(Pace pace) {
        if (options.engine() == EngineChoice.WRK && !isInWholeSeconds(pace)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "wrk supports only whole seconds; the windows have %s s and the runs %s s. Use --engine own, also for"
                            + " smoke runs",
                    pace.window().toMillis() / 1000.0,
                    pace.run().toMillis() / 1000.0));
        }
    }

    private static boolean isInWholeSeconds(Pace pace) {
        return pace.window().toMillis() % 1000 == 0 && pace.run().toMillis() % 1000 == 0;
    }

    /** Chooses the engine. A smoke run has fractions of seconds, which wrk does not support. */
    @Override
    public LoadEngine engine(String searchPath, Path scratch) throws IOException {
        Pace pace = options.common().pace(pace(options.common().quick()));
        boolean isOwn = options.engine() == EngineChoice.AUTO && !isInWholeSeconds(pace);
        LoadEngine engine = (isOwn ? EngineChoice.OWN : options.engine()).engine(searchPath, scratch);
        isByWrk = !(engine instanceof LoadGenerator);
        return !isByWrk ? engine : new ByDrive(engine, new LoadGenerator());
    }

    @Override
    public ExperimentPlan prepare(ServerSpecs serverSpecs) throws InterruptedException {
        if (!isByWrk) serverSpecs.noteIfNotInstalled("wrk", "using our own generator");
        var servers = new HelloServers(serverSpecs, options.ioThreads());
        List<Arm> arms = new ArrayList<>();
        for (String name : SERVERS) {
            if (!options.wants(name)) continue;
            servers.create(name).ifPresent(subject -> arms.addAll(armsOf(subject, serverSpecs.isQuick())));
        }
        return new ExperimentPlan(arms, compared(arms), serverSpecs.unavailable(), remarks());
    }

    /**
     * Returns the arms of a server. A smoke run drives only Vesper and the floor in more than one way. A full run
     * measures Vesper twice, since each load has its own noise floor.
     */
    private List<Arm> armsOf(ServerSpec subject, boolean isQuick) {
        boolean isVesper = subject.name().equals(ServerSpecs.VESPER);
        boolean isJudged = isVesper || subject.name().equals(ServerSpecs.FLOOR);
        if (isQuick && !isJudged) return List.of(arm(subject, "", drive()));
        List<Arm> arms = new ArrayList<>(inAllWays(subject));
        if (isVesper && !isQuick) arms.addAll(inAllWays(subject.named(subject.name() + ServerSpecs.AGAIN)));
        return arms;
    }

    private List<Arm> inAllWays(ServerSpec subject) {
        return List.of(
                arm(subject, "", drive()),
                arm(subject, PIPELINED, drive().withPipelining(DEPTH)),
                arm(subject, AT_RATE, drive().withRate(RATE)));
    }

    private static Arm arm(ServerSpec subject, String load, LoadSpec drive) {
        List<Level> levels = List.of(new Level("server", subject.name()), new Level("load", kind(load)));
        return new Arm(subject.name() + load, levels, subject, drive);
    }

    private static String kind(String load) {
        return load.isEmpty() ? CLOSED_LOOP : load.strip();
    }

    private LoadSpec drive() {
        return Hello.drive(options.connections());
    }

    /** Compares Vesper with each other server under the same load. Each load has its own noise floor. */
    static List<Group> compared(List<Arm> arms) {
        List<Group> groups = new ArrayList<>();
        for (String load : List.of("", PIPELINED, AT_RATE)) {
            List<Arm> alike = arms.stream()
                    .filter(arm -> arm.levels().contains(new Level("load", kind(load))))
                    .toList();
            String repeated = ServerSpecs.VESPER + ServerSpecs.AGAIN + load;
            List<Pair> same = alike.stream().anyMatch(arm -> arm.name().equals(repeated))
                    ? List.of(new Pair(repeated, ServerSpecs.VESPER + load))
                    : List.of();
            if (!alike.isEmpty())
                groups.add(new Group(kind(load), ArmPairs.withOthers(ServerSpecs.VESPER, alike), same));
        }
        return groups;
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.add(options.connections() + " connections; pipelined, " + DEPTH + " requests are in flight on each; at "
                + RATE + " requests per second, latency counts from the time when a request was due.");
        if (isByWrk) {
            remarks.add(
                    "wrk reports no p99.9, reply time, connection time, connection rate and network, and checks no bodies. So"
                            + " these figures exist only for loads at a rate, which our own generator drives. One response is"
                            + " checked after each run.");
        } else remarks.add("The bars are defined for wrk, which was not used; the generator's own cost differs.");
        remarks.add("This experiment does not follow a published one, so there are no figures to compare with.");
        options.ioThreads().ifPresent(threads -> remarks.add("I/O threads of every server: " + threads + "."));
        return remarks;
    }

    @Override
    public List<BarVerdict> bars(ExperimentRecords records) {
        return PeersBars.judge(records);
    }

    @Override
    public List<Chart> charts(Outcome outcome) {
        return List.of();
    }
}
