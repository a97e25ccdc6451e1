package vesper.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import vesper.launcher.server.StopSignal;

/**
 * Runs {@code run}, sends it a few requests and stops it, so that a JVM that records an AOT cache executes what {@code
 * run} will execute. Sends the requests over a bare socket: an HTTP client would add its own classes to the cache.
 */
@Command(name = "rehearse", hidden = true, description = "Serves a few requests for the AOT cache, then ends.")
final class RehearseCommand implements Callable<Integer> {
    private static final List<String> ACCEPTED = List.of("*/*", "application/json", "application/xml");
    private static final List<String> PATHS = List.of(
            "/api/test/sayHello", "/api/echo?echo=hi", "/api/uuid", "/admin/status", "/health/ready", "/nowhere");

    private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

    private final CommandContext context;

    @Option(names = "--packages", required = true)
    private String packages = "";

    @Option(names = "--data", required = true)
    private String data = "";

    RehearseCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        endAfterTimeLimit();
        int first = rehearse();
        return first == ExitCode.DONE.number() ? rehearse() : first;
    }

    /** A build waits for this process, so it must not hang. */
    private static void endAfterTimeLimit() {
        Thread.ofPlatform().daemon().name("end of the rehearsal").start(() -> {
            try {
                Thread.sleep(TIME_LIMIT);
            } catch (InterruptedException _) {
                return;
            }
            Runtime.getRuntime().halt(ExitCode.FAILED.number());
        });
    }

    /** Starts the server once. The first start compiles the packages; the second loads them from the class cache. */
    private int rehearse() {
        StopSignal stop = StopSignal.ofProcess();
        PrintStream out = new ReadyLine(context.out(), stop);
        CommandContext stage =
                new CommandContext(out, context.err(), Map.of(), context.home(), context.program(), stop);
        return Main.run(stage, "run", "--port", "0", "--packages", packages, "--data", data);
    }

    /** Sends the requests when the server prints its address. */
    private static final class ReadyLine extends PrintStream {
        private final StopSignal stop;

        ReadyLine(OutputStream out, StopSignal stop) {
            super(out, true, UTF_8);
            this.stop = stop;
        }

        @Override
        public void println(String line) {
            super.println(line);
            requestAll(URI.create(line.split(" ")[1]));
            stop.request();
        }
    }

    private static void requestAll(URI address) {
        for (String path : PATHS) {
            for (String accepted : ACCEPTED) request(address, path, accepted);
        }
    }

    private static void request(URI address, String path, String accepted) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + accepted
                + "\r\nUser-Agent: rehearsal\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("rehearsing " + path, e);
        }
    }
}
