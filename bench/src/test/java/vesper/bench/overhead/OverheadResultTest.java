package vesper.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.Warmth;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.ResidentMemory;
import vesper.bench.results.Gate;
import vesper.bench.statistics.Spread;
import vesper.bench.statistics.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OverheadResultTest {
    private static final String BOTH_RATE = "requests/s, both on to both off";
    private static final String BOTH_CPU = "CPU per request until drained, both on to both off";
    private static final String MISSING = "records missing";
    private static final String INVENTED = "records of what was not answered";

    private final OverheadFindings findings = new OverheadFindings();

    @Test
    void every_bar_is_met_by_figures_that_meet_it() {
        threeGoodRounds();
        OverheadResult result = concluded();
        assertThat(result.bars())
                .hasSize(7)
                .allSatisfy(bar -> assertThat(bar.verdict()).isEqualTo("met"));
        assertThat(result.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void ratios_are_taken_within_each_round_so_that_a_slow_round_cancels_out() {
        run(1, RecordingCase.BOTH_ON, 96_000, 6, 7);
        run(1, RecordingCase.BOTH_OFF, 100_000, 5, 5);
        run(2, RecordingCase.BOTH_ON, 9_600, 60, 70);
        run(2, RecordingCase.BOTH_OFF, 10_000, 50, 50);
        OverheadResult result = concluded();
        assertThat(bar(result, BOTH_RATE).figure()).isEqualTo(new Spread(0.96, 0.96, 0.96, 2));
        assertThat(bar(result, BOTH_CPU).figure()).isEqualTo(new Spread(1.4, 1.4, 1.4, 2));
        assertThat(bar(result, BOTH_CPU).verdict()).isEqualTo("missed");
    }

    @Test
    void bounds_of_a_user_are_judged_by_the_runs_of_our_own_generator() {
        threeGoodRounds();
        OverheadResult result = concluded("ratio(both-on/off)>=0.5", "cpu(tracker-on/off)<0.1");
        assertThat(result.bars().subList(7, 9)).extracting(BarVerdict::verdict).containsExactly("met", "missed");
        assertThat(result.exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void what_a_switch_gains_stands_beside_what_it_gains_others() {
        run(1, RecordingCase.BOTH_ON, 80_000, 6, 7);
        run(1, RecordingCase.MONITOR_ON, 100_000, 6, 7);
        Gain tracker = Gain.of(findings).get(1);
        assertThat(tracker.what()).isEqualTo("Tracker off");
        assertThat(tracker.own().median()).isCloseTo(25, within(1e-9));
        assertThat(tracker.ab()).isEqualTo(Spread.NONE);
        assertThat(tracker.published()).extracting(PublishedGain::percent).containsExactly(91.89, 32.47);
        assertThat(OverheadTables.text(concluded())).contains("25.0 % (25.0 to 25.0)", "91.89 %", "32.47 %");
    }

    @Test
    void what_the_switches_do_is_told_with_how_sure_that_is() {
        double[] speeds = {1, 0.5, 0.8, 1.1, 0.9};
        for (int round = 1; round <= speeds.length; round++) {
            double speed = 100_000 * speeds[round - 1] * (1 + 0.001 * round);
            run(round, RecordingCase.BOTH_OFF, Math.round(speed), 5, 5);
            run(round, RecordingCase.MONITOR_ON, Math.round(speed * (0.95 + 0.001 * round)), 5, 5);
            run(round, RecordingCase.TRACKER_ON, Math.round(speed * (1 - 0.0001 * round)), 5, 5);
            run(round, RecordingCase.BOTH_ON, Math.round(speed * (round % 2 == 0 ? 1.2 : 0.9)), 5, 5);
        }

        assertThat(SwitchEffect.of(Phase.OWN, findings))
                .extracting(SwitchEffect::what, SwitchEffect::verdict)
                .contains(
                        tuple("both", Verdict.INCONCLUSIVE),
                        tuple("Monitor alone", Verdict.SLOWER),
                        tuple("Tracker alone", Verdict.SAME))
                .hasSize(6);
        assertThat(OverheadTables.text(concluded())).containsPattern("Monitor alone +0\\.953 +0\\.951–0\\.955 +slower");
        assertThat(OverheadJson.of(concluded())).contains("\"switchedOn\":\"Tracker alone\"", "\"verdict\":\"same\"");
    }

    @Test
    void a_switch_of_which_a_case_is_missing_is_not_judged() {
        run(1, RecordingCase.BOTH_OFF, 100_000, 5, 5);
        run(1, RecordingCase.BOTH_ON, 90_000, 5, 5);
        assertThat(SwitchEffect.of(Phase.OWN, findings)).isEmpty();
    }

    @Test
    void a_record_that_one_of_both_does_not_find_is_missing() {
        threeGoodRounds();
        findings.warmed(RecordingCase.BOTH_ON, new Warmth(true, 9), new Census(RecordingCase.BOTH_ON, 1000, 1000, 999));
        OverheadResult result = concluded();
        assertThat(bar(result, MISSING).figure().median()).isEqualTo(1);
        assertThat(bar(result, INVENTED).verdict()).isEqualTo("met");
        assertThat(result.exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void a_record_is_invented_where_nothing_was_answered_or_nothing_is_on() {
        assertThat(new Census(RecordingCase.MONITOR_ON, 5, 6, 0)).satisfies(census -> {
            assertThat(census.missing()).isZero();
            assertThat(census.invented()).isEqualTo(1);
        });
        assertThat(new Census(RecordingCase.BOTH_OFF, 5, 0, 2).invented()).isEqualTo(2);
        assertThat(new Census(RecordingCase.TRACKER_ON, 5, 0, 4).missing()).isEqualTo(1);
    }

    @Test
    void a_record_lost_in_one_run_is_not_made_up_for_by_one_too_many_in_another() {
        findings.warmed(RecordingCase.MONITOR_ON, new Warmth(true, 9), new Census(RecordingCase.MONITOR_ON, 10, 9, 0));
        findings.record(
                run(Phase.OWN, 1, RecordingCase.MONITOR_ON, 10, 5, 5, new Census(RecordingCase.MONITOR_ON, 10, 11, 0)));
        OverheadResult result = concluded();
        assertThat(bar(result, MISSING).figure().median()).isEqualTo(1);
        assertThat(bar(result, INVENTED).figure().median()).isEqualTo(1);
    }

    @Test
    void what_was_not_measured_is_neither_met_nor_missed() {
        assertThat(concluded().bars())
                .hasSize(7)
                .allSatisfy(bar -> assertThat(bar.verdict()).isEqualTo("not measured"));
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void failing_outweighs_unstable_and_unstable_a_missed_bar() {
        threeGoodRounds();
        findings.warmed(RecordingCase.BOTH_ON, new Warmth(false, 12), new Census(RecordingCase.BOTH_ON, 9, 8, 8));
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.NOT_STABLE);
        findings.breakOff("interrupted");
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(concluded().remarks())
                .contains("Broken off: interrupted", "Not stable after its warm-up: both on")
                .anyMatch(remark -> remark.contains("ab is not installed"));
    }

    @Test
    void errors_are_failures() {
        threeGoodRounds();
        var load = new LoadResult(10, 1, Map.of(LoadError.STATUS, 1L), new LatencyMicros(1, 1, 1, 1));
        OverheadRun good = findings.runs().getFirst();
        findings.record(new OverheadRun(
                Phase.OWN,
                4,
                good.recording(),
                load,
                good.loaded(),
                good.drained(),
                good.backlog(),
                good.drainTook(),
                good.census(),
                good.memory()));
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void tables_page_json_and_csv_tell_the_same() {
        threeGoodRounds();
        OverheadResult result = concluded();
        assertThat(OverheadTables.text(result).lines().toList())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("both on  ")
                        .contains("98,000", "0.98 (0.98–0.98)", "1.20 (1.20–1.20)"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("bytes on disk per record").endsWith("met"));
        assertThat(OverheadTables.text(result).lines().toList())
                .anySatisfy(line -> assertThat(line).startsWith("http- ").contains("  4.00  "))
                .noneSatisfy(line -> assertThat(line).startsWith("rare"));
        assertThat(OverheadPage.of(result)).contains("98,000", "0.98 (0.98–0.98)", "class=\"met\"", "seed 7", "<svg");
        assertThat(OverheadJson.of(result))
                .contains("\"name\":\"both-on\"", "\"foundByTracker\":294000", "\"sealedBytesPerRecord\":100")
                .contains("\"allocatedBytesPerRequestByThread\":{\"http-\":900,\"sealer\":100}")
                .endsWith("}\n");
        List<String> csv = OverheadCsv.of(findings.runs()).lines().toList();
        assertThat(csv.get(1))
                .isEqualTo("own,1,both-on,98000,1.000,98000.0,100,400,800,0,490000,588000,5.000,6.000,7,40,250,98000,"
                        + "98000,0,209715200");
    }

    /** Both on at 0.98 of the rate and 1.2 of the CPU of both off, everything found, 100 bytes for a record. */
    private void threeGoodRounds() {
        for (RecordingCase recording : RecordingCase.values()) {
            findings.warmed(recording, new Warmth(true, 9), Census.none(recording));
            long answered = recording == RecordingCase.BOTH_OFF ? 100_000 : 98_000;
            for (int round = 1; round <= 3; round++) {
                run(round, recording, answered, 5, recording == RecordingCase.BOTH_OFF ? 5 : 6);
            }
            if (recording.records()) findings.disk(recording, new DiskUse(3 * answered * 100, 1 << 25));
        }
        for (RecordingCase recording : RecordingCase.values()) {
            // Beside the rounds, so that records per byte stay what they are.
            findings.record(run(Phase.SUSTAINED, 1, recording, 1000, 5, 5, Census.none(recording)));
            findings.heap(
                    recording,
                    new HeapUse(
                            Map.of("http-", 900_000L, "sealer", 100_000L),
                            Map.of("http-", 4_000L, "sealer", 1_000L, "rare", 1L),
                            0));
        }
    }

    private void run(int round, RecordingCase recording, long answered, double loaded, double drained) {
        Census census =
                new Census(recording, answered, recording.monitor() ? answered : 0, recording.tracker() ? answered : 0);
        findings.record(run(Phase.OWN, round, recording, answered, loaded, drained, census));
    }

    /** A run of one second. */
    private static OverheadRun run(
            Phase phase,
            int round,
            RecordingCase recording,
            long answered,
            double loaded,
            double drained,
            Census census) {
        return new OverheadRun(
                phase,
                round,
                recording,
                new LoadResult(answered, 1, Map.of(), new LatencyMicros(100, 200, 400, 800)),
                new CpuTime(Math.round(answered * loaded), 0),
                new CpuTime(Math.round(answered * drained), 0),
                new Backlog(false, 7, 40),
                Duration.ofMillis(250),
                census,
                new ResidentMemory(200L << 20));
    }

    private OverheadResult concluded(String... gates) {
        var setting = new OverheadSetting(
                LocalDateTime.of(2026, 11, 21, 12, 0),
                true,
                List.of("own generator, one thread"),
                OverheadScale.QUICK,
                7,
                Map.of("kernel", "Linux"));
        return OverheadResult.conclude(
                setting, findings, Stream.of(gates).map(Gate::parse).toList());
    }

    private static BarVerdict bar(OverheadResult result, String what) {
        return result.bars().stream()
                .filter(bar -> bar.what().equals(what))
                .findFirst()
                .orElseThrow();
    }
}
