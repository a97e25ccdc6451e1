package vesper.bench.documents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Defines the stages of the experiment, in order. */
final class Stages {
    private static final int DOCUMENTS = 16;

    /** The largest wave that Xenon accepts with its default limit, which is 10,000 for each service. */
    private static final int LARGE_WAVE = 160_000;

    /** A wave of durable writes. Xenon's index accepts 100,000 at once and rejects more. */
    private static final int DURABLE_WAVE = 80_000;

    /** The largest wave that fits into the small heap. */
    private static final int SMALL_WAVE = 16_000;

    /**
     * Both stores write one version of a replicated document at a time, so there are as many documents as requests in
     * flight.
     */
    private static final int REPLICATED_DOCUMENTS = 1000;

    /** The heap of a node, which is small because all nodes of both contestants share one machine. */
    private static final List<String> NODE_HEAP = List.of("-Xms512m", "-Xmx512m");

    private static final List<String> LARGE_HEAP = List.of("-Xms2g", "-Xmx2g");
    private static final List<String> SMALL_HEAP = List.of("-Xms64m", "-Xmx64m");

    /**
     * Flags for idle documents. They disable Vesper's cache, whose size is bounded for any number of documents. Xenon's
     * cache does not hold idle documents.
     */
    private static final List<String> IDLE =
            List.of("-Xms2g", "-Xmx2g", "-XX:+UseCompactObjectHeaders", "-Ddocuments.cacheBytes=0");

    private static final List<Contestant> BOTH = List.of(Contestant.XENON, Contestant.VESPER);
    private static final List<Contestant> ALL =
            List.of(Contestant.XENON, Contestant.VESPER, Contestant.VESPER_INTERVAL);
    /** A stage of each kind: in memory, durable, over HTTP. */
    private static final Set<String> MEASURED_TWICE = Set.of("memory-2g", "durable", "http");

    private static final List<Contestant> ON_NODES =
            List.of(Contestant.XENON, Contestant.VESPER, Contestant.VESPER_ALONE);
    private static final Set<Contestant> ANYONE = EnumSet.allOf(Contestant.class);

    private static final Map<Contestant, Double> TEN_TIMES = Map.of(Contestant.VESPER, 10.0);
    private static final Map<Contestant, Double> FOUR_TIMES = Map.of(Contestant.VESPER, 4.0);
    private static final Map<Contestant, Double> DURABLE =
            Map.of(Contestant.VESPER, 2.0, Contestant.VESPER_INTERVAL, 4.0);
    private static final Map<Contestant, Double> NONE = Map.of();

    private final DocumentsScale scale;

    private Stages(DocumentsScale scale) {
        this.scale = scale;
    }

    static List<Stage> of(DocumentsScale scale) {
        return new Stages(scale).all();
    }

    /** Returns the stages for replicated documents on that number of nodes. */
    static List<Stage> ofNodes(DocumentsScale scale, int nodes) {
        return List.of(new Stages(scale).nodes(nodes));
    }

    /** Returns the name of a case of {@link #ofNodes}. */
    static String nodesCase(int nodes, String what) {
        return "nodes-" + nodes + "-" + what;
    }

    /**
     * Replicated documents. A single request in flight waits for one disk after another, so it has no bar. The bars
     * apply to five nodes.
     */
    private Stage nodes(int nodes) {
        Map<Contestant, Double> bars = nodes == 5 ? TEN_TIMES : NONE;
        String put = "PUT on " + nodes + " nodes";
        String read = "GET on " + nodes + " nodes, 64";
        return new Stage(
                "nodes-" + nodes,
                Stage.Course.DRIVE_NODES,
                nodes,
                NODE_HEAP,
                ON_NODES,
                List.of(
                        durable(nodesCase(nodes, "put-1"), put + ", 1 in flight", onNodes("put", 1), NONE)
                                .restrictedTo(Contestant.XENON, Contestant.VESPER),
                        durable(nodesCase(nodes, "put-64"), put + ", 64", onNodes("put", 64), bars)
                                .restrictedTo(Contestant.XENON, Contestant.VESPER),
                        durable(nodesCase(nodes, "put-1000"), put + ", 1000", onNodes("put", 1000), bars)
                                .restrictedTo(Contestant.XENON, Contestant.VESPER),
                        rate(nodesCase(nodes, "get-64"), read, onNodes("get", 64), NONE)));
    }

    private String onNodes(String operation, int inFlight) {
        return "drive kind=replicated route=process operation=" + operation + " documents=" + REPLICATED_DOCUMENTS + " "
                + lasting(scale.nodesRun()) + " " + inFlight(inFlight);
    }

    private List<Stage> all() {
        return List.of(
                memory("memory-2g", "2 GB", LARGE_HEAP, LARGE_WAVE),
                memory("memory-64m", "64 MB", SMALL_HEAP, SMALL_WAVE),
                durable(),
                http(),
                httpApart(),
                idle(),
                open());
    }

    /** Adds Vesper a second time if there are several starts and the stage is one of those to measure twice. */
    private List<Contestant> withRepeat(String stage, List<Contestant> contestants) {
        if (!scale.hasSeveralStarts() || !MEASURED_TWICE.contains(stage)) return contestants;
        List<Contestant> twice = new ArrayList<>(contestants);
        twice.add(Contestant.VESPER_AGAIN);
        return twice;
    }

    private Stage memory(String name, String heap, List<String> flags, int wave) {
        String length = lasting(scale.run());
        String put = "memory PUT, " + heap;
        return new Stage(
                name,
                Stage.Course.DRIVE,
                1,
                flags,
                withRepeat(name, BOTH),
                List.of(
                        rate(
                                name + "-put-1",
                                put + ", 1 in flight",
                                drive("memory", "put", length, inFlight(1)),
                                TEN_TIMES),
                        rate(name + "-put-64", put + ", 64", drive("memory", "put", length, inFlight(64)), TEN_TIMES),
                        rate(
                                name + "-put-1000",
                                put + ", 1000",
                                drive("memory", "put", length, inFlight(1000)),
                                TEN_TIMES),
                        rate(
                                name + "-put-flood",
                                put + ", flood",
                                drive("memory", "put", length, "wave=" + wave),
                                TEN_TIMES),
                        rate(
                                name + "-get-64",
                                "memory GET, " + heap + ", 64",
                                drive("memory", "get", length, inFlight(64)),
                                NONE)));
    }

    /**
     * Durable documents. A single request in flight waits for one sync after another and measures the disk, so it has
     * no bar.
     */
    private Stage durable() {
        String count = counting(scale.durableCount());
        String put = "durable PUT";
        return new Stage(
                "durable",
                Stage.Course.DRIVE,
                1,
                LARGE_HEAP,
                withRepeat("durable", ALL),
                List.of(
                        durable(
                                "durable-put-1",
                                put + ", 1 in flight",
                                drive("durable", "put", counting(scale.singleCount()), inFlight(1)),
                                NONE),
                        durable("durable-put-64", put + ", 64", drive("durable", "put", count, inFlight(64)), DURABLE),
                        durable(
                                "durable-put-1000",
                                put + ", 1000",
                                drive("durable", "put", count, inFlight(1000)),
                                DURABLE),
                        durable(
                                "durable-put-flood",
                                put + ", flood",
                                drive("durable", "put", count, "wave=" + DURABLE_WAVE),
                                DURABLE),
                        durable(
                                "durable-get-64",
                                "durable GET, 64",
                                drive("durable", "get", lasting(scale.run()), inFlight(64)),
                                NONE)));
    }

    private Stage http() {
        String way = " over HTTP, same JVM, 64";
        return new Stage(
                "http",
                Stage.Course.DRIVE,
                1,
                LARGE_HEAP,
                withRepeat("http", BOTH),
                List.of(
                        rate("http-memory-put", "memory PUT" + way, overHttp("memory", "put"), FOUR_TIMES),
                        rate("http-memory-get", "memory GET" + way, overHttp("memory", "get"), NONE),
                        durable("http-durable-put", "durable PUT" + way, overHttp("durable", "put"), NONE)));
    }

    private Stage httpApart() {
        String label = "memory PUT over HTTP, separate client process, 64";
        return new Stage(
                "http-apart",
                Stage.Course.DRIVE_FROM_OUTSIDE,
                1,
                LARGE_HEAP,
                BOTH,
                List.of(rate("http-apart-memory-put", label, overHttp("memory", "put"), FOUR_TIMES)));
    }

    private Stage idle() {
        return new Stage(
                "idle",
                Stage.Course.IDLE,
                1,
                IDLE,
                BOTH,
                List.of(
                        idle("memory", "heap per idle document in memory, without key and state", 100),
                        idle("durable", "heap per idle durable document", 16)));
    }

    private DocumentsCase idle(String kind, String label, double bar) {
        String command = "idle kind=" + kind + " count=" + scale.idleCount();
        return new DocumentsCase(
                "idle-" + kind,
                label,
                Measure.BYTES,
                command,
                command,
                kind.equals("durable"),
                ANYONE,
                Map.of(Contestant.VESPER, bar));
    }

    private Stage open() {
        String label = String.format(Locale.ROOT, "opening %,d durable documents", scale.openCount());
        String command = "open existing=" + scale.openCount();
        return new Stage(
                "open",
                Stage.Course.OPEN,
                1,
                LARGE_HEAP,
                BOTH,
                List.of(new DocumentsCase("open", label, Measure.SECONDS, command, command, false, ANYONE, NONE)));
    }

    private static DocumentsCase rate(String name, String label, String command, Map<Contestant, Double> bars) {
        return rate(name, label, command, false, bars);
    }

    private static DocumentsCase durable(String name, String label, String command, Map<Contestant, Double> bars) {
        return rate(name, label, command, true, bars);
    }

    private static DocumentsCase rate(
            String name, String label, String command, boolean isDurable, Map<Contestant, Double> bars) {
        String window = DocumentsCase.windowOf(command, WarmUp.WINDOWS_OF_A_RUN);
        return new DocumentsCase(name, label, Measure.RATE, command, window, isDurable, ANYONE, bars);
    }

    private String overHttp(String kind, String operation) {
        return drive(kind, "http", operation, counting(scale.httpCount()), inFlight(64));
    }

    private static String drive(String kind, String operation, String length, String load) {
        return drive(kind, "process", operation, length, load);
    }

    private static String drive(String kind, String route, String operation, String length, String load) {
        return "drive kind=" + kind + " route=" + route + " operation=" + operation + " documents=" + DOCUMENTS + " "
                + length + " " + load;
    }

    private static String counting(int requests) {
        return "count=" + requests;
    }

    private static String lasting(Duration time) {
        return "millis=" + time.toMillis();
    }

    private static String inFlight(int number) {
        return "in-flight=" + number;
    }
}
