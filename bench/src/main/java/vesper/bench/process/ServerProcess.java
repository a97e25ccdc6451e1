package vesper.bench.process;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that runs in its own process and has printed {@code ready http://HOST:PORT/}. Its pid is that of the started
 * command, so a script must replace itself with the server (exec), or end the server when it is ended itself. Closing
 * it ends the process and all its descendants as {@link Termination} does, and nothing else. An {@link #attach} server
 * is never ended.
 */
public final class ServerProcess implements Closeable {
    private static final Pattern READY = Pattern.compile("^ready (http://\\S+?)(?: in \\d+ ms)?$");

    private final String name;
    private final ProcessHandle handle;
    /** Empty for an attached server. */
    private final Optional<Process> startedProcess;

    private final URI url;

    /** Returns the address in the line that reports readiness; empty for any other line. */
    static Optional<URI> readyUrl(String line) {
        Matcher matcher = READY.matcher(line.strip());
        return matcher.matches() ? Optional.of(URI.create(matcher.group(1))) : Optional.empty();
    }

    private ServerProcess(String name, ProcessHandle handle, Optional<Process> own, URI url) {
        this.name = name;
        this.handle = handle;
        this.startedProcess = own;
        this.url = url;
    }

    /**
     * Attaches to a server that was started elsewhere; closing it leaves the server running.
     *
     * @throws ServerNotReadyException if there is no such process
     */
    public static ServerProcess attach(String name, long pid, URI url) throws ServerNotReadyException {
        ProcessHandle handle = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() -> new ServerNotReadyException(name, "has no process with pid " + pid));
        return new ServerProcess(name, handle, Optional.empty(), url);
    }

    /**
     * Starts a command and waits until it is ready.
     *
     * @param directory its working directory
     * @param log file for its stderr
     * @throws ServerNotReadyException if it ends, or is not ready in time; it is ended then
     */
    public static ServerProcess start(String name, List<String> command, Path directory, Path log, Duration timeout)
            throws IOException, InterruptedException {
        return start(name, command, Map.of(), directory, log, timeout);
    }

    /**
     * Starts a command and waits until it is ready.
     *
     * @param environment variables in addition to those of this process
     */
    public static ServerProcess start(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            Path log,
            Duration timeout)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectError(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean started = false;
        try {
            URI url = awaitReady(name, process, log, timeout);
            var server = new ServerProcess(name, process.toHandle(), Optional.of(process), url);
            started = true;
            return server;
        } finally {
            if (!started) Termination.kill(process);
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return handle.pid();
    }

    /** Returns the address, which ends with a slash. */
    public URI url() {
        return url;
    }

    public boolean isAlive() {
        return handle.isAlive();
    }

    @Override
    public void close() {
        endAll(List.of(this));
    }

    /** Ends all servers at the same time, so that it takes no longer than ending one. */
    public static void endAll(Collection<ServerProcess> servers) {
        Termination.terminate(servers.stream()
                .flatMap(server -> server.startedProcess.stream())
                .toList());
    }

    private static URI awaitReady(String name, Process process, Path log, Duration timeout)
            throws IOException, InterruptedException {
        var ready = new CompletableFuture<URI>();
        // Reads stdout to its end, so that a server that prints much never blocks on a full pipe.
        Thread.ofVirtual().name(name + "-stdout").start(() -> readLines(process, ready));
        try {
            return ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new ServerNotReadyException(name, "was not ready within " + timeout.toSeconds() + " s");
        } catch (ExecutionException _) {
            throw new ServerNotReadyException(name, "exited before it was ready: " + tailOf(log));
        }
    }

    private static void readLines(Process process, CompletableFuture<URI> ready) {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> readyUrl(line).ifPresent(ready::complete));
        } catch (IOException | UncheckedIOException _) {
            // The stream of a process that is being ended may break; the future below reports the failure.
        }
        ready.completeExceptionally(new IllegalStateException("end of output"));
    }

    private static String tailOf(Path log) throws IOException {
        String output = Files.readString(log).strip();
        return output.isEmpty() ? "no output" : output.substring(Math.max(0, output.length() - 500));
    }
}
