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

/** A whole cluster on this machine, for a try-out: servers of NATS, and nodes. */
public final class ClusterDemo {
    /** Servers of NATS end behind the nodes. */
    private static final Duration LONGEST_STOP = DemoNodes.LONGEST_STOP.plusSeconds(15);

    private static final String SERVERS = "servers";
    private static final String PACKAGE = """
            # Notes that every node has; any JSON may be one.
            documents.notes = replicated
            """;

    /**
     * @param nodes 1 to 9; of servers of NATS there are 1, 3 or 5, of which no more than nodes
     * @param packages what they serve; empty for one with a replicated collection, notes
     * @param data where everything is kept; empty for a folder that goes with the demo
     */
    public record Wanted(int nodes, Optional<Path> packages, Optional<Path> data) {}

    private final Class<?> program;
    private final String called;
    private final PrintStream out;
    private final PrintStream err;

    /**
     * For one run.
     *
     * @param program whose {@code main} is the {@code vesper} command
     * @param called how people call that from here
     */
    public ClusterDemo(Class<?> program, String called, PrintStream out, PrintStream err) {
        this.program = program;
        this.called = called;
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
                Folder folder = Folder.of(wanted.data(), err);
                DataLock _ = DataLock.of(folder.path)) {
            runIn(folder.path, wanted, stop);
        } catch (IOException failure) {
            throw new CannotStartException("no cluster: " + DiskFailure.reason(failure));
        } catch (InterruptedException interrupt) {
            // What was begun has been ended.
            if (!stop.await(Duration.ZERO)) throw interrupt;
        }
    }

    private void runIn(Path folder, Wanted wanted, StopSignal stop)
            throws IOException, InterruptedException, CannotStartException {
        int servers = wanted.nodes() >= 5 ? 5 : wanted.nodes() >= 3 ? 3 : 1;
        requireAsManyAsBefore(folder, servers);
        Path packages = wanted.packages().isPresent()
                ? wanted.packages().get().toAbsolutePath()
                : notes(folder.resolve("packages"));
        try (NatsServers nats = servers(folder.resolve("nats"), servers, stop);
                DemoNodes nodes = new DemoNodes(ownCommand(), folder, out)) {
            try (Starting _ = Starting.until(stop)) {
                nodes.start(wanted.nodes(), settings(nats, servers, packages));
            }
            tell(nats, nodes);
            err.println(
                    "logs and documents are in " + folder + "; Ctrl-C ends all of it but what you have started again");
            stop.await();
        }
    }

    private NatsServers servers(Path folder, int count, StopSignal stop) throws IOException, InterruptedException {
        try (Starting _ = Starting.until(stop)) {
            Path program = NatsProgram.get(NatsProgram.cache(), err::println);
            return NatsServers.start(program, folder, count, "always");
        }
    }

    /** Documents are on as many servers as there were, and would be missed by fewer. */
    private static void requireAsManyAsBefore(Path folder, int servers) throws IOException, CannotStartException {
        Path before = folder.resolve(SERVERS);
        String count = Files.exists(before) ? Files.readString(before).strip() : "" + servers;
        if (!count.equals("" + servers)) {
            throw new CannotStartException(folder + " has the documents of " + count + " servers of NATS, and not of "
                    + servers + "; --nodes " + count + " goes on with it, another folder begins anew");
        }
        Files.writeString(before, servers + "\n");
    }

    private static Path notes(Path packages) throws IOException {
        Path notes = Files.createDirectories(packages.resolve("notes"));
        Files.writeString(notes.resolve("package.properties"), PACKAGE);
        return packages;
    }

    /** As this program was started. */
    private List<String> ownCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        String classPath = System.getProperty("java.class.path");
        boolean isJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
        // The manifest of the jar opens to a server what it needs of the JDK, which a class path does not.
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

    /** Who tries a cluster out kills some of it, and wants to have it back. */
    private void tell(NatsServers nats, DemoNodes nodes) {
        for (NatsServers.Running each : nats.running()) tell("nats " + each.name(), each.pid(), each.command());
        int number = 0;
        for (DemoNodes.Node each : nodes.all()) {
            List<String> again =
                    List.of(called, "run", "--config", each.settings().toString());
            tell("node " + ++number, each.pid(), again);
        }
    }

    private void tell(String what, long pid, List<String> again) {
        String command = again.stream().map(ShellWord::of).collect(Collectors.joining(" "));
        err.println(what + " is process " + pid + "; once it is killed, this starts it again: " + command);
    }

    /** Interrupts the thread that starts something when a stop is requested, until it is closed. */
    private record Starting(Thread watching, CompletableFuture<Void> over) implements AutoCloseable {
        static Starting until(StopSignal stop) {
            Thread starting = Thread.currentThread();
            var over = new CompletableFuture<Void>();
            Thread watching = Thread.ofVirtual().name("stop of a start").start(() -> {
                try {
                    stop.await();
                    starting.interrupt();
                } catch (InterruptedException _) {
                    // It has started.
                } finally {
                    over.complete(null);
                }
            });
            return new Starting(watching, over);
        }

        /** What is ended next is waited for, and whoever waits for a stop afterwards hears of it. */
        @Override
        public void close() {
            watching.interrupt();
            over.join();
            var _ = Thread.interrupted();
        }
    }

    /** Where everything is kept. */
    private record Folder(Path path, boolean goes, PrintStream err) implements Closeable {
        static Folder of(Optional<Path> named, PrintStream err) throws IOException {
            return named.isPresent()
                    ? new Folder(Files.createDirectories(named.get()).toAbsolutePath(), false, err)
                    : new Folder(Files.createTempDirectory("vesper-cluster"), true, err);
        }

        @Override
        public void close() {
            if (!goes) return;
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            } catch (IOException | UncheckedIOException inUse) {
                err.println(path + " is left, since what was started again may still be using it");
            }
        }
    }
}
