package vesper.bench.overhead;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.Progress;
import vesper.bench.experiments.RecordingProcess;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.IdleProbe;
import vesper.bench.instrument.Instrument;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Schedule;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.LoadGenerator;
import vesper.bench.statistics.StabilityRule;

/** Tests the counts for a recording server in a separate process. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordWatchTest {
    private static final Pace TINY =
            new Pace(1, 1, Duration.ofMillis(30), Duration.ofMillis(10), 9, new StabilityRule(0.99, 0.99, 9), 9);

    @TempDir
    Path folder;

    private final OverheadFindings findings = new OverheadFindings();

    @Test
    void all_that_was_asked_is_counted_and_what_lasts_is_looked_at_in_the_sustained_run() {
        Arm arm = arm("keeping");
        ExperimentRecords records =
                record(arm, arm.named("sustained").at(new Schedule.Sustained(Duration.ofMillis(80))));

        assertThat(records.abortReason()).isEmpty();
        long inRuns = records.runs().stream()
                .mapToLong(run -> run.observation().load().requests())
                .sum();
        Census census = findings.censusOf(RecordingCase.MONITOR_ON);
        assertThat(census.answered()).isGreaterThan(inRuns).isEqualTo(census.monitored());
        assertThat(census.tracked() + census.missing() + census.unexpected()).isZero();
        assertThat(findings.diskOf(RecordingCase.MONITOR_ON)).hasValueSatisfying(use -> {
            assertThat(use.records()).isEqualTo(census.monitored());
            assertThat(use.bytesPerRecord()).isEqualTo(100);
        });
        assertThat(findings.heapOf(RecordingCase.MONITOR_ON))
                .hasValueSatisfying(use -> assertThat(use.allocatedPerRequest()).isPositive());
    }

    @Test
    void records_that_are_lost_are_missing() {
        record(arm("losing"));

        Census census = findings.censusOf(RecordingCase.MONITOR_ON);
        assertThat(census.missing())
                .isEqualTo(census.answered() - census.monitored())
                .isPositive();
        assertThat(findings.diskOf(RecordingCase.MONITOR_ON)).isEmpty();
    }

    private ExperimentRecords record(Arm... arms) {
        var records = new ExperimentRecords();
        records.plan(List.of(arms));
        var progress = new Progress(new PrintStream(new ByteArrayOutputStream(), true, UTF_8));
        new Instrument(TINY, new LoadGenerator(), new Random(1), progress, folder, folder)
                .run(records, new RecordWatch(findings));
        return records;
    }

    private Arm arm(String word) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                RecordingProcess.class.getName(),
                word,
                "--data",
                ServerSpec.DATA);
        var subject = new ServerSpec(
                        "monitor-on",
                        "",
                        command,
                        Map.of(),
                        folder,
                        true,
                        Duration.ofSeconds(30),
                        List.of(new ServerSpec.SetupRequest("PUT", "/admin/monitor/enabled", "true")))
                .withProbe(new IdleProbe("/admin/status", Duration.ofSeconds(30)));
        return new Arm("monitor-on", RecordingCase.MONITOR_ON.levels(), subject, LoadSpec.get("/api/test/sayHello", 2));
    }
}
