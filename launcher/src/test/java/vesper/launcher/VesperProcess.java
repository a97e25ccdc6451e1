package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code vesper run} in a separate process, for tests with signals. Closing kills it. */
final class VesperProcess implements Closeable {
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final URI address;

    private VesperProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Returns a command line of {@code vesper}. */
    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(VesperProgram.command("-XX:TieredStopAtLevel=1"));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Starts a node on a port with these settings, and waits until it serves. */
    static VesperProcess serving(int port, Path packages, Path data, Path log, List<String> settings)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--port", "" + port));
        arguments.addAll(List.of("--packages", packages.toString(), "--data", data.toString()));
        for (String setting : settings) arguments.addAll(List.of("--set", setting));
        return ready(log, arguments);
    }

    /** Starts a node with a settings file, and waits until it is ready. */
    static VesperProcess configured(Path settings, Path log) throws IOException {
        return ready(log, List.of("run", "--config", settings.toString()));
    }

    private static VesperProcess ready(Path log, List<String> arguments) throws IOException {
        Process process = new ProcessBuilder(command(arguments.toArray(String[]::new)))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        // The process prints nothing else, so its output need not be drained.
        String ready = process.inputReader().readLine();
        assertThat(ready).as(Files.readString(log)).matches("(ready|serving) .*");
        return new VesperProcess(process, URI.create(ready.split(" ")[1]));
    }

    URI address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void signal(String signal) throws Exception {
        int ended = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                .start()
                .waitFor();
        assertThat(ended).isZero();
    }

    /**
     * Stops the process by SIGTERM.
     *
     * @return its exit code
     */
    int stop() throws Exception {
        signal("TERM");
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        // Afterwards its port and files are free.
        process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
