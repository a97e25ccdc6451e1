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

/** The nodes of a demo: each a process with a file of settings, by which it is started again on what it has kept. */
final class DemoNodes implements Closeable {
    /** All of them together. */
    static final Duration LONGEST_STOP = Duration.ofSeconds(20);

    /**
     * One of them.
     *
     * @param settings what it was started with, and the port that it has found
     */
    record Node(long pid, Path settings) {}

    /** One that is on its way. */
    private record Starting(Process process, Path file, Map<String, String> settings, Path log) {}

    private final List<String> run;
    private final Path folder;
    private final PrintStream out;
    private final List<Process> started = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    /**
     * Without any.
     *
     * @param run the command that serves, which a file of settings follows
     * @param folder for what they keep
     * @param out gets their {@code ready} lines
     */
    DemoNodes(List<String> run, Path folder, PrintStream out) {
        this.run = run;
        this.folder = folder;
        this.out = out;
    }

    /** So many, with these settings; returns when all are ready. */
    void start(int count, Map<String, String> shared) throws IOException, InterruptedException {
        List<Starting> starting = new ArrayList<>();
        for (int number = 1; number <= count; number++) starting.add(begin("node-" + number, shared));
        for (Starting each : starting) nodes.add(ready(each));
    }

    private Starting begin(String name, Map<String, String> shared) throws IOException {
        Path data = Files.createDirectories(folder.resolve(name));
        Map<String, String> settings = new LinkedHashMap<>(shared);
        settings.put(Keys.DATA.key(), data.toString());
        Path file = folder.resolve(name + ".properties");
        write(file, settings);
        Path log = data.resolve("vesper.log");
        Process process =
                new ProcessBuilder(command(file)).redirectError(log.toFile()).start();
        started.add(process);
        return new Starting(process, file, settings, log);
    }

    private Node ready(Starting node) throws IOException, InterruptedException {
        String ready = firstLine(node.process);
        if (ready == null) {
            node.process.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
            throw new IOException("a node has ended: " + lastLine(node.log));
        }
        out.println(ready);
        out.flush();
        // Where it is started again it should be where it was.
        node.settings.put(Keys.PORT.key(), "" + URI.create(ready.split(" ")[1]).getPort());
        write(node.file, node.settings);
        return new Node(node.process.pid(), node.file);
    }

    /** Those that were started, in that order. */
    List<Node> all() {
        return List.copyOf(nodes);
    }

    private List<String> command(Path settings) {
        List<String> command = new ArrayList<>(run);
        command.addAll(List.of("--port", "0", "--config", settings.toString()));
        return command;
    }

    private static void write(Path file, Map<String, String> settings) throws IOException {
        // A backslash begins an escape.
        Files.writeString(
                file,
                settings.entrySet().stream()
                        .map(each -> each.getKey() + " = " + each.getValue().replace("\\", "\\\\") + "\n")
                        .collect(Collectors.joining()));
    }

    /** Who is interrupted meanwhile ends the process, and with that what reads. */
    private static @Nullable String firstLine(Process process) throws IOException, InterruptedException {
        // It says no more than that, so nobody has to go on reading.
        BufferedReader reader = process.inputReader(UTF_8);
        var reading = new FutureTask<@Nullable String>(reader::readLine);
        Thread.ofVirtual().name("ready line").start(reading);
        try {
            return reading.get();
        } catch (ExecutionException failure) {
            throw new IOException("what a node says cannot be read", failure.getCause());
        }
    }

    private static String lastLine(Path log) throws IOException {
        return Files.readAllLines(log, UTF_8).stream()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .orElse("without a word");
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
