package vesper.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Response;
import vesper.http.TlsSettings;

/**
 * How many small GETs does a client make over loopback, and what do they cost, compared with {@code java.net.http}?
 * Uses HTTP/1.1 on plain connections, and HTTP/2 over TLS, the only way that {@code java.net.http} speaks it to a
 * server without upgrade. For HTTP/2 both have {@value #CONNECTIONS} connections, for which {@code java.net.http} needs
 * that number of clients.
 *
 * <p>Our guess: equally many, since the server and the kernel take half of the time, and at two thirds of the CPU,
 * because a call here changes threads twice and builds neither a pipeline nor a subscription. The server runs in a
 * separate process, so the CPU time of this one is the client's; each iteration prints it per call.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(java.util.concurrent.TimeUnit.SECONDS)
public class ClientBenchmark {
    private static final int CALLS = 512;

    private static final int CONNECTIONS = 4;

    @Param({"vesper", "jdk"})
    public String which = "vesper";

    @Param({"http1", "http2"})
    public String protocol = "http1";

    /** Concurrent calls. */
    @Param({"32"})
    public int together = 32;

    /** Options of the server's JVM. */
    @Param({"-XX:+TieredCompilation"})
    public String serverOption = "-XX:+TieredCompilation";

    private Process server;
    private Path folder;
    private HttpClient vesper;
    private final List<java.net.http.HttpClient> jdk = new ArrayList<>();
    private int turn;
    private ClientRequest request;
    private java.net.http.HttpRequest jdkRequest;
    private long cpuBefore;
    private long calls;

    /**
     * The process of the server: prints its port and serves until its input ends, over TLS if it is given PEM files.
     */
    public static final class Served {
        private Served() {}

        public static void main(String[] arguments) throws IOException {
            byte[] body = "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}".getBytes(UTF_8);
            HttpSettings plain = HttpSettings.DEFAULTS;
            HttpSettings settings = new HttpSettings(
                    plain.host(),
                    plain.port(),
                    plain.handlers(),
                    plain.eventLoops(),
                    plain.platformThreads(),
                    plain.drain(),
                    plain.drainIdle(),
                    plain.watchdog(),
                    plain.limits(),
                    plain.http2(),
                    plain.overload(),
                    arguments.length == 0 ? null : TlsSettings.of(Path.of(arguments[0]), Path.of(arguments[1])));
            try (HttpServer server = HttpServer.start(
                    settings,
                    _ -> Response.of(200)
                            .header("Content-Type", "application/json")
                            .body(body),
                    List.of())) {
                System.out.println(server.address().getPort());
                while (System.in.read() >= 0) {}
            }
        }
    }

    @Setup
    public void start() throws Exception {
        boolean http2 = protocol.equals("http2");
        folder = Files.createTempDirectory("vesper-client-benchmark");
        Certificates certificates = http2 ? Certificates.of(folder, "server", "ip:127.0.0.1") : null;
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                serverOption,
                "-cp",
                System.getProperty("java.class.path"),
                Served.class.getName()));
        if (http2)
            command.addAll(List.of(
                    certificates.certificate().toString(), certificates.key().toString()));
        server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String port = server.inputReader().readLine();
        String url = (http2 ? "https" : "http") + "://127.0.0.1:" + port + "/";
        vesper = HttpClient.builder()
                .eventLoops(1)
                .tls(http2 ? ClientTls.trusting(certificates.certificate()) : ClientTls.DEFAULTS)
                .limits(http2 ? ClientLimits.DEFAULTS.withStreams(together / CONNECTIONS) : ClientLimits.DEFAULTS)
                .build();
        for (int i = 0; i < (http2 ? CONNECTIONS : 1); i++) {
            var builder = java.net.http.HttpClient.newBuilder()
                    .version(
                            http2
                                    ? java.net.http.HttpClient.Version.HTTP_2
                                    : java.net.http.HttpClient.Version.HTTP_1_1);
            if (http2) builder.sslContext(certificates.trusting(certificates));
            jdk.add(builder.build());
        }
        request = ClientRequest.get(url);
        jdkRequest = java.net.http.HttpRequest.newBuilder(URI.create(url)).build();
        checkVersion(http2);
    }

    private void checkVersion(boolean http2) throws Exception {
        String expected = http2 ? "HTTP_2" : "HTTP_1_1";
        for (java.net.http.HttpClient each : jdk) {
            String spoken = which.equals("vesper")
                    ? vesper.exchange(request).version().name()
                    : each.send(jdkRequest, HttpResponse.BodyHandlers.ofByteArray())
                            .version()
                            .name();
            if (!spoken.equals(expected)) throw new IllegalStateException(spoken + " in place of " + expected);
        }
    }

    @Setup(Level.Iteration)
    public void begin() {
        cpuBefore = cpuNanos();
        calls = 0;
    }

    @TearDown(Level.Iteration)
    public void tell() {
        if (calls > 0) System.out.printf("%.1f µs of CPU per call  ", (cpuNanos() - cpuBefore) / 1e3 / calls);
    }

    @TearDown
    public void stop() throws Exception {
        vesper.close();
        jdk.forEach(java.net.http.HttpClient::close);
        server.getOutputStream().close();
        server.waitFor();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(folder);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Many calls at once, all awaited by one thread. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long asynchronous() throws Exception {
        long bytes = 0;
        for (int made = 0; made < CALLS; made += together) {
            List<CompletableFuture<Integer>> batch = new ArrayList<>(together);
            for (int i = 0; i < together; i++) batch.add(one());
            for (CompletableFuture<Integer> each : batch) bytes += each.get();
        }
        calls += CALLS;
        return bytes;
    }

    /** Returns the clients in rotation; each has its own connection for HTTP/2. */
    private java.net.http.HttpClient jdk() {
        return jdk.get(turn++ % jdk.size());
    }

    private CompletableFuture<Integer> one() {
        return which.equals("vesper")
                ? vesper.send(request).thenApply(answer -> answer.body().length)
                : jdk().sendAsync(jdkRequest, HttpResponse.BodyHandlers.ofByteArray())
                        .thenApply(answer -> answer.body().length);
    }

    /** One call after the other, on a platform thread that waits. */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long waiting() throws Exception {
        long bytes = 0;
        for (int i = 0; i < CALLS; i++) {
            bytes += which.equals("vesper")
                    ? vesper.exchange(request).body().length
                    : jdk().send(jdkRequest, HttpResponse.BodyHandlers.ofByteArray())
                            .body()
                            .length;
        }
        calls += CALLS;
        return bytes;
    }
}
