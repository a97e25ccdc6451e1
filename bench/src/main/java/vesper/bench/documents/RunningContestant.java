package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import vesper.bench.process.CpuTime;
import vesper.bench.process.DriverProcess;

/**
 * A contestant whose processes are up: one that holds the documents and, in some stages, a client that accesses it over
 * HTTP.
 */
final class RunningContestant implements ContestantSession {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final double MICROS_PER_SECOND = 1e6;

    private final Contestant contestant;
    private final DriverProcess server;
    private final Optional<DriverProcess> client;

    private RunningContestant(Contestant contestant, DriverProcess holder, Optional<DriverProcess> client) {
        this.contestant = contestant;
        this.server = holder;
        this.client = client;
    }

    /** Starts a process without opening its store. */
    static RunningContestant start(Stage stage, Contestant contestant, Drivers drivers, Path data, Path logs)
            throws IOException {
        return new RunningContestant(
                contestant, process(stage, contestant, drivers, data, logs, Optional.empty()), Optional.empty());
    }

    /** Starts a process and opens its store, and also that of a client if the stage has one. */
    static RunningContestant open(Stage stage, Contestant contestant, Drivers drivers, Path data, Path logs)
            throws IOException, InterruptedException {
        RunningContestant holder = start(stage, contestant, drivers, data, logs);
        try {
            DriverAnswer opened = holder.send("open");
            if (stage.course() != Stage.Course.DRIVE_FROM_OUTSIDE) return holder;
            return holder.withClient(clientOf(stage, contestant, drivers, data, logs, opened.text("address")));
        } catch (IOException | InterruptedException failure) {
            holder.close();
            throw failure;
        }
    }

    @Override
    public Contestant contestant() {
        return contestant;
    }

    DriverAnswer send(String command) throws IOException, InterruptedException {
        return DriverAnswer.parse(client.orElse(server).send(command, TIMEOUT));
    }

    /** Sends a command. The CPU time is that of the client, as it reports it, plus that of the holder. */
    @Override
    public Measurement measure(String command) throws IOException, InterruptedException {
        CpuTime before = CpuTime.of(server.pid());
        DriverAnswer answer = send(command);
        double own = answer.number("cpuSeconds");
        if (client.isEmpty()) return new Measurement(answer, own, 0);
        CpuTime used = CpuTime.of(server.pid()).minus(before);
        return new Measurement(answer, own + used.totalMicros() / MICROS_PER_SECOND, 0);
    }

    /** Waits until the store is closed cleanly, so that another process can open it. */
    void awaitExit() throws IOException, InterruptedException {
        server.awaitExit();
    }

    @Override
    public void close() {
        client.ifPresent(DriverProcess::close);
        server.close();
    }

    private RunningContestant withClient(DriverProcess opened) {
        return new RunningContestant(contestant, server, Optional.of(opened));
    }

    private static DriverProcess clientOf(
            Stage stage, Contestant contestant, Drivers drivers, Path data, Path logs, Optional<String> address)
            throws IOException, InterruptedException {
        String server = address.filter(text -> !text.isEmpty())
                .orElseThrow(() -> new UnsupportedCommandException("address for other processes"));
        Path own = data.resolveSibling(data.getFileName() + "-client");
        DriverProcess client = process(stage, contestant, drivers, own, logs, Optional.of(server));
        try {
            DriverAnswer.parse(client.send("open", TIMEOUT));
            return client;
        } catch (IOException | InterruptedException failure) {
            client.close();
            throw failure;
        }
    }

    private static DriverProcess process(
            Stage stage, Contestant contestant, Drivers drivers, Path data, Path logs, Optional<String> server)
            throws IOException {
        String name = contestant.slug() + (server.isPresent() ? "-client" : "");
        Path log = logs.resolve(stage.name() + "-" + name + ".log");
        return DriverProcess.start(name, drivers.command(contestant, stage.flags(), data, server), logs, log);
    }
}
