package vesper.bench.overhead;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;

/** The whole experiment, tiny, with servers that are real processes but small. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OverheadExperimentTest {
    private static final OverheadScale TINY = new OverheadScale(
            2,
            Duration.ofMillis(60),
            Duration.ofMillis(100),
            Duration.ofMillis(20),
            8,
            10,
            0.99,
            2,
            50,
            "64m",
            Duration.ofMillis(500));

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void every_case_is_driven_and_counted_and_reported_and_nothing_is_left_behind() throws IOException {
        int code = run("", true);

        assertThat(code).isIn(ExitCode.DONE, ExitCode.GATE_MISSED, ExitCode.NOT_STABLE);
        String json = out.toString(UTF_8);
        assertThat(json)
                .startsWith("{\"experiment\":\"overhead\"")
                .contains("\"brokenOff\":null", "\"liveGrowthBytes\":", "\"sealedBytesPerRecord\":100")
                .contains("{\"what\":\"records missing\",\"bar\":\"≤ 0\",\"measured\":{\"low\":0,\"median\":0,")
                .isEqualTo(Files.readString(folder.resolve("result.json")));
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .hasSize(1 + 2 * 4 + 4)
                .filteredOn(line -> line.startsWith("sustained,1,"))
                .hasSize(4);
        assertThat(folder.resolve("report.html")).content().contains("Martini 1.0, published", "91.89 %");
        assertThat(err.toString(UTF_8))
                .contains("starting the server with both on", "warming both off", "own 2 of 2, Tracker on");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("logs", "report.html", "result.json", "runs.csv");
        }
        assertNoProcessIsLeft();
    }

    @Test
    void records_that_are_lost_are_missing() {
        int code = run("losing", false);

        assertThat(code).isIn(ExitCode.GATE_MISSED, ExitCode.NOT_STABLE);
        assertThat(out.toString(UTF_8).lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("records missing ").endsWith(" missed"));
    }

    @Test
    void a_server_that_never_gets_idle_breaks_it_off() {
        assertThat(run("stuck", false)).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8)).contains("Broken off: not idle after 0 s, pending: ");
        assertNoProcessIsLeft();
    }

    @Test
    void an_interrupt_breaks_it_off_and_what_there_is_is_written() {
        Thread.currentThread().interrupt();
        assertThat(run("", false)).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8)).contains("Broken off: interrupted");
        assertThat(folder.resolve("result.json")).exists();
        assertNoProcessIsLeft();
    }

    private int run(String word, boolean json) {
        List<String> server = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                RecordingProcess.class.getName()));
        if (!word.isEmpty()) server.add(word);
        var options = new OverheadOptions(folder, server, Optional.of(folder), false, json, List.of(), TINY);
        return OverheadExperiment.run(
                options, "", new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    private static void assertNoProcessIsLeft() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(child -> child.info().commandLine().orElse("").contains("RecordingProcess"));
    }
}
