package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;
import vesper.bench.experiments.ExperimentOptions;
import vesper.bench.experiments.OverheadExperiment;
import vesper.bench.experiments.OverheadOptions;
import vesper.bench.instrument.Pace;
import vesper.bench.overhead.OverheadScale;
import vesper.bench.results.Gate;
import vesper.bench.statistics.StabilityRule;

/**
 * Runs {@code bench overhead} at a tiny scale against this server. The two share no code, so only this test notices if
 * they become incompatible.
 */
@Timeout(300)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OverheadBenchTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    /**
     * A block has 4096 rows; each case makes two rounds by ab, and each request makes at least two rows with both on.
     */
    private static final long ENOUGH_FOR_A_BLOCK = 1100;

    private static final OverheadScale TINY = new OverheadScale(
            new Pace(1, 1, Duration.ofMillis(100), Duration.ofMillis(20), 2, new StabilityRule(0.99, 0.99, 9), 9),
            Duration.ofMillis(200),
            8,
            ENOUGH_FOR_A_BLOCK,
            "128m");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void every_request_that_is_answered_is_found(@TempDir Path root, @TempDir Path folder) throws IOException {
        VesperProgram.writeScript(
                root.resolve("vesper"),
                List.of("-XX:TieredStopAtLevel=1", "-Dvesper.home=" + REPOSITORY),
                "--packages",
                REPOSITORY.resolve("packages").toString(),
                // Each event loop has separate rows, which become a block when they are enough.
                "--set",
                "http.threads.loops=1");
        var common = ExperimentOptions.of(root, Optional.of(folder), true, true)
                .withGates(List.of(Gate.parse("errors(both-on sustained)<1000000")), Optional.empty());

        int code = OverheadExperiment.run(
                new OverheadOptions(common, TINY),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));

        assertThat(out.toString(UTF_8))
                .describedAs("%s", err.toString(UTF_8))
                .contains("\"brokenOff\":null")
                .contains(
                        "{\"what\":\"records missing\",\"bar\":\"≤ 0\",\"measured\":{\"low\":0,\"median\":0,\"high\":0,")
                .containsPattern("\"sealedBytesPerRecord\":[1-9]")
                .containsPattern("\"allocatedBytesPerRequestServing\":[1-9]")
                .containsPattern("\"cpuMicrosPerRequestUntilDrained\":\\{\"low\":[0-9]")
                .doesNotContain("off-again");
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("A smoke run", "id=\"result\"", "both-on sustained");
        assertThat(folder.resolve("summary.md")).content().contains("### Records of all requests");
        // If a connection breaks on a busy machine, a request may be recorded without having been answered.
        long errors = errorsIn(folder.resolve("runs.csv"));
        assertThat(errors).isLessThanOrEqualTo(TINY.connections());
        // Eight bars and one gate, plus one test case if there were errors.
        assertThat(folder.resolve("junit.xml")).content().contains(errors == 0 ? "tests=\"9\"" : "tests=\"10\"");
        assertThat(recordsOfWhatWasNotAnswered()).isLessThanOrEqualTo(errors);
        // A run this short cannot judge bars and stability.
        if (errors == 0) assertThat(code).isIn(ExitCode.OK, ExitCode.GATE_MISSED, ExitCode.UNSTABLE);
        else assertThat(code).isEqualTo(ExitCode.FAILED);
    }

    private long recordsOfWhatWasNotAnswered() {
        Matcher low = Pattern.compile(
                        "\"records without an answered request\",\"bar\":\"≤ 0\",\"measured\":\\{\"low\":(\\d+),")
                .matcher(out.toString(UTF_8));
        assertThat(low.find()).isTrue();
        return Long.parseLong(low.group(1));
    }

    private static long errorsIn(Path runs) throws IOException {
        List<String[]> lines =
                Files.readAllLines(runs).stream().map(line -> line.split(",")).toList();
        int column = List.of(lines.getFirst()).indexOf("errors");
        return lines.stream()
                .skip(1)
                .mapToLong(line -> Long.parseLong(line[column]))
                .sum();
    }
}
