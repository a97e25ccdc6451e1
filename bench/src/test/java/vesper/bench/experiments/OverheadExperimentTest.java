package vesper.bench.experiments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Pace;
import vesper.bench.overhead.OverheadScale;
import vesper.bench.results.Gate;
import vesper.bench.results.ResultComparison;
import vesper.bench.statistics.StabilityRule;

/** Runs the whole experiment at a tiny scale, with servers that are real but small processes. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OverheadExperimentTest {
    private static final OverheadScale TINY = new OverheadScale(
            new Pace(1, 1, Duration.ofMillis(30), Duration.ofMillis(10), 10, new StabilityRule(0.99, 0.99, 9), 9),
            Duration.ofMillis(60),
            2,
            0,
            "64m");

    /** Stands in for the repository; it contains a {@code vesper}. */
    @TempDir
    Path root;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void every_case_is_driven_and_counted_and_reported_and_nothing_is_left_behind() throws IOException {
        int code = run(true, "ratio(tracker-on/off)>0", "drained(both-on sustained)>0");

        assertThat(code)
                .describedAs("%s", err.toString(UTF_8))
                .isIn(ExitCode.OK, ExitCode.GATE_MISSED, ExitCode.UNSTABLE);
        String json = out.toString(UTF_8);
        assertThat(json)
                .startsWith("{\"experiment\":\"overhead\"")
                .contains("\"brokenOff\":null", "\"liveGrowthBytes\":", "\"sealedBytesPerRecord\":100")
                .contains("{\"what\":\"records missing\",\"bar\":\"≤ 0\",\"measured\":{\"low\":0,\"median\":0,")
                .contains("{\"what\":\"records without an answered request\",\"bar\":\"≤ 0\",\"measured\":{\"low\":0,")
                .contains("\"arm\":\"monitor=on where tracker=on\",\"base\":\"where tracker=off\"")
                .contains("\"noiseFloors\":[{", "\"arm\":\"off-again\",\"base\":\"off\"")
                .isEqualTo(Files.readString(folder.resolve("result.json")));
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .hasSize(1 + 5 + 4)
                .filteredOn(line -> line.startsWith("1,1,") && line.contains(" sustained,"))
                .hasSize(4);
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("Martini 1.0, published", "91.89 %", "Warm-up, window by window", "id=\"result\"")
                .contains("Server CPU per request until drained");
        assertThat(folder.resolve("summary.md")).content().contains("### Records of all requests", "| Tracker off |");
        assertThat(folder.resolve("junit.xml")).content().contains("tests=\"10\"", "name=\"records missing\"/>");
        assertThat(err.toString(UTF_8))
                .contains(
                        "starting vesper-off-again",
                        "warming off",
                        "round 1 of 1: tracker-on",
                        "sustained: off sustained");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "logs", "report.html", "result.json", "runs.csv", "summary.md", "junit.xml");
        }
        assertNoProcessIsLeft();
        assertThat(compared()).contains("both-on", "off-again");
    }

    @Test
    void an_interrupt_breaks_it_off_and_what_there_is_is_written() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(run(false)).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8)).contains("Aborted: interrupted");
        assertThat(folder.resolve("result.json")).exists();
        assertNoProcessIsLeft();
    }

    private int run(boolean json, String... gates) throws IOException {
        Path script = Files.writeString(root.resolve("vesper"), """
                #!/bin/sh
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC $VESPER_JAVA_OPTS -cp '%s' %s "$@"
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        RecordingProcess.class.getName()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        var common = ExperimentOptions.of(root, Optional.of(folder), false, json)
                .withGates(Stream.of(gates).map(Gate::parse).toList(), Optional.empty());
        return OverheadExperiment.run(
                new OverheadOptions(common, TINY),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));
    }

    /** Compares the result with itself. */
    private String compared() {
        var text = new ByteArrayOutputStream();
        assertThat(ResultComparison.run(
                        folder, folder, false, new PrintStream(text, true, UTF_8), new PrintStream(err, true, UTF_8)))
                .isEqualTo(ExitCode.OK);
        return text.toString(UTF_8);
    }

    private static void assertNoProcessIsLeft() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(child -> child.info().commandLine().orElse("").contains("RecordingProcess"));
    }
}
