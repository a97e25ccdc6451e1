package vesper.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A peer as the bench starts it: a process that has printed its ready line. Closing this ends it. */
public final class PeerProcess implements AutoCloseable {
    private static final String READY = "ready ";
    private static final Pattern THREAD = Pattern.compile("(?m)^\"(.*)\" #");
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private PeerProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** A process that has exited: its exit code, and the text on its stderr. */
    public record Ended(int exitCode, String errors) {}

    /** Starts a class of this module with the class path of the test. */
    public static PeerProcess ofJvm(String mainClass, String... arguments) throws Exception {
        return of(jvm(mainClass, arguments));
    }

    public static PeerProcess of(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String line = within(firstLineOf(process));
            if (line == null || !line.startsWith(READY)) throw new AssertionError(command + " said " + line);
            return new PeerProcess(process, URI.create(line.substring(READY.length())));
        } catch (Exception | AssertionError failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** Waits for a peer that is expected to reject its arguments. */
    public static Ended endOfJvm(String mainClass, String... arguments) throws Exception {
        return endOf(jvm(mainClass, arguments));
    }

    public static Ended endOf(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        try {
            String errors = within(CompletableFuture.supplyAsync(() -> textOf(process.errorReader())));
            return new Ended(process.waitFor(), errors);
        } finally {
            process.destroyForcibly();
        }
    }

    public URI address() {
        return address;
    }

    /** Returns the process and its descendants. */
    List<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    /** Returns the names of the platform threads of a JVM. */
    public Stream<String> threadNames() throws Exception {
        Process jcmd = new ProcessBuilder(jdk("jcmd"), Long.toString(process.pid()), "Thread.print").start();
        try {
            String dump = within(CompletableFuture.supplyAsync(() -> textOf(jcmd.inputReader())));
            return THREAD.matcher(dump).results().map(thread -> thread.group(1));
        } finally {
            jcmd.destroyForcibly();
        }
    }

    public HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address.resolve(target)).build());
    }

    public HttpResponse<String> post(String target, String contentType, String body)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address.resolve(target))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    /** Ends the process and waits for its exit; fails if it does not exit. */
    @Override
    public void close() {
        client.shutdownNow();
        process.destroy();
        try {
            process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> jvm(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                jdk("java"),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    /** Reads the first line only, since a peer prints nothing else. */
    private static CompletableFuture<String> firstLineOf(Process process) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return process.inputReader(StandardCharsets.UTF_8).readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String textOf(BufferedReader reader) {
        try (reader) {
            return reader.readAllAsString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T within(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
