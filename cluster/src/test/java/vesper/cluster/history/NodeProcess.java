package vesper.cluster.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import vesper.testing.Eventually;

/** A {@link HistoryNode}, which can be killed and started again. Any thread may ask it. */
final class NodeProcess implements AutoCloseable {
    private static final long LONGEST_ANSWER_SECONDS = 60;

    private final List<String> command;
    private final Path log;
    private final AtomicLong asked = new AtomicLong();
    private volatile Running running;

    private record Running(
            Process process, PrintStream in, Map<Long, CompletableFuture<String>> asked, AtomicBoolean isGone) {}

    /** @param arguments those of the node */
    NodeProcess(Path log, List<String> arguments) {
        this.log = log;
        this.command = new ArrayList<>(List.of(
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

    /** Waits until it is ready. */
    void start() throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        var started = new Running(
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

    private static void read(Running node, CompletableFuture<Void> isReady) {
        try (BufferedReader out = node.process.inputReader(UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(HistoryNode.READY)) {
                    isReady.complete(null);
                    continue;
                }
                int blank = line.indexOf(' ');
                CompletableFuture<String> waiting = node.asked.remove(Long.parseLong(line.substring(0, blank)));
                if (waiting != null) waiting.complete(line.substring(blank + 1));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            isReady.completeExceptionally(new IOException("the node ended"));
            node.isGone.set(true);
            node.asked.values().forEach(waiting -> waiting.complete("gone"));
        }
    }

    /** @return what came of it, {@code gone} where the node ended before it said so */
    String ask(String what) {
        Running now = running;
        long number = asked.incrementAndGet();
        var waiting = new CompletableFuture<String>();
        now.asked.put(number, waiting);
        now.in.println(number + " " + what);
        // It may have ended before it was asked.
        if (now.isGone.get()) waiting.complete("gone");
        return waiting.completeOnTimeout("nothing to " + what, LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        running.process.destroyForcibly().onExit().join();
    }

    /** Has it stand still, with its connections open. */
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int ended = new ProcessBuilder("kill", "-" + signal, Long.toString(running.process.pid()))
                .start()
                .waitFor();
        if (ended != 0) throw new IOException("kill -" + signal + " ended with " + ended);
    }

    @Override
    public void close() {
        if (running != null) kill();
    }
}
