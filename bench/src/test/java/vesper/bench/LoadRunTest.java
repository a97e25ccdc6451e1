package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LoadRunTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicReference<String> lastRequest = new AtomicReference<>("");
    private HttpServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            lastRequest.set(exchange.getRequestMethod() + " " + new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("chunked".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void json_has_the_promised_shape() {
        int exit = run(new LoadOptions(
                url(),
                2,
                OptionalLong.of(50),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                OptionalLong.of(ProcessHandle.current().pid()),
                true));
        assertThat(exit).isEqualTo(ExitCode.DONE);
        assertThat(text(out))
                .matches("\\{\"requests\":50,\"seconds\":[0-9.]+,\"requestsPerSecond\":[0-9.]+,"
                        + "\"errors\":\\{\"connect\":0,\"timeout\":0,\"status\":0,\"body\":0,\"cutOff\":0,\"malformed\":0\\},"
                        + "\"latencyMicros\":\\{\"p50\":\\d+,\"p90\":\\d+,\"p99\":\\d+,\"max\":\\d+\\},"
                        + "\"serverCpuMicrosPerRequest\":[0-9.]+\\}\n");
    }

    @Test
    void a_body_makes_it_a_post_that_carries_it() throws IOException {
        Path body = Files.writeString(folder.resolve("body.json"), "{\"a\":1}");
        int exit = run(new LoadOptions(
                url(),
                1,
                OptionalLong.of(1),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.of(body),
                false,
                OptionalLong.empty(),
                false));
        assertThat(exit).isEqualTo(ExitCode.DONE);
        assertThat(lastRequest.get()).isEqualTo("POST {\"a\":1}");
        assertThat(text(out)).contains("requests     1 in").contains("errors       none");
    }

    @Test
    void nobody_to_answer_is_a_failure() throws IOException {
        URI nobody;
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
        }
        assertThat(run(counted(nobody, 3))).isEqualTo(ExitCode.FAILED);
        assertThat(text(out)).contains("errors       3 not connected\n").doesNotContain("{");
    }

    @Test
    void what_cannot_be_driven_is_a_mistake_of_usage() {
        assertThat(run(LoadOptions.defaults(URI.create("https://127.0.0.1/")))).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("only http:");
        assertThat(run(counted(url(), 0))).isEqualTo(ExitCode.USAGE);
        assertThat(text(out)).isEmpty();
    }

    private static LoadOptions counted(URI url, long requests) {
        return new LoadOptions(
                url,
                1,
                OptionalLong.of(requests),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                OptionalLong.empty(),
                false);
    }

    private int run(LoadOptions options) {
        return LoadRun.run(
                options,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
