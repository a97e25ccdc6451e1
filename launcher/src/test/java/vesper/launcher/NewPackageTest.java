package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code vesper new} as a user would, in a folder outside that of Vesper. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NewPackageTest {
    @TempDir
    Path folder;

    @Test
    void in_an_empty_folder_it_makes_the_package_there_and_its_advice_works_as_it_stands() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home of vesper/packages/shipped"))
                .getParent()
                .getParent();
        Path here = Files.createDirectory(folder.resolve("here"));
        VesperProgram.writeScript(home.resolve("vesper"), List.of("-Dvesper.home=" + home, "-Dvesper.program=$0"));
        int port = freePort();

        Process made =
                shell(here, port, "'../home of vesper/vesper' new orders").start();
        List<String> said = made.errorReader().lines().toList();
        assertThat(made.waitFor()).as("%s", said).isZero();

        assertThat(here.resolve("packages/orders/package.properties")).isRegularFile();
        assertThat(home.resolve("packages/orders")).doesNotExist();
        assertThat(said).anyMatch(line -> line.startsWith("no server serves this folder yet"));
        assertThat(advised(said, " test ")).isEqualTo("'../home of vesper/vesper' test --package orders");
        Process server = shell(here, port, "exec " + advised(said, " run")).start();
        try {
            assertThat(server.inputReader().readLine()).startsWith("ready ");
            URI address = URI.create(advised(said, "curl ").substring("curl ".length()));
            try (HttpClient client = HttpClient.newHttpClient()) {
                assertThat(client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                                .body())
                        .contains("Hello, world!");
            }
        } finally {
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private ProcessBuilder shell(Path here, int port, String line) {
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", line).directory(here.toFile());
        shell.environment().put("VESPER_HTTP_PORT", String.valueOf(port));
        return shell;
    }

    /** Returns the command to paste that contains these words. */
    private static String advised(List<String> said, String words) {
        return said.stream()
                .filter(line -> line.startsWith("  ") && line.contains(words))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", said)))
                .strip();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
