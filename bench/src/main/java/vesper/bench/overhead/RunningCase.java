package vesper.bench.overhead;

import java.io.Closeable;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmReading;
import vesper.bench.process.ResidentMemory;
import vesper.bench.process.ServerProcess;

/** A case whose server is up, and what is measured of it. */
final class RunningCase implements Closeable {
    private static final String JAVA_OPTS = "VESPER_JAVA_OPTS";

    /** The server may have to be built first. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);

    private static final String PATH = "api/test/sayHello";
    private static final String HELLO = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""";

    private final RecordingCase recording;
    private final ServerProcess server;
    private final Admin admin;
    private final Path data;
    private final LoadPlan plan;
    private final OverheadScale scale;

    private RunningCase(
            RecordingCase recording, ServerProcess server, Admin admin, Path data, LoadPlan plan, OverheadScale scale) {
        this.recording = recording;
        this.server = server;
        this.admin = admin;
        this.data = data;
        this.plan = plan;
        this.scale = scale;
    }

    /**
     * Starts a fresh server.
     *
     * @param data where it keeps what it records; not there yet
     * @param log takes what it says to stderr
     */
    static RunningCase start(RecordingCase recording, OverheadOptions options, HttpClient client, Path data, Path log)
            throws IOException, InterruptedException {
        OverheadScale scale = options.scale();
        List<String> command = new ArrayList<>(options.server());
        // Refusals would be counted as errors of a machine that was busy for a moment; all cases go without alike.
        command.addAll(List.of("run", "--port", "0", "--data", data.toString(), "--set", "http.overload=false"));
        ServerProcess server =
                ServerProcess.start(recording.slug(), command, environment(scale), options.root(), log, START_PATIENCE);
        try {
            Admin admin = new Admin(client, server.url());
            admin.arrange(recording);
            LoadPlan plan = LoadPlan.closedLoop(
                            HttpTarget.of(server.url().resolve(PATH)), scale.connections(), scale.run())
                    .expecting(HELLO.getBytes(StandardCharsets.UTF_8));
            return new RunningCase(recording, server, admin, data, plan, scale);
        } catch (IOException | InterruptedException failure) {
            server.close();
            throw failure;
        }
    }

    RecordingCase recording() {
        return recording;
    }

    /** Drives it for a while without looking at more than rate and CPU, as warming up does. */
    Window drive(LoadEngine engine, Duration length) throws IOException, InterruptedException {
        requireAlive();
        CpuTime before = CpuTime.of(server.pid());
        LoadResult load = engine.run(plan.lasting(length));
        return new Window(load, CpuTime.of(server.pid()).minus(before));
    }

    /** @param cpu of the server's process */
    record Window(LoadResult load, CpuTime cpu) {
        double microsPerRequest() {
            return load.requests() == 0 ? Double.NaN : (double) cpu.totalMicros() / load.requests();
        }
    }

    /** A number of requests, which is what ab can do. */
    LoadPlan counted() {
        return plan.lasting(Duration.ofHours(1)).withRequests(scale.abRequests());
    }

    LoadPlan lasting(Duration length) {
        return plan.lasting(length);
    }

    /** Drives it, waits until all that was recorded is sealed, and counts. */
    OverheadRun measure(Phase phase, int round, LoadEngine engine, LoadPlan planned)
            throws IOException, InterruptedException {
        requireAlive();
        Instant since = Instant.now();
        CpuTime before = CpuTime.of(server.pid());
        LoadResult load = engine.run(planned);
        long endedAt = System.nanoTime();
        CpuTime loaded = CpuTime.of(server.pid()).minus(before);
        Backlog backlog = admin.backlog();
        if (!backlog.idle()) awaitIdle();
        Duration drainTook = backlog.idle() ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - endedAt);
        CpuTime drained = CpuTime.of(server.pid()).minus(before);
        return new OverheadRun(
                phase,
                round,
                recording,
                load,
                loaded,
                drained,
                backlog,
                drainTook,
                census(load.requests(), since),
                ResidentMemory.of(server.pid()));
    }

    void awaitIdle() throws IOException, InterruptedException {
        admin.awaitIdle(scale.patience());
    }

    Census census(long answered, Instant since) throws IOException, InterruptedException {
        return admin.census(recording, answered, since);
    }

    JvmReading jvm(Path scratch) throws IOException, InterruptedException {
        return JvmReading.of(server.pid(), scratch);
    }

    DiskUse diskUse() throws IOException {
        return DiskUse.of(data);
    }

    @Override
    public void close() {
        server.close();
    }

    private void requireAlive() throws IOException {
        if (!server.isAlive()) throw new IOException("the server with " + recording.label() + " has ended");
    }

    private static Map<String, String> environment(OverheadScale scale) {
        String heap = "-Xms" + scale.heap() + " -Xmx" + scale.heap();
        Map<String, String> environment = new HashMap<>();
        environment.put(JAVA_OPTS, (Objects.requireNonNullElse(System.getenv(JAVA_OPTS), "") + " " + heap).strip());
        return environment;
    }
}
