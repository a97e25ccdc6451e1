package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.EngineChoice;
import vesper.bench.design.Level;
import vesper.bench.experiments.Workshop.JvmPeer;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Drive;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Records;
import vesper.bench.instrument.Subject;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Outcome;

/**
 * {@code bench peers}: Vesper's hello beside a minimal C server and the servers that people use, in a closed loop,
 * pipelined, and at a rate that all can do.
 */
public final class PeersExperiment implements Experiment {
    /** The servers that {@link PeersOptions#only} may name. */
    public static final List<String> SERVERS;

    static final String PIPELINED = " pipelined";
    static final String AGAIN = "-again";

    private static final int DEPTH = 16;
    private static final int RATE = 5000;
    private static final String AT_RATE = " at " + RATE;

    /** The servers on the JVM: class and library that it is named after. */
    static final List<JvmPeer> PEERS = List.of(
            new JvmPeer("netty", "peers", "NettyPeer", "netty-codec-http"),
            new JvmPeer("vertx", "peers", "VertxPeer", "vertx-core"),
            new JvmPeer("jetty", "peers", "JettyPeer", "jetty-server"),
            new JvmPeer("tomcat", "peers", "TomcatPeer", "tomcat-embed-core"),
            new JvmPeer("restexpress", "peers", "RestExpressPeer", "RestExpress"),
            new JvmPeer("helidon", "peers", "HelidonPeer", "helidon-webserver"),
            new JvmPeer("undertow", "peers", "UndertowPeer", "undertow-core"),
            new JvmPeer("spring", "peers/spring", "spring.SpringPeer", "spring-boot"));

    static {
        List<String> servers = new ArrayList<>(List.of(Workshop.VESPER, Workshop.FLOOR));
        PEERS.forEach(peer -> servers.add(peer.name()));
        servers.addAll(List.of(Workshop.GO, Workshop.NGINX));
        SERVERS = List.copyOf(servers);
    }

    private final PeersOptions options;
    private boolean isByWrk;

    private PeersExperiment(PeersOptions options) {
        this.options = options;
    }

    /** Makes it on the calling thread. @return an {@link vesper.bench.ExitCode} */
    public static int run(PeersOptions options, PrintStream out, PrintStream err) {
        return Laboratory.make(new PeersExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String title() {
        return "Hello, beside its peers";
    }

    @Override
    public Pace pace(boolean quick) {
        return quick ? Pace.QUICK : Pace.FULL.withRounds(3).withRun(Duration.ofSeconds(3));
    }

    /** wrk takes whole seconds, which a smoke run has not. */
    @Override
    public LoadEngine engine(String searchPath, Path scratch) throws IOException {
        boolean isOwn =
                options.engine() == EngineChoice.AUTO && options.common().quick();
        LoadEngine engine = (isOwn ? EngineChoice.OWN : options.engine()).engine(searchPath, scratch);
        isByWrk = !(engine instanceof LoadGenerator);
        return !isByWrk ? engine : new ByDrive(engine, new LoadGenerator());
    }

    @Override
    public Prepared prepare(Workshop workshop) throws InterruptedException {
        List<Subject> subjects = new ArrayList<>();
        if (options.wants(Workshop.VESPER)) vesper(workshop).ifPresent(subjects::add);
        if (options.wants(Workshop.FLOOR)) workshop.floor(ioThreads()).ifPresent(subjects::add);
        for (JvmPeer peer : PEERS) {
            if (!options.wants(peer.name())) continue;
            workshop.peer(peer, ioThreads()).ifPresent(subjects::add);
        }
        if (options.wants(Workshop.GO)) workshop.go(ioThreads()).ifPresent(subjects::add);
        if (options.wants(Workshop.NGINX)) workshop.nginx(ioThreads()).ifPresent(subjects::add);
        List<Arm> arms = new ArrayList<>();
        for (Subject subject : subjects) arms.addAll(armsOf(subject, workshop.isQuick()));
        Optional<Pair> same = Optional.empty();
        if (!workshop.isQuick()
                && !subjects.isEmpty()
                && subjects.getFirst().name().equals(Workshop.VESPER)) {
            Subject again = subjects.getFirst().named(Workshop.VESPER + AGAIN);
            arms.add(arm(again, "", drive()));
            same = Optional.of(new Pair(again.name(), Workshop.VESPER));
        }
        return new Prepared(arms, compared(arms), same, workshop.missing(), remarks());
    }

    private Optional<Subject> vesper(Workshop workshop) {
        return workshop.vesper()
                .map(vesper -> options.ioThreads().isPresent()
                        ? Workshop.setting(
                                vesper,
                                "http.threads.loops",
                                Integer.toString(options.ioThreads().getAsInt()))
                        : vesper);
    }

    /** What floor and peers understand alike. */
    private String[] ioThreads() {
        return options.ioThreads().isPresent()
                ? new String[] {
                    "--io-threads", Integer.toString(options.ioThreads().getAsInt())
                }
                : new String[0];
    }

    /** A smoke run drives only Vesper and the floor in more than one way. */
    private List<Arm> armsOf(Subject subject, boolean isQuick) {
        List<Arm> arms = new ArrayList<>(List.of(arm(subject, "", drive())));
        boolean isJudged =
                subject.name().equals(Workshop.VESPER) || subject.name().equals(Workshop.FLOOR);
        if (isJudged || !isQuick) {
            arms.add(arm(subject, PIPELINED, drive().withPipelining(DEPTH)));
            arms.add(arm(subject, AT_RATE, drive().withRate(RATE)));
        }
        return arms;
    }

    private static Arm arm(Subject subject, String load, Drive drive) {
        List<Level> levels = List.of(
                new Level("server", subject.name()), new Level("load", load.isEmpty() ? "closed loop" : load.strip()));
        return new Arm(subject.name() + load, levels, subject, drive);
    }

    private Drive drive() {
        return Hello.drive(options.connections());
    }

    /** Vesper with each of the others under the same load. */
    private static List<Pair> compared(List<Arm> arms) {
        List<String> names = arms.stream().map(Arm::name).toList();
        List<Pair> pairs = new ArrayList<>();
        for (Arm arm : arms) {
            String server = arm.subject().name();
            String vesper = Workshop.VESPER + arm.name().substring(server.length());
            if (!server.startsWith(Workshop.VESPER) && names.contains(vesper)) pairs.add(new Pair(vesper, arm.name()));
        }
        return pairs;
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.add(options.connections() + " connections; pipelined, " + DEPTH + " requests are under way on each; at "
                + RATE + " requests per second latency counts from when one was due.");
        if (!isByWrk)
            remarks.add("The bars are defined under wrk, which was not used; the generator's own cost differs.");
        options.ioThreads().ifPresent(threads -> remarks.add("I/O threads of every server: " + threads + "."));
        return remarks;
    }

    @Override
    public List<BarVerdict> bars(Records records) {
        return PeersBars.judge(records);
    }

    @Override
    public List<Chart> charts(Outcome outcome) {
        return List.of();
    }
}
