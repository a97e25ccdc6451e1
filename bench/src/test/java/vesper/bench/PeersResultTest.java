package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.load.LoadError;
import vesper.bench.statistics.Spread;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeersResultTest {
    @Test
    void ratios_are_taken_within_each_round_so_that_a_slow_round_cancels_out() {
        PeersResult result = new FindingsOf()
                .arm("vesper", ArmKind.VESPER)
                .arm("floor", ArmKind.FLOOR)
                .run(1, "vesper", 1, 50_000, 12)
                .run(1, "floor", 1, 50_000, 10)
                .run(2, "vesper", 1, 50_000, 6)
                .run(2, "floor", 1, 100_000, 5)
                .run(3, "vesper", 1, 50_000, 24)
                .run(3, "floor", 1, 200_000, 20)
                .concluded();
        ArmSummary vesper = result.arms().getFirst();
        assertThat(vesper.cpuToFloor()).isEqualTo(new Spread(1.2, 1.2, 1.2, 3));
        assertThat(vesper.rateToFloor()).isEqualTo(new Spread(0.25, 0.5, 1, 3));
    }

    @Test
    void a_round_in_which_the_floor_is_missing_has_no_ratio() {
        PeersResult result = new FindingsOf()
                .arm("vesper", ArmKind.VESPER)
                .arm("floor", ArmKind.FLOOR)
                .run(1, "vesper", 1, 1000, 12)
                .run(1, "floor", 1, 1000, 10)
                .run(2, "vesper", 1, 1000, 12)
                .concluded();
        assertThat(result.arms().getFirst().cpuToFloor().count()).isEqualTo(1);
    }

    @Test
    void every_bar_is_met_by_figures_that_meet_it() {
        PeersResult result = FindingsOf.allBarsMet().concluded();
        assertThat(result.bars())
                .hasSize(6)
                .allSatisfy(bar -> assertThat(bar.verdict()).isEqualTo("met"));
        assertThat(result.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void runs_of_a_second_are_told_to_say_little_of_the_bars() {
        PeersResult usual = FindingsOf.allBarsMet().concluded();
        PeersResult brief = FindingsOf.allBarsMet().concludedAt(Scale.QUICK.withRun(Duration.ofSeconds(1)));

        assertThat(PeersTable.remarks(brief)).anyMatch(remark -> remark.contains("the bars mean little"));
        assertThat(PeersTable.remarks(usual)).noneMatch(remark -> remark.contains("the bars mean little"));
    }

    @Test
    void a_bar_against_all_peers_names_the_one_that_comes_closest() {
        FindingsOf findings = FindingsOf.allBarsMet().arm("fast", ArmKind.PEER);
        for (int round = 1; round <= 3; round++) findings.run(round, "fast", 1, 196_000, 5);
        PeersResult result = findings.concluded();

        BarVerdict cpu = bar(result, "CPU per request, to that of fast");
        assertThat(cpu.verdict()).isEqualTo("missed");
        assertThat(cpu.figure().median()).isCloseTo(1.1, within(1e-9));
        assertThat(bar(result, "requests/s, to that of fast").figure().median()).isEqualTo(0.5);
        assertThat(result.exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void what_was_not_measured_is_neither_met_nor_missed() {
        PeersResult result = new FindingsOf()
                .arm("vesper", ArmKind.VESPER)
                .run(1, "vesper", 1, 1000, 5)
                .concluded();
        assertThat(bar(result, "CPU per request, to the floor's").verdict()).isEqualTo("not measured");
        assertThat(bar(result, "memory after a run").verdict()).isEqualTo("met");
        assertThat(result.exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void without_vesper_there_are_no_bars() {
        PeersResult result = new FindingsOf()
                .arm("floor", ArmKind.FLOOR)
                .run(1, "floor", 1, 1000, 5)
                .concluded();
        assertThat(result.bars()).isEmpty();
    }

    @Test
    void failing_outweighs_unstable_and_unstable_a_missed_bar() {
        FindingsOf findings = new FindingsOf()
                .arm("vesper", ArmKind.VESPER, false)
                .arm("floor", ArmKind.FLOOR)
                .run(1, "vesper", 1, 1000, 50)
                .run(1, "floor", 1, 1000, 5);
        assertThat(findings.concluded().exitCode()).isEqualTo(ExitCode.NOT_STABLE);
        findings.findings.breakOff("interrupted");
        assertThat(findings.concluded().exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void an_arm_that_was_never_warmed_is_not_stable() {
        var findings = new Findings();
        findings.started(
                new Arm("floor", ArmKind.FLOOR, "", List.of(), Path.of("."), Duration.ofSeconds(1)), Optional.empty());
        assertThat(findings.isStable()).isFalse();
    }

    @Test
    void errors_and_arms_that_did_not_start_are_failures() {
        PeersResult withErrors = new FindingsOf()
                .arm("floor", ArmKind.FLOOR)
                .run(1, "floor", 1, 1000, 5, Map.of(LoadError.BODY, 1L))
                .concluded();
        assertThat(withErrors.exitCode()).isEqualTo(ExitCode.FAILED);

        FindingsOf leftOut = FindingsOf.allBarsMet();
        leftOut.findings.leaveOut(new LeftOut("floor", "there is no C compiler", false));
        assertThat(leftOut.concluded().exitCode()).isEqualTo(ExitCode.DONE);
        leftOut.findings.leaveOut(new LeftOut("jetty", "did not start", true));
        assertThat(leftOut.concluded().exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void table_page_json_and_csv_tell_the_same() {
        PeersResult result = FindingsOf.allBarsMet().concluded();
        assertThat(PeersTable.of(result).lines().toList())
                .anySatisfy(line ->
                        assertThat(line).startsWith("vesper 1.0   98,000  ").contains("5.50", "1.10", "0.98"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("memory after a run").endsWith("met"));
        assertThat(PeersPage.of(result)).contains("98,000", "1.10 (1.10–1.10)", "class=\"met\"", "75 %", "seed 7");
        assertThat(PeersJson.of(result))
                .startsWith("{\"experiment\":\"peers\"")
                .contains("\"cpuToFloor\":{\"low\":1.1,\"median\":1.1,\"high\":1.1,\"count\":3}")
                .contains("\"met\":true")
                .endsWith("}\n");
        List<String> csv = RunsCsv.of(result.findings().runs()).lines().toList();
        assertThat(csv).hasSize(13);
        assertThat(csv.get(1)).isEqualTo("1,vesper,1,98000,1.000,98000.0,100,400,800,0,134750,404250,5.500,209715200");
    }

    @Test
    void remarks_say_what_a_reader_must_not_overlook() {
        FindingsOf findings = FindingsOf.allBarsMet().arm("slow", ArmKind.PEER, false);
        findings.findings.leaveOut(new LeftOut("jetty", "did not start", true));
        findings.findings.breakOff("interrupted");
        assertThat(PeersTable.remarks(findings.concluded()))
                .anyMatch(remark -> remark.contains("wrk, which was not used"))
                .contains(
                        "I/O threads of every server: 2.",
                        "Left out: jetty, did not start",
                        "Broken off: interrupted",
                        "Not stable after its warm-up: slow");
    }

    private static BarVerdict bar(PeersResult result, String what) {
        return result.bars().stream()
                .filter(bar -> bar.what().equals(what))
                .findFirst()
                .orElseThrow();
    }
}
