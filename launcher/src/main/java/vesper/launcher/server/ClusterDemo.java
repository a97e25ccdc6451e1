package vesper.launcher.server;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.ShellWord;

/** A complete cluster on this machine to try out: NATS servers and nodes. */
public final class ClusterDemo {
    /** The NATS servers stop after the nodes. */
    private static final Duration LONGEST_STOP = DemoNodes.LONGEST_STOP.plusSeconds(15);

    private static final String SERVERS = "servers";
    private static final String PACKAGE = """
            # Notes that every node has; any JSON may be one.
            documents.notes = replicated
            """;

    /**
     * Options of a demo.
     *
     * @param nodes 1 to 9; there are 1, 3 or 5 NATS servers, never more than nodes
     * @param packages folder of the packages that the nodes serve; empty for one with a replicated collection of notes
     * @param data folder for all data; empty for a temporary folder that is deleted at the end
     */
    public record DemoOptions(int nodes, Optional<Path> packages, Optional<Path> data) {}

    private final Class<?> program;
    private final String called;
    private final PrintStream out;
    private final PrintStream err;

    /**
     * Creates a demo, for one run.
     *
     * @param program the class whose {@code main} is the {@code vesper} command
     * @param called the name by which the user calls the command
     */
    public ClusterDemo(Class<?> program, String called, PrintStream out, PrintStream err) {
        this.program = program;
        this.called = called;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the cluster until a stop is requested. Prints each node's {@code ready} line to the output.
     *
     * @throws CannotStartException if the cluster cannot start, with the reason
     */
    public void run(DemoOptions options, StopSignal stop) throws CannotStartException, InterruptedException {
        try (ProcessStop _ = ProcessStop.watch(stop, Duration.ZERO, LONGEST_STOP);
                DemoFolder folder = DemoFolder.of(options.data(), err);
                DataLock _ = DataLock.of(folder.path)) {
            runIn(folder.path, options, stop);
        } catch (IOException failure) {
            throw new CannotStartException("no cluster: " + DiskFailure.reason(failure));
        } catch (InterruptedException interrupt) {
            // Everything that was started is closed. An interrupt caused by the stop signal is a normal end.
            if (!stop.await(Duration.ZERO)) throw interrupt;
        }
    }

    private void runIn(Path folder, DemoOptions options, StopSignal stop)
            throws IOException, InterruptedException, CannotStartException {
        int servers = options.nodes() >= 5 ? 5 : options.nodes() >= 3 ? 3 : 1;
        requireAsManyAsBefore(folder, servers);
        Path packages = options.packages().isPresent()
                ? options.packages().get().toAbsolutePath()
                : notes(folder.resolve("packages"));
        try (NatsServers nats = servers(folder.resolve("nats"), servers, stop);
                DemoNodes nodes = new DemoNodes(ownCommand(), folder, out)) {
            try (StartInterrupt _ = StartInterrupt.until(stop)) {
                nodes.start(options.nodes(), settings(nats, servers, packages));
            }
            printRestart(nats, nodes);
            err.println("logs and documents are in " + folder + "; Ctrl-C stops everything except what you restarted");
            stop.await();
        }
    }

    private NatsServers servers(Path folder, int count, StopSignal stop) throws IOException, InterruptedException {
        try (StartInterrupt _ = StartInterrupt.until(stop)) {
            Path program = NatsProgram.get(NatsProgram.cache(), err::println);
            return NatsServers.start(program, folder, count, "always");
        }
    }

    /**
     * Rejects a folder that was used with another number of NATS servers, since its streams are replicated over that
     * number.
     */
    private static void requireAsManyAsBefore(Path folder, int servers) throws IOException, CannotStartException {
        Path before = folder.resolve(SERVERS);
        String count = Files.exists(before) ? Files.readString(before).strip() : "" + servers;
        if (!count.equals("" + servers)) {
            throw new CannotStartException(folder + " has the documents of " + count + " NATS servers, not of "
                    + servers + "; --nodes " + count + " continues with it; use another folder to start empty");
        }
        Files.writeString(before, servers + "\n");
    }

    private static Path notes(Path packages) throws IOException {
        Path notes = Files.createDirectories(packages.resolve("notes"));
        Files.writeString(notes.resolve("package.properties"), PACKAGE);
        return packages;
    }

    /** Returns the command that runs a server in the same way as this program was started. */
    private List<String> ownCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        String classPath = System.getProperty("java.class.path");
        boolean isJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
        // The manifest of the jar opens the JDK packages that a server needs. A class path would ignore it.
        command.addAll(isJar ? List.of("-jar", classPath) : List.of("-cp", classPath, program.getName()));
        command.add("run");
        return command;
    }

    private static Map<String, String> settings(NatsServers nats, int replicas, Path packages) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Keys.PACKAGES.key(), packages.toString());
        settings.put(Keys.CLUSTER_NAME.key(), "demo");
        settings.put(Keys.CLUSTER_URL.key(), String.join(",", nats.urls()));
        settings.put(Keys.CLUSTER_REPLICAS.key(), "" + replicas);
        settings.put(
                Keys.CLUSTER_MONITORING.key(),
                nats.monitoring().stream().map(URI::toString).collect(Collectors.joining(",")));
        return settings;
    }

    /**
     * Prints the process ID of each server and the command to restart it, since users kill servers to try out failures.
     */
    private void printRestart(NatsServers nats, DemoNodes nodes) {
        for (NatsServers.RunningServer each : nats.runningServers())
            printRestart("nats " + each.name(), each.pid(), each.command());
        int number = 0;
        for (DemoNodes.Node each : nodes.all()) {
            List<String> again =
                    List.of(called, "run", "--config", each.settings().toString());
            printRestart("node " + ++number, each.pid(), again);
        }
    }

    private void printRestart(String what, long pid, List<String> again) {
        String command = again.stream().map(ShellWord::of).collect(Collectors.joining(" "));
        err.println(what + " is process " + pid + "; to restart it after a kill: " + command);
    }

    /** Interrupts the calling thread when a stop is requested while it starts something. Closing ends this. */
    private record StartInterrupt(Thread watching, CompletableFuture<Void> over) implements AutoCloseable {
        static StartInterrupt until(StopSignal stop) {
            Thread starting = Thread.currentThread();
            var over = new CompletableFuture<Void>();
            Thread watching = Thread.ofVirtual().name("stop of a start").start(() -> {
                try {
                    stop.await();
                    starting.interrupt();
                } catch (InterruptedException _) {
                    // The start has completed.
                } finally {
                    over.complete(null);
                }
            });
            return new StartInterrupt(watching, over);
        }

        /**
         * Clears a pending interrupt, so that the shutdown that follows can wait for processes. A stop that was
         * requested remains visible in the signal.
         */
        @Override
        public void close() {
            watching.interrupt();
            over.join();
            var _ = Thread.interrupted();
        }
    }

    /** The folder for all data. */
    private record DemoFolder(Path path, boolean isTemporary, PrintStream err) implements Closeable {
        static DemoFolder of(Optional<Path> named, PrintStream err) throws IOException {
            return named.isPresent()
                    ? new DemoFolder(Files.createDirectories(named.get()).toAbsolutePath(), false, err)
                    : new DemoFolder(Files.createTempDirectory("vesper-cluster"), true, err);
        }

        @Override
        public void close() {
            if (!isTemporary) return;
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            } catch (IOException | UncheckedIOException inUse) {
                err.println(path + " was not deleted, because a restarted process may still use it");
            }
        }
    }
}
