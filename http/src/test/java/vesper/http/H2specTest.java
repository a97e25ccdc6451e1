package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.TestCertificates;

/**
 * Runs the cases of h2spec against our server. Looks for h2spec where {@code scripts/install-h2spec.sh} puts it, then
 * on the PATH; without it nothing is checked.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class H2specTest {
    private static final int CASES = 145;
    private static final int BOUND_SECONDS = 120;

    @TempDir
    Path folder;

    @Test
    void every_case_passes_by_prior_knowledge_on_a_plain_port() throws IOException, InterruptedException {
        Path h2spec = h2spec();
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler())) {
            everyCasePasses(run(h2spec, server));
        }
    }

    @Test
    void every_case_passes_over_tls() throws IOException, InterruptedException {
        Path h2spec = h2spec();
        TestCertificates certificates = TestCertificates.shared();
        TlsSettings tls = TlsSettings.of(certificates.certificate("server"), certificates.key("server"));
        try (HttpServer server = Mode.VIRTUAL.start(new TestSettings().tls(tls).build(), new EchoHandler())) {
            everyCasePasses(run(h2spec, server, "-t", "-k"));
        }
    }

    private static void everyCasePasses(String said) {
        assertThat(said).contains(CASES + " tests, " + CASES + " passed, 0 skipped, 0 failed");
    }

    private String run(Path h2spec, HttpServer server, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                h2spec.toString(),
                "-h",
                "127.0.0.1",
                "-p",
                "" + server.address().getPort(),
                "-o",
                "3"));
        command.addAll(List.of(more));
        Path said = folder.resolve("h2spec.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(said, UTF_8);
    }

    private static Path h2spec() {
        Path cached = Path.of(System.getProperty("user.home"), ".cache", "vesper", "h2spec");
        Optional<Path> found = Stream.concat(
                        Stream.of(cached),
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                                .map(folder -> Path.of(folder, "h2spec")))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), "h2spec is not here; scripts/install-h2spec.sh fetches it");
        return found.orElseThrow();
    }
}
