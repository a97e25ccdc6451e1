package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** A server that has reached its limit on open files and connections. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class OpenFilesTest {
    private static final int MOST_FILES = 160;

    @TempDir
    Path folder;

    private static final String LOGGING = """
            <configuration>
              <appender name="err" class="ch.qos.logback.core.ConsoleAppender">
                <target>System.err</target>
                <encoder><pattern>%level %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="err"/></root>
            </configuration>
            """;

    private Process start(String... arguments) throws IOException {
        Path logging = Files.writeString(folder.resolve("logging.xml"), LOGGING);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "ulimit -n " + MOST_FILES + " && exec \"$0\" \"$@\"";
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                command,
                java,
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + logging,
                "-cp",
                System.getProperty("java.class.path"),
                FewFilesServer.class.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words)
                .redirectError(folder.resolve("log").toFile())
                .start();
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("log"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void who_is_connected_is_served_others_wait_and_nothing_spins() throws Exception {
        Process process = start();
        List<Client> many = new ArrayList<>();
        try (BufferedReader out = process.inputReader(UTF_8)) {
            int port = Integer.parseInt(out.readLine());
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (Client connected = Client.connect(server)) {
                assertThat(connected.get("/rehearse").status()).isEqualTo(503);
                assertThat(connected.get("/file").status()).isEqualTo(200);
                for (int i = 0; i < MOST_FILES; i++) many.add(Client.connect(server));
                Eventually.until("nothing can be opened", () -> status(connected, "/file") == 503);
                assertThat(connected.get("/").status()).isEqualTo(204);

                assertThat(leastShareOfProcessor(process, connected)).isLessThan(0.5);

                for (Client each : many) each.close();
                try (Client next = Client.connect(server)) {
                    // The connection may be accepted before the server has noticed that the others closed.
                    Eventually.until("the others are gone", () -> status(next, "/file") == 200);
                }
                assertThat(log())
                        .filteredOn(line -> line.contains("no connection can be accepted"))
                        .hasSize(1);
                Eventually.until("it is told to be over", () -> said().contains("accepted again"));
                // One with a stack for the rehearsal, and one for the file. The count of further ones is logged after
                // ten seconds, which may have passed.
                assertThat(log())
                        .filteredOn(line -> line.startsWith("ERROR") && !line.contains("more like it"))
                        .hasSize(2);
            }
        } finally {
            process.getOutputStream().close();
            process.destroyForcibly().waitFor();
        }
    }

    /**
     * Returns the smallest CPU share over several seconds in which one client sends requests slowly. The compiler uses
     * some of the first seconds; a busy loop would use all of them.
     */
    private static double leastShareOfProcessor(Process process, Client client) throws IOException {
        double least = 1;
        for (int second = 0; second < 8 && least >= 0.5; second++) {
            Duration before = cpu(process);
            long began = System.nanoTime();
            while (System.nanoTime() - began < Duration.ofSeconds(1).toNanos()) {
                // A descriptor that the JVM has closed is available for a moment, until a waiting client takes it.
                Answer answer = client.get("/file");
                if (answer.status() != 200)
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                // The pace of the client; without it, responses alone would keep the processor busy.
                LockSupport.parkNanos(20_000_000);
            }
            double tookNanos = cpu(process).minus(before).toNanos();
            least = Math.min(least, tookNanos / (System.nanoTime() - began));
        }
        return least;
    }

    private int status(Client client, String path) {
        try {
            return client.get(path).status();
        } catch (IOException e) {
            throw new AssertionError("the server said: " + said(), e);
        }
    }

    private String said() {
        try {
            return String.join("\n", log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Duration cpu(Process process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_request_too_many_is_refused_where_nothing_can_be_opened() throws Exception {
        Process process = start(FewFilesServer.ONE_MAY_WAIT);
        List<Client> many = new ArrayList<>();
        try (BufferedReader out = process.inputReader(UTF_8)) {
            int port = Integer.parseInt(out.readLine());
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (Client connected = Client.connect(server);
                    Client waiting = Client.connect(server)) {
                assertThat(connected.get("/rehearse").status()).isEqualTo(503);
                waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
                Eventually.until("it is waited for", () -> status(connected, "/") == 503);
                for (int i = 0; i < MOST_FILES; i++) many.add(Client.connect(server));
                Eventually.until("nothing can be opened", () -> said().contains("no connection can be accepted"));
                Answer answer = connected.get("/");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(answer.text()).contains("too many requests wait");
                for (Client each : many) each.close();
            }
        } finally {
            process.getOutputStream().close();
            process.destroyForcibly().waitFor();
        }
    }
}
