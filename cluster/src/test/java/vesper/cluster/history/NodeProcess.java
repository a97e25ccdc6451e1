package vesper.cluster.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import vesper.testing.Eventually;

/** A {@link HistoryNode} that can be killed and restarted. Any thread may send it requests. */
final class NodeProcess implements AutoCloseable {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

    /**
     * An answer of the node.
     *
     * @param run number of the node's run that answered; each start begins another one
     */
    record Answer(String text, int run) {
        String[] words() {
            return text.split(" ");
        }
    }

    private final List<String> command;
    private final Path log;
    private final AtomicLong requestCount = new AtomicLong();
    private volatile Instance running;

    private record Instance(
            int run,
            Process process,
            PrintStream in,
            Map<Long, CompletableFuture<String>> pending,
            AtomicBoolean hasEnded) {}

    /**
     * @param entry start of the command line
     * @param arguments for the node
     */
    NodeProcess(Path log, List<String> entry, List<String> arguments) {
        this.log = log;
        this.command = new ArrayList<>(entry);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                HistoryNode.class.getName()));
        command.addAll(arguments);
    }

    /** Starts the node, and waits until it is ready. */
    void start() throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Instance before = running;
        var started = new Instance(
                before == null ? 0 : before.run + 1,
                process,
                new PrintStream(process.getOutputStream(), true, UTF_8),
                new ConcurrentHashMap<>(),
                new AtomicBoolean());
        var isReady = new CompletableFuture<Void>();
        Thread.ofVirtual().start(() -> read(started, isReady));
        running = started;
        Eventually.until("a node is ready, or ends; see " + log, isReady::isDone);
        isReady.join();
    }

    private static void read(Instance node, CompletableFuture<Void> isReady) {
        try (BufferedReader out = node.process.inputReader(UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(HistoryNode.READY)) {
                    isReady.complete(null);
                    continue;
                }
                int blank = line.indexOf(' ');
                CompletableFuture<String> waiting = node.pending.remove(Long.parseLong(line.substring(0, blank)));
                if (waiting != null) waiting.complete(line.substring(blank + 1));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            isReady.completeExceptionally(new IOException("the node ended"));
            node.hasEnded.set(true);
            node.pending.values().forEach(waiting -> waiting.complete("gone"));
        }
    }

    /** @return the result, {@code gone} if the node ended before it answered */
    Answer send(String what) {
        return send(what, REQUEST_TIMEOUT);
    }

    /** Like {@link #send(String)}, with a time limit for commands that may take long. */
    Answer send(String what, Duration timeout) {
        Instance now = running;
        long number = requestCount.incrementAndGet();
        var waiting = new CompletableFuture<String>();
        now.pending.put(number, waiting);
        now.in.println(number + " " + what);
        // The node may have ended before it received the command.
        if (now.hasEnded.get()) waiting.complete("gone");
        String text = waiting.completeOnTimeout("nothing to " + what, timeout.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return new Answer(text, now.run);
    }

    /** Kills the node as {@code kill -9} does. */
    void kill() {
        running.process.destroyForcibly().onExit().join();
    }

    /** Stops the node from running, with its connections open. */
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(running.process.pid()))
                .start()
                .waitFor();
        if (status != 0) throw new IOException("kill -" + signal + " ended with " + status);
    }

    @Override
    public void close() {
        if (running != null) kill();
    }
}
