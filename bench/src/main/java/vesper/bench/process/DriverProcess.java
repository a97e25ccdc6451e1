package vesper.bench.process;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program that takes commands on its standard input and answers each with one line. Only one thread may send
 * commands. Closing it ends the process and all its descendants as {@link Termination} does, and nothing else.
 */
public final class DriverProcess implements Closeable {
    private static final int MAX_LINES_UNREAD = 16;
    private static final long SECONDS_TO_FINISH = 120;

    private final String name;
    private final Process process;
    private final Path log;
    private final Writer commands;
    private final BlockingQueue<Optional<String>> lines = new ArrayBlockingQueue<>(MAX_LINES_UNREAD);

    private DriverProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.commands = process.outputWriter();
    }

    /**
     * Starts the program.
     *
     * @param directory its working directory
     * @param log file to which its stderr is appended
     */
    public static DriverProcess start(String name, List<String> command, Path directory, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        var driver = new DriverProcess(name, process, log);
        Thread.ofVirtual().name(name + "-stdout").start(driver::readLines);
        return driver;
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Sends a command and waits for the answer.
     *
     * @throws IOException if the program ended, with the end of its log, or did not answer in time
     */
    public String send(String command, Duration timeout) throws IOException, InterruptedException {
        try {
            commands.write(command + "\n");
            commands.flush();
        } catch (IOException _) {
            throw exitFailure();
        }
        Optional<String> line = lines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IOException(name + " did not answer within " + timeout.toSeconds() + " s: " + command);
        }
        if (line.isEmpty()) throw exitFailure();
        return line.get();
    }

    /** Closes the program's input and waits until it has cleaned up and exited. */
    public void awaitExit() throws IOException, InterruptedException {
        commands.close();
        if (!process.waitFor(SECONDS_TO_FINISH, TimeUnit.SECONDS)) {
            throw new IOException(name + " did not exit within " + SECONDS_TO_FINISH + " s");
        }
    }

    /** Ends all programs at the same time. */
    public static void endAll(Collection<DriverProcess> all) {
        Termination.terminate(all.stream().map(each -> each.process).toList());
    }

    @Override
    public void close() {
        endAll(List.of(this));
    }

    private void readLines() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.put(Optional.of(line));
            lines.put(Optional.empty());
        } catch (IOException | UncheckedIOException _) {
            // The stream of a process that is being ended may break; no caller waits for an answer then.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private IOException exitFailure() throws IOException {
        String output = Files.readString(log).strip();
        return new IOException(name + " exited: " + output.substring(Math.max(0, output.length() - 500)));
    }
}
