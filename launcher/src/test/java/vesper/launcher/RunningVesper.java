package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import vesper.launcher.server.StopSignal;

/** {@code vesper run} on a free port in this process. Closing stops it as a signal would. */
final class RunningVesper implements Closeable {
    private static final int PATIENCE_SECONDS = 60;

    private final StopSignal stop = StopSignal.byHand();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<URI> address = new CompletableFuture<>();
    private final ReadyLine out = new ReadyLine(address);
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    private RunningVesper() {}

    /**
     * Starts a server and waits until it is ready.
     *
     * @param settings each in the form {@code key=value}
     */
    static RunningVesper serving(Path packages, Path data, String... settings) throws Exception {
        return serving(0, packages, data, settings);
    }

    /** Starts a server on this port. */
    static RunningVesper serving(int port, Path packages, Path data, String... settings) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("run", "--port", "" + port, "--packages", packages.toString(), "--data", data.toString()));
        for (String setting : settings) arguments.addAll(List.of("--set", setting));
        RunningVesper running = new RunningVesper();
        Thread.ofPlatform().name("vesper under test").start(() -> running.run(arguments));
        running.address.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return running;
    }

    private void run(List<String> arguments) {
        CommandContext context = new CommandContext(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                Optional.empty(),
                "vesper",
                stop);
        int code = Main.run(context, arguments.toArray(String[]::new));
        exitCode.complete(code);
        address.completeExceptionally(new IllegalStateException("ended with " + code + ": " + err.toString(UTF_8)));
    }

    URI address() {
        return address.join();
    }

    /** Returns what the server has printed to its standard output. */
    String printed() {
        return out.text();
    }

    /** Stops the server, waits for its end and returns its exit code. */
    int stop() throws Exception {
        stop.request();
        return exitCode.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        stop.request();
        exitCode.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Completes the address from the line {@code ready URL in N ms}, or {@code serving URL in N ms, not ready: …}. */
    private static final class ReadyLine extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final CompletableFuture<URI> address;

        ReadyLine(CompletableFuture<URI> address) {
            this.address = address;
        }

        synchronized String text() {
            return written.toString(UTF_8);
        }

        @Override
        public synchronized void write(int b) throws IOException {
            written.write(b);
            String text = text();
            if (text.endsWith("\n")) address.complete(URI.create(text.split(" ")[1]));
        }
    }
}
