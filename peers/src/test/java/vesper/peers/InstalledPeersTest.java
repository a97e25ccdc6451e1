package vesper.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Tests the peers that need installed programs; a test is skipped if its program is missing. */
@Timeout(300)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InstalledPeersTest {
    private static final String[] ONE_THREAD = {"--port", "0", "--io-threads", "1"};

    @TempDir
    Path folder;

    @Test
    void the_floor_in_C_greets_whatever_it_is_asked() throws Exception {
        assumeInstalled("cc");
        String hello = folder.resolve("hello").toString();
        run("cc", "-O2", "-pthread", "-o", hello, "src/main/c/hello.c");

        try (PeerProcess peer = PeerProcess.of(command(hello, ONE_THREAD))) {
            PeerContract.assertGreetsOnKeptConnections(peer);
            PeerContract.assertKeptOverHttp10(peer);
        }
        assertRefused(hello);
    }

    @Test
    void Go_greets_with_its_standard_library() throws Exception {
        assumeInstalled("go");
        String hello = folder.resolve("made/hello-go").toString();
        run("go/build.sh", hello);

        try (PeerProcess peer = PeerProcess.of(command(hello, ONE_THREAD))) {
            PeerContract.assertKept(peer);
            PeerContract.assertKeptOverHttp10(peer);
        }
        assertRefused(hello);
    }

    @Test
    void a_program_that_is_newer_than_its_source_is_not_compiled_again() throws Exception {
        assumeInstalled("go");
        Path hello = Files.writeString(folder.resolve("hello-go"), "as it was");
        assertThat(hello.toFile().setExecutable(true)).isTrue();
        run("go/build.sh", hello.toString());
        assertThat(hello).hasContent("as it was");
    }

    @Test
    void nginx_greets_and_ends_with_its_script() throws Exception {
        assumeInstalled("nginx");
        List<ProcessHandle> family;
        try (PeerProcess peer = PeerProcess.of(command("nginx/run.sh", ONE_THREAD))) {
            PeerContract.assertKept(peer);
            PeerContract.assertKeptOverHttp10(peer);
            family = peer.family();
            assertThat(family).as("script, master and worker").hasSize(3);
        }
        Eventually.until(() -> family.stream().noneMatch(ProcessHandle::isAlive), family::toString);
    }

    @Test
    void nginx_refuses_a_port_that_is_taken_and_flags_that_its_script_does_not_take() throws Exception {
        assumeInstalled("nginx");
        try (PeerProcess first = PeerProcess.of(command("nginx/run.sh", ONE_THREAD))) {
            String port = Integer.toString(first.address().getPort());
            PeerProcess.Ended second = PeerProcess.endOf(command("nginx/run.sh", "--port", port));
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.errors()).contains("Address already in use");
        }
        assertRefused("nginx/run.sh");
    }

    private static void assertRefused(String program) throws Exception {
        PeerProcess.Ended ended = PeerProcess.endOf(command(program, "--threads", "4"));
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.errors()).contains("-threads");
    }

    private static void assumeInstalled(String program) {
        Stream<String> searched = Stream.concat(
                Stream.of(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"));
        assumeTrue(searched.anyMatch(found -> Files.isExecutable(Path.of(found, program))), program + " is installed");
    }

    private static List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        return command;
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as("%s ends", List.of(command))
                    .isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
