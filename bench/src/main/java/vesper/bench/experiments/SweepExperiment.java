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
import vesper.bench.experiments.Workshop.JvmPeer;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Drive;
import vesper.bench.instrument.Drive.Visits;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Records;
import vesper.bench.instrument.Subject;
import vesper.bench.load.HttperfEngine;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;

/**
 * {@code bench sweep}: an echo service on Vesper, RestExpress and Tomcat under connections that come faster and faster,
 * each with a hundred calls, as {@code httperf --rate R --num-conns 5000 --num-calls 100 --timeout 5} makes them.
 */
public final class SweepExperiment implements Experiment {
    static final String RATE = "connections per second";

    private static final int CONNECTIONS = 5000;
    private static final int CALLS = 100;
    private static final int HIGHEST = 10;
    private static final int RATE_STEP = 1000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** Enough that the ports of one are not used up while those of earlier connections rest. */
    private static final int SOURCES = 8;

    private static final String PATH = "/api/test/echo?text=Hello,%20world!";
    private static final String ECHO = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""";
    private static final JvmPeer REST_EXPRESS = new JvmPeer("restexpress", "peers", "RestExpressPeer", "RestExpress");
    private static final JvmPeer TOMCAT = new JvmPeer("tomcat", "peers", "TomcatPeer", "tomcat-embed-core");

    private final SweepOptions options;
    private final byte[] expected = ECHO.getBytes(StandardCharsets.UTF_8);

    SweepExperiment(SweepOptions options) {
        this.options = options;
    }

    /** Makes it on the calling thread. @return an {@link vesper.bench.ExitCode} */
    public static int run(SweepOptions options, PrintStream out, PrintStream err) {
        return Laboratory.make(new SweepExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public String title() {
        return "Echo, under connections that come faster and faster";
    }

    @Override
    public Pace pace(boolean quick) {
        return quick ? Pace.QUICK.withRounds(1) : Pace.FULL.withRounds(1);
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) throws IOException {
        if (!options.isByHttperf()) return new LoadGenerator();
        LoadEngine httperf = HttperfEngine.find(searchPath, scratch)
                .orElseThrow(() -> new IOException("httperf is not on the PATH; --engine own needs nothing"));
        return new ByDrive(new LoadGenerator(), httperf);
    }

    @Override
    public Prepared prepare(Workshop workshop) throws InterruptedException {
        List<Subject> subjects = new ArrayList<>();
        workshop.vesper().ifPresent(vesper -> {
            subjects.add(vesper);
            if (!workshop.isQuick()) {
                subjects.add(Workshop.setting(vesper, "http.threads.loops", "1").named("vesper-1"));
            }
        });
        add(workshop, REST_EXPRESS, subjects);
        if (!workshop.isQuick()) {
            add(workshop, named(REST_EXPRESS, "restexpress-20"), subjects, "--threads", "20");
        }
        add(workshop, named(TOMCAT, "tomcat-20"), subjects, "--threads", "20");
        add(workshop, named(TOMCAT, "tomcat-200"), subjects, "--threads", "200");
        List<Arm> arms = new ArrayList<>();
        for (Subject subject : subjects) for (int rate : rates()) arms.add(arm(subject, rate));
        return new Prepared(arms, compared(arms), Optional.empty(), workshop.missing(), List.of(remark()));
    }

    private static JvmPeer named(JvmPeer peer, String name) {
        return new JvmPeer(name, peer.module(), peer.mainClass(), peer.library());
    }

    private static void add(Workshop workshop, JvmPeer peer, List<Subject> subjects, String... arguments)
            throws InterruptedException {
        workshop.peer(peer, arguments).ifPresent(subjects::add);
    }

    /** Connections per second; a smoke run has the ends and one between. */
    private List<Integer> rates() {
        return IntStream.rangeClosed(1, HIGHEST)
                .filter(step -> !options.common().quick() || step == 1 || step == 4 || step == HIGHEST)
                .mapToObj(step -> scaled(step * RATE_STEP))
                .toList();
    }

    private int scaled(int whole) {
        return Math.max(1, (int) Math.round(whole * options.scale()));
    }

    private Arm arm(Subject subject, int rate) {
        List<Level> levels = List.of(new Level("server", subject.name()), new Level(RATE, Integer.toString(rate)));
        int connections = scaled(CONNECTIONS);
        var visits = new Visits(connections, CALLS, TIMEOUT, options.isByHttperf() ? 1 : SOURCES);
        Drive drive = Drive.get(PATH, connections).expecting(expected).visiting(rate, visits);
        return new Arm(subject.name() + " at " + rate, levels, subject, drive);
    }

    /** Vesper with each of the others at the same rate. */
    private static List<Pair> compared(List<Arm> arms) {
        List<Pair> pairs = new ArrayList<>();
        for (Arm arm : arms) {
            String server = arm.subject().name();
            if (server.startsWith(Workshop.VESPER)) continue;
            String vesper = Workshop.VESPER + arm.name().substring(server.length());
            if (arms.stream().anyMatch(other -> other.name().equals(vesper))) pairs.add(new Pair(vesper, arm.name()));
        }
        return pairs;
    }

    private String remark() {
        return String.format(
                Locale.ROOT,
                "%,d connections in a run, each with %d calls, timeout %d s%s. vesper-1 has one event loop, restexpress-20 hands"
                        + " to 20 threads rather than handle on its I/O threads, tomcat-20 and tomcat-200 have so many threads."
                        + " Errors are a figure here: the highest rates are beyond what servers can do.",
                scaled(CONNECTIONS),
                CALLS,
                TIMEOUT.toSeconds(),
                scaleInWords());
    }

    private String scaleInWords() {
        return options.scale() == 1
                ? ""
                : String.format(
                        Locale.ROOT, "; rates and connections at a scale of %s of what was published", options.scale());
    }

    @Override
    public boolean isBeyondWhatServersCanDo() {
        return true;
    }

    @Override
    public List<BarVerdict> bars(Records records) {
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

    private Chart chart(Outcome outcome, Metric metric, String title) {
        String scale = options.scale() == 1 ? "" : String.format(Locale.ROOT, " (scale %s)", options.scale());
        return new FactorChart(RATE, metric, title + scale)
                .of(outcome, arm -> Optional.of(arm.subject().name()));
    }
}
