package vesper.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Unavailable;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GeneratorResultTest {
    private final GeneratorFindings findings = new GeneratorFindings();

    @Test
    void a_generator_that_is_cheap_fast_and_agrees_meets_its_bars() {
        for (int round = 1; round <= 3; round++) {
            // A slow round is slow for all drivers.
            turns(round, Target.FLOOR, 90_000 / round, 100_000 / round, 540_000, 500_000);
            turns(round, Target.SLOW, 1500, 1590, 0, 0);
        }
        GeneratorResult result = result();
        assertThat(result.bars()).extracting(BarVerdict::verdict).containsOnly("met");
        assertThat(result.bars()).extracting(BarVerdict::measured).startsWith("1.20 (1.20 to 1.20)");
        assertThat(result.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(GeneratorTables.text(result)).contains("own, floor", "wrk, floor", "ab, slow");
    }

    @Test
    void one_that_costs_too_much_is_too_slow_and_sees_something_else_misses_them() {
        turns(1, Target.FLOOR, 79_000, 100_000, 790_000, 500_000);
        turns(1, Target.SLOW, 1500, 1350, 0, 0);
        GeneratorResult result = result();
        assertThat(result.bars())
                .extracting(BarVerdict::verdict)
                .containsExactly("missed", "missed", "missed", "missed", "met");
        assertThat(result.exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void what_is_not_installed_is_named_and_is_no_failure() {
        findings.addUnavailable(List.of(new Unavailable("wrk", "not on the PATH", false)));
        record(1, Target.SLOW, Driver.OWN, 1500, 0, Map.of());
        GeneratorResult result = result();
        assertThat(result.bars()).extracting(BarVerdict::verdict).containsOnly("not measured");
        assertThat(result.remarks()).contains("Skipped: wrk, not on the PATH");
        assertThat(GeneratorFiles.json(result)).contains("\"leftOut\":[{\"name\":\"wrk\"");
        assertThat(result.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void errors_and_breaking_off_are_failures() {
        record(1, Target.SLOW, Driver.OWN, 1500, 0, Map.of(LoadError.CUT_OFF, 1L));
        assertThat(result().exitCode()).isEqualTo(ExitCode.FAILED);
        var nothing = new GeneratorFindings();
        nothing.abort("interrupted");
        assertThat(result(nothing).exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(result(nothing).remarks()).contains("Aborted: interrupted");
    }

    @Test
    void what_the_jvm_had_computed_before_is_told() {
        findings.recordBefore(2.34);
        assertThat(result().remarks())
                .anyMatch(remark -> remark.startsWith("Excluded: 2.3 s of CPU time that the JVM"));
    }

    /** Records a round in which ab measures the same as wrk. */
    private void turns(int round, Target driven, long own, long theirs, long ownCpu, long theirCpu) {
        record(round, driven, Driver.OWN, own, ownCpu / round, Map.of());
        record(round, driven, Driver.WRK, theirs, theirCpu / round, Map.of());
        record(round, driven, Driver.AB, theirs, theirCpu / round, Map.of());
    }

    /** Records a run of one second. */
    private void record(
            int round, Target driven, String driver, long requests, long cpuMicros, Map<LoadError, Long> errors) {
        var load = new LoadResult(requests, 1, errors, new LatencyMicros(10_200, 11_000, 12_000, 20_000));
        findings.record(new DriverRun(round, driven, driver, new Driver.Run(load, CpuTime.ofParts(cpuMicros, 0))));
    }

    private GeneratorResult result() {
        return result(findings);
    }

    private static GeneratorResult result(GeneratorFindings of) {
        return new GeneratorResult(
                GeneratorOptions.of(Path.of(""), Optional.empty(), true, false),
                LocalDateTime.of(2026, 11, 24, 10, 0),
                1,
                Map.of(),
                of,
                GeneratorBars.judge(of));
    }
}
