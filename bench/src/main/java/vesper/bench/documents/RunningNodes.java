package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.process.DriverProcess;
import vesper.bench.process.ProcessTree;

/**
 * A contestant of several nodes, each a process, of which the first is driven. Further servers, such as those that the
 * nodes share, are child processes of the first.
 */
final class RunningNodes implements ContestantSession {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration REPLICATION_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(2);

    /**
     * CPU use of all nodes together below which they count as at rest, as a share of one processor. Idle nodes still
     * send heartbeats.
     */
    private static final double IDLE_CPU_SHARE = 0.2;

    private static final double MICROS_PER_SECOND = 1e6;

    private final Contestant contestant;
    private final Duration idleCheckInterval;
    private final List<DriverProcess> nodes = new ArrayList<>();

    private RunningNodes(Contestant contestant, Duration restLook) {
        this.contestant = contestant;
        this.idleCheckInterval = restLook;
    }

    /**
     * Starts all nodes and returns when they form one cluster.
     *
     * @param restLook pause between two checks whether the nodes are at rest
     */
    static RunningNodes open(
            Stage stage, Contestant contestant, Drivers drivers, Path data, Path logs, Duration restLook)
            throws IOException, InterruptedException {
        var running = new RunningNodes(contestant, restLook);
        try {
            DriverAnswer first = running.open(stage, drivers, data, logs, Optional.empty());
            String address = first.text("address").orElse("");
            for (int i = 1; i < stage.nodes(); i++) running.open(stage, drivers, data, logs, Optional.of(address));
            for (DriverProcess node : running.nodes) send(node, "nodes count=" + stage.nodes());
            return running;
        } catch (IOException | InterruptedException failure) {
            running.close();
            throw failure;
        }
    }

    private DriverAnswer open(Stage stage, Drivers drivers, Path data, Path logs, Optional<String> first)
            throws IOException, InterruptedException {
        String name = contestant.slug() + "-" + (nodes.size() + 1);
        List<String> command = drivers.node(contestant, stage.flags(), data.resolve(name), stage.nodes(), first);
        DriverProcess node = DriverProcess.start(name, command, logs, logs.resolve(stage.name() + "-" + name + ".log"));
        nodes.add(node);
        return send(node, "open");
    }

    private static DriverAnswer send(DriverProcess node, String command) throws IOException, InterruptedException {
        return DriverAnswer.parse(node.send(command, TIMEOUT));
    }

    @Override
    public Contestant contestant() {
        return contestant;
    }

    /**
     * Carries out a command. CPU time counts until all nodes have stored the writes and are at rest, since nodes that
     * lag behind still have work to do. The cost of the checks for that is not counted.
     */
    @Override
    public Measurement measure(String command) throws IOException, InterruptedException {
        String versions = DocumentsCase.versionsOf(command);
        long counted = cpuMicros();
        DriverAnswer answer = send(nodes.getFirst(), command);
        long until = System.nanoTime() + REPLICATION_TIMEOUT.toNanos();
        long used = 0;
        while (true) {
            used += awaitIdleCpuMicros() - counted;
            int differing = differing(versions);
            if (differing == 0 || System.nanoTime() - until > 0)
                return new Measurement(answer, used / MICROS_PER_SECOND, differing);
            counted = cpuMicros();
        }
    }

    /**
     * Returns the CPU time of all nodes at the point where they come to rest. Waits a limited time, since some may
     * never rest.
     */
    private long awaitIdleCpuMicros() throws IOException, InterruptedException {
        long until = System.nanoTime() + IDLE_TIMEOUT.toNanos();
        long earlier = cpuMicros();
        while (true) {
            Thread.sleep(idleCheckInterval);
            long now = cpuMicros();
            if (now - earlier <= IDLE_CPU_SHARE * idleCheckInterval.toNanos() / 1_000 || System.nanoTime() - until > 0)
                return earlier;
            earlier = now;
        }
    }

    private long cpuMicros() throws IOException {
        long micros = 0;
        for (DriverProcess node : nodes)
            micros += new ProcessTree(node.pid()).cpu().totalMicros();
        return micros;
    }

    /** Returns the number of nodes whose versions differ from those of the first one. */
    private int differing(String versions) throws IOException, InterruptedException {
        String expected = send(nodes.getFirst(), versions).line();
        int differing = 0;
        for (DriverProcess other : nodes.subList(1, nodes.size())) {
            if (!send(other, versions).line().equals(expected)) differing++;
        }
        return differing;
    }

    /** Ends the first node last, since the others need the processes that it has started. */
    @Override
    public void close() {
        if (nodes.isEmpty()) return;
        DriverProcess.endAll(nodes.subList(1, nodes.size()));
        nodes.getFirst().close();
    }
}
