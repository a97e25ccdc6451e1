package vesper.cluster.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** NATS servers that form a cluster on the loopback interface, each with its own folder and on free ports. */
public final class NatsServers implements Closeable {
    private static final String HOST = "127.0.0.1";
    private static final String CONFIGURATION = "nats.conf";
    /** Environment variable that limits the processors that Go uses. */
    private static final String PROCESSORS = "GOMAXPROCS";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final long STOP_TIMEOUT_SECONDS = 10;

    /** Placement of the servers, and the routes between them. */
    @FunctionalInterface
    public interface Routing {
        /** Connects all servers to each other's own ports. */
        Routing DIRECT = (_, _, port) -> port;

        /**
         * @param port at which the target server listens
         * @return the port on the target's host to which the other server connects
         */
        int port(int from, int to, int port) throws IOException;

        /** Returns the address at which a server listens. */
        default String host(int index) {
            return HOST;
        }

        /** Returns the start of a server's command line. */
        default List<String> commandPrefix(int index) {
            return List.of();
        }

        /**
         * Returns whether the servers' monitoring ports can be reached from here. If not,
         * {@link NatsServers#awaitReady} does not wait.
         */
        default boolean isReachable() {
            return true;
        }
    }

    private static final class Server {
        final String name;
        final String host;
        final List<String> command;
        final int port;
        final int routes;
        final int monitoring;
        final Path folder;

        @Nullable
        Process process;

        Server(String name, String host, List<String> command, int port, int routes, int monitoring, Path folder) {
            this.name = name;
            this.host = host;
            this.command = command;
            this.port = port;
            this.routes = routes;
            this.monitoring = monitoring;
            this.folder = folder;
        }
    }

    /**
     * A server that has been started.
     *
     * @param command starts the server again once it has ended
     */
    public record RunningServer(String name, long pid, List<String> command) {}

    private final Routing routing;
    private final List<Server> servers = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    private NatsServers(Routing routing) {
        this.routing = routing;
    }

    /**
     * Starts servers, and waits until they form a cluster.
     *
     * @param program as found by {@link NatsProgram}
     * @param folder for their data and logs
     * @param sync value for {@code sync_interval}, {@code always} or a duration like {@code 2m}
     */
    public static NatsServers start(Path program, Path folder, int count, String sync)
            throws IOException, InterruptedException {
        return start(program, folder, count, sync, Routing.DIRECT);
    }

    /**
     * Starts servers as {@link #start(Path, Path, int, String)} does, but elsewhere, or with indirect routes between
     * them.
     */
    public static NatsServers start(Path program, Path folder, int count, String sync, Routing routing)
            throws IOException, InterruptedException {
        var servers = new NatsServers(routing);
        List<Integer> ports = freePorts(3 * count);
        for (int i = 0; i < count; i++) {
            Path own = folder.resolve("nats-" + (i + 1));
            List<String> command = new ArrayList<>(routing.commandPrefix(i));
            command.addAll(List.of(
                    program.toString(),
                    "-c",
                    own.resolve(CONFIGURATION).toAbsolutePath().toString()));
            servers.servers.add(new Server(
                    "n" + (i + 1),
                    routing.host(i),
                    command,
                    ports.get(3 * i),
                    ports.get(3 * i + 1),
                    ports.get(3 * i + 2),
                    own));
        }
        try {
            for (int i = 0; i < count; i++) {
                servers.configure(i, sync);
                servers.start(i);
            }
            servers.awaitReady();
            return servers;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            servers.close();
            throw failure;
        }
    }

    /** Opens all ports at the same time, so that no two are the same. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) socket.close();
        }
    }

    private void configure(int index, String sync) throws IOException {
        Server server = servers.get(index);
        Files.createDirectories(server.folder);
        List<String> others = new ArrayList<>();
        for (int to = 0; to < servers.size(); to++) {
            if (to != index) others.add(url(servers.get(to), routing.port(index, to, servers.get(to).routes)));
        }
        // Servers tell each other and their clients the addresses of the others, which would bypass an indirect route.
        String advertised = routing.equals(Routing.DIRECT)
                ? ""
                : ", no_advertise: true, advertise: \"" + HOST + ":"
                        + freePorts(1).getFirst() + "\"";
        String cluster = servers.size() == 1
                ? ""
                : "cluster { name: vesper, listen: \"" + server.host + ":" + server.routes + "\", routes: ["
                        + String.join(", ", others) + "]" + advertised + " }\n";
        Files.writeString(server.folder.resolve(CONFIGURATION), """
                server_name: %s
                listen: "%s:%d"
                http: "%s:%d"
                log_file: "%s"
                jetstream { store_dir: "%s", sync_interval: %s }
                %s""".formatted(
                        server.name,
                        server.host,
                        server.port,
                        server.host,
                        server.monitoring,
                        server.folder.resolve("nats.log").toAbsolutePath(),
                        server.folder.resolve("store").toAbsolutePath(),
                        sync,
                        cluster));
    }

    private static String url(Server server, int port) {
        return "nats://" + server.host + ":" + port;
    }

    public int count() {
        return servers.size();
    }

    /** Returns the addresses to which clients connect. */
    public List<String> urls() {
        return servers.stream().map(each -> url(each, each.port)).toList();
    }

    /** Returns the port for clients of one server. */
    public int port(int index) {
        return servers.get(index).port;
    }

    /** Returns the monitoring addresses of the servers. */
    public List<URI> monitoring() {
        return servers.stream().map(each -> URI.create(monitoring(each))).toList();
    }

    private static String monitoring(Server server) {
        return "http://" + server.host + ":" + server.monitoring;
    }

    /** Returns the folder of a server's data. */
    public Path dataFolder(int index) {
        return servers.get(index).folder.resolve("store");
    }

    /** Starts a server, for the first time or again. */
    public void start(int index) throws IOException {
        Server server = servers.get(index);
        ProcessBuilder starting = new ProcessBuilder(server.command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        server.folder.resolve("nats.out").toFile()));
        starting.environment().putIfAbsent(PROCESSORS, Integer.toString(processorsPerServer()));
        server.process = starting.start();
    }

    /**
     * Returns a server's share of the processors. If each used all of them, its threads would spin searching for work.
     */
    private int processorsPerServer() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / servers.size());
    }

    /** Returns the servers that have been started, whether they still run or not. */
    public List<RunningServer> runningServers() {
        List<RunningServer> all = new ArrayList<>();
        for (Server server : servers) {
            Process process = server.process;
            if (process != null) all.add(new RunningServer(server.name, process.pid(), server.command));
        }
        return all;
    }

    /** Kills a server. Unlike in a power cut, the operating system keeps what it has not yet written to disk. */
    public void kill(int index) throws InterruptedException {
        Process process = servers.get(index).process;
        if (process == null) return;
        process.destroyForcibly();
        process.waitFor();
    }

    /** Stops a server from running, with its connections open. */
    public void pause(int index) throws IOException, InterruptedException {
        signal(index, "STOP");
    }

    public void resume(int index) throws IOException, InterruptedException {
        signal(index, "CONT");
    }

    private void signal(int index, String signal) throws IOException, InterruptedException {
        Process process = servers.get(index).process;
        if (process == null) throw new IllegalStateException("server " + index + " is not running");
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) throw new IOException("kill -" + signal + " exited with status " + status);
    }

    /** Waits until all running servers have a leader and know each other. */
    public void awaitReady() throws IOException, InterruptedException {
        if (!routing.isReachable()) return;
        long until = System.nanoTime() + START_TIMEOUT.toNanos();
        for (int i = 0; i < servers.size(); i++) {
            while (!isReady(servers.get(i))) {
                if (System.nanoTime() > until) {
                    throw new IOException("NATS server " + servers.get(i).name + " was not ready within "
                            + START_TIMEOUT.toSeconds() + " s: " + logOf(servers.get(i)));
                }
                TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL.toMillis());
            }
        }
    }

    private boolean isReady(Server server) throws InterruptedException, IOException {
        Process process = server.process;
        if (process == null) return true;
        if (!process.isAlive()) {
            throw new IOException(
                    "NATS server " + server.name + " exited with status " + process.exitValue() + ": " + logOf(server));
        }
        String healthy = get(server, "/healthz?js-enabled-only=true").orElse("");
        if (!healthy.contains("ok")) return false;
        // A single server has no leader to report.
        return servers.size() == 1
                || get(server, "/jsz")
                        .filter(body -> body.contains("\"leader\""))
                        .isPresent();
    }

    private Optional<String> get(Server server, String path) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(monitoring(server) + path))
                    .timeout(Duration.ofSeconds(2))
                    .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static String logOf(Server server) throws IOException {
        Path log = server.folder.resolve("nats.log");
        if (!Files.exists(log)) return "its log is empty";
        List<String> lines = Files.readAllLines(log, UTF_8);
        return IntStream.range(Math.max(0, lines.size() - 3), lines.size())
                .mapToObj(lines::get)
                .collect(Collectors.joining(" | "));
    }

    /** Stops all servers. */
    @Override
    public void close() {
        for (Server server : servers) {
            if (server.process != null) server.process.destroy();
        }
        for (Server server : servers) {
            Process process = server.process;
            if (process == null) continue;
            try {
                if (!process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
            } catch (InterruptedException _) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        http.close();
    }
}
