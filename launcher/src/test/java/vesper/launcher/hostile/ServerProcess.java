package vesper.launcher.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import vesper.launcher.VesperProgram;

/** {@code vesper run} in a separate process, so that its memory can be measured. Closing kills it. */
public final class ServerProcess implements AutoCloseable {
    /** The heap that has to suffice under attack. */
    private static final String HEAP = "-Xmx256m";

    private final Process process;
    private final InetSocketAddress address;

    private ServerProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a server with the flags of the shipped program, and waits until it is ready. */
    public static ServerProcess serving(Path packages, Path data, String... settings) throws IOException {
        return serving(List.of(), packages, data, settings);
    }

    /** Starts a server with additional flags for {@code java}. */
    public static ServerProcess serving(List<String> javaOptions, Path packages, Path data, String... settings)
            throws IOException {
        List<String> options = new ArrayList<>(List.of(VesperProgram.options("young.options"), HEAP));
        options.addAll(javaOptions);
        List<String> command = new ArrayList<>(VesperProgram.command(options.toArray(String[]::new)));
        command.addAll(List.of("run", "--port", "0"));
        command.addAll(List.of("--packages", packages.toString(), "--data", data.toString()));
        for (String setting : settings) command.addAll(List.of("--set", setting));
        Process process = new ProcessBuilder(command)
                .redirectError(data.resolveSibling("stderr").toFile())
                .start();
        String ready = process.inputReader().readLine();
        if (ready == null) throw new IOException("did not start: " + Files.readString(data.resolveSibling("stderr")));
        URI uri = URI.create(ready.split(" ")[1]);
        return new ServerProcess(process, new InetSocketAddress(uri.getHost(), uri.getPort()));
    }

    public InetSocketAddress address() {
        return address;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the resident memory of the process. */
    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
            if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
        throw new IOException("no VmRSS");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
