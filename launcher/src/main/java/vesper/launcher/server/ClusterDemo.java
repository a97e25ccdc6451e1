package vesper.launcher.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.hosting.DiskFailure;

/** A whole cluster on this machine, for a try-out: servers of NATS, and as many of Vesper. */
public final class ClusterDemo {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);
    private static final String PACKAGE = """
            # Notes that every node has; any JSON may be one.
            documents.notes = replicated
            """;

    /**
     * @param nodes of Vesper; there are as many servers of NATS, but 1, 3 or 5
     * @param packages what they serve; empty for one with a replicated collection, notes
     * @param data where everything is kept; empty for a folder that goes with the demo
     */
    public record Wanted(int nodes, Optional<Path> packages, Optional<Path> data) {}

    private final Class<?> program;
    private final PrintStream out;
    private final PrintStream err;

    /** @param program whose {@code main} is the {@code vesper} command */
    public ClusterDemo(Class<?> program, PrintStream out, PrintStream err) {
        this.program = program;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs it until told to stop; each node's {@code ready} line goes to the output.
     *
     * @throws CannotStartException with what is in the way
     */
    public void run(Wanted wanted, StopSignal stop) throws CannotStartException, InterruptedException {
        try (ProcessStop _ = ProcessStop.watch(stop, Duration.ZERO, LONGEST_STOP);
                Folder folder = Folder.of(wanted.data())) {
            Path server = NatsProgram.get(NatsProgram.cache(), err::println);
            int servers = wanted.nodes() >= 5 ? 5 : wanted.nodes() >= 3 ? 3 : 1;
            Path packages = wanted.packages().isPresent()
                    ? wanted.packages().get().toAbsolutePath()
                    : notes(folder.path.resolve("packages"));
            try (NatsServers nats = NatsServers.start(server, folder.path.resolve("nats"), servers, "always");
                    Nodes nodes = new Nodes()) {
                for (int i = 0; i < wanted.nodes(); i++) {
                    nodes.start(command(nats, servers, packages, folder.path.resolve("node-" + (i + 1))));
                }
                err.println("logs and documents are in " + folder.path + "; Ctrl-C ends all of it");
                stop.await();
            }
        } catch (IOException failure) {
            throw new CannotStartException("no cluster: " + DiskFailure.reason(failure));
        }
    }

    private static Path notes(Path packages) throws IOException {
        Path notes = Files.createDirectories(packages.resolve("notes"));
        Files.writeString(notes.resolve("package.properties"), PACKAGE);
        return packages;
    }

    /** As this program was started. */
    private List<String> command(NatsServers nats, int replicas, Path packages, Path data) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName(), "run", "--port", "0"));
        command.addAll(List.of("--packages", packages.toString(), "--data", data.toString()));
        String monitoring = nats.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        for (String setting : List.of(
                "cluster.name=demo",
                "cluster.url=" + String.join(",", nats.urls()),
                "cluster.replicas=" + replicas,
                "cluster.monitoring=" + monitoring)) {
            command.addAll(List.of("--set", setting));
        }
        return command;
    }

    /** The nodes that were started. */
    private final class Nodes implements Closeable {
        private final List<Process> started = new ArrayList<>();

        void start(List<String> command) throws IOException, InterruptedException {
            Path data = Path.of(command.get(command.indexOf("--data") + 1));
            Files.createDirectories(data);
            Path log = data.resolve("vesper.log");
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            started.add(process);
            String ready = firstLine(process);
            if (ready == null) {
                process.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
                throw new IOException("a node has ended: " + lastLine(log));
            }
            out.println(ready);
            out.flush();
        }

        private @Nullable String firstLine(Process process) throws IOException {
            // It says no more than that, so nobody has to go on reading.
            BufferedReader reader = process.inputReader(UTF_8);
            return reader.readLine();
        }

        private String lastLine(Path log) throws IOException {
            return Files.readAllLines(log, UTF_8).stream()
                    .filter(line -> !line.isBlank())
                    .reduce((_, later) -> later)
                    .orElse("without a word");
        }

        @Override
        public void close() {
            started.forEach(Process::destroy);
            for (Process process : started) {
                try {
                    if (!process.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)) process.destroyForcibly();
                } catch (InterruptedException _) {
                    process.destroyForcibly();
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Where everything is kept. */
    private record Folder(Path path, boolean goes) implements Closeable {
        static Folder of(Optional<Path> named) throws IOException {
            return named.isPresent()
                    ? new Folder(Files.createDirectories(named.get()).toAbsolutePath(), false)
                    : new Folder(Files.createTempDirectory("vesper-cluster"), true);
        }

        @Override
        public void close() throws IOException {
            if (!goes) return;
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }
}
