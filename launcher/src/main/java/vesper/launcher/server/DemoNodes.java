package vesper.launcher.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.launcher.settings.Keys;

/** The nodes of a demo. Each is a process with a settings file, with which it can be restarted on the same data. */
final class DemoNodes implements Closeable {
    /** Time limit for stopping all nodes together. */
    static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    /**
     * A node.
     *
     * @param settings the settings file, including the port that the node has chosen
     */
    record Node(long pid, Path settings) {}

    /** A node that is starting. */
    private record StartingNode(Process process, Path file, Map<String, String> settings, Path log) {}

    private final List<String> run;
    private final Path folder;
    private final PrintStream out;
    private final List<Process> started = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    /**
     * Creates an empty set of nodes.
     *
     * @param run command that serves; the path of a settings file is appended
     * @param folder for the data of the nodes
     * @param out receives their {@code ready} lines
     */
    DemoNodes(List<String> run, Path folder, PrintStream out) {
        this.run = run;
        this.folder = folder;
        this.out = out;
    }

    /** Starts {@code count} nodes with these settings and waits until all are ready. */
    void start(int count, Map<String, String> shared) throws IOException, InterruptedException {
        List<StartingNode> starting = new ArrayList<>();
        for (int number = 1; number <= count; number++) starting.add(launch("node-" + number, shared));
        for (StartingNode each : starting) nodes.add(ready(each));
    }

    private StartingNode launch(String name, Map<String, String> shared) throws IOException {
        Path data = Files.createDirectories(folder.resolve(name));
        Map<String, String> settings = new LinkedHashMap<>(shared);
        settings.put(Keys.DATA.key(), data.toString());
        Path file = folder.resolve(name + ".properties");
        write(file, settings);
        Path log = data.resolve("vesper.log");
        Process process =
                new ProcessBuilder(command(file)).redirectError(log.toFile()).start();
        started.add(process);
        return new StartingNode(process, file, settings, log);
    }

    private Node ready(StartingNode node) throws IOException, InterruptedException {
        String ready = firstLine(node.process);
        if (ready == null) {
            node.process.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
            throw new IOException("a node has ended: " + lastLine(node.log));
        }
        out.println(ready);
        out.flush();
        // A node that is restarted with this file should have the same port.
        node.settings.put(Keys.PORT.key(), "" + URI.create(ready.split(" ")[1]).getPort());
        write(node.file, node.settings);
        return new Node(node.process.pid(), node.file);
    }

    /** Returns the nodes in the order in which they were started. */
    List<Node> all() {
        return List.copyOf(nodes);
    }

    private List<String> command(Path settings) {
        List<String> command = new ArrayList<>(run);
        command.addAll(List.of("--port", "0", "--config", settings.toString()));
        return command;
    }

    private static void write(Path file, Map<String, String> settings) throws IOException {
        // A backslash starts an escape sequence.
        Files.writeString(
                file,
                settings.entrySet().stream()
                        .map(each -> each.getKey() + " = " + each.getValue().replace("\\", "\\\\") + "\n")
                        .collect(Collectors.joining()));
    }

    /**
     * Reads the first line of the output. If interrupted, the caller stops the process, which ends the reading thread
     * too.
     */
    private static @Nullable String firstLine(Process process) throws IOException, InterruptedException {
        // The node prints nothing else, so its output need not be drained.
        BufferedReader reader = process.inputReader(UTF_8);
        var reading = new FutureTask<@Nullable String>(reader::readLine);
        Thread.ofVirtual().name("ready line").start(reading);
        try {
            return reading.get();
        } catch (ExecutionException failure) {
            throw new IOException("the output of a node cannot be read", failure.getCause());
        }
    }

    private static String lastLine(Path log) throws IOException {
        return Files.readAllLines(log, UTF_8).stream()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .orElse("without output");
    }

    @Override
    public void close() {
        started.forEach(Process::destroy);
        long until = System.nanoTime() + LONGEST_STOP.toNanos();
        for (Process process : started) {
            try {
                long left = Math.max(0, until - System.nanoTime());
                if (!process.waitFor(left, TimeUnit.NANOSECONDS)) process.destroyForcibly();
            } catch (InterruptedException _) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
