package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Unavailable;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;
import vesper.bench.statistics.StabilityRule.Window;
import vesper.bench.statistics.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutcomeTest {
    private static final List<Pair> COMPARED = List.of(new Pair("vesper", "netty"));

    @TempDir
    Path folder;

    private static RecordsBuilder two() {
        RecordsBuilder of = new RecordsBuilder().arm("vesper").arm("netty");
        for (int round = 1; round <= 3; round++) {
            of.run(round, "vesper", 98_000 + round, 5.5).run(round, "netty", 49_000 - round, 11);
        }
        return of;
    }

    @Test
    void ratios_are_taken_within_each_round_so_that_a_slow_round_cancels_out() {
        RecordsBuilder of = new RecordsBuilder().arm("vesper").arm("floor");
        of.run(1, "vesper", 50_000, 12).run(1, "floor", 50_000, 10);
        of.run(2, "vesper", 50_000, 6).run(2, "floor", 100_000, 5);
        of.run(3, "vesper", 50_000, 24);
        var pairing = new Pairing(of.records, "vesper", "floor");

        assertThat(pairing.ratios(Metric.CPU)).isEqualTo(new Spread(1.2, 1.2, 1.2, 2));
        assertThat(pairing.ratios(Metric.RATE)).isEqualTo(new Spread(0.5, 0.75, 1, 2));
    }

    @Test
    void what_counts_as_a_pair_is_a_start_where_there_are_several() {
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("b");
        for (int start = 1; start <= 3; start++) {
            for (int round = 1; round <= 5; round++) {
                of.run(start, round, "a", 1000 + 100 * start, 5, Map.of());
                of.run(start, round, "b", 1000, 5, Map.of());
            }
        }
        Effect effect =
                of.contrasts(List.of(new Pair("a", "b"))).all().getFirst().effect();

        assertThat(effect.pairs()).isEqualTo(3);
        assertThat(effect.factor()).isEqualTo(Math.cbrt(1.1 * 1.2 * 1.3), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "1,'The comparison is between rounds of one start, so'",
        "2,The comparison is between starts.",
        "3,The comparison is between starts."
    })
    void what_was_compared_is_said(int starts, String remarkStart) {
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("b");
        for (int start = 1; start <= starts; start++) {
            of.run(start, 1, "a", 1000, 5, Map.of()).run(start, 1, "b", 1000, 5, Map.of());
        }
        assertThat(OutcomeTables.remarks(of.concluded(List.of(new Pair("a", "b")), List.of())))
                .anyMatch(remark -> remark.startsWith(remarkStart));
    }

    @Test
    void what_is_faster_and_costs_less_is_called_so() {
        Contrasts contrasts = two().concluded(COMPARED, List.of()).contrasts();

        assertThat(contrasts.all()).extracting(Contrast::words).containsExactly("faster", "less");
        assertThat(contrasts.floors().getFirst().rate()).isEqualTo(0.01);
        assertThat(contrasts.all().getFirst().effect().factor()).isBetween(1.99, 2.01);
    }

    @Test
    void what_differs_no_more_than_an_arm_from_itself_is_the_same() {
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("b").arm("a-again");
        for (int round = 1; round <= 5; round++) {
            of.run(round, "a", 1000, 10).run(round, "b", 1030, 10).run(round, "a-again", 1040, 10);
        }
        var pairs = List.of(new Pair("b", "a"));

        Contrasts apart = of.contrasts(pairs);
        assertThat(apart.all().getFirst().verdict()).isEqualTo(Verdict.FASTER);
        Contrasts within = of.contrasts(pairs, new Pair("a-again", "a"));
        assertThat(within.floors().getFirst().rate()).isEqualTo(0.04, within(1e-9));
        assertThat(within.all().getFirst().verdict()).isEqualTo(Verdict.SAME);
        assertThat(within.repeats()).hasSize(2);
    }

    @Test
    void failing_outweighs_unstable_and_unstable_a_missed_bar() {
        List<BarVerdict> missed = List.of(BarVerdict.atMost("x", 1, "×", new Spread(2, 2, 2, 3)));
        assertThat(two().concluded(COMPARED, List.of()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(two().concluded(COMPARED, missed).exitCode()).isEqualTo(ExitCode.GATE_MISSED);
        RecordsBuilder unstable = two().arm("slow", Optional.of("the rate scatters"));
        assertThat(unstable.concluded(COMPARED, missed).exitCode()).isEqualTo(ExitCode.UNSTABLE);
        unstable.records.abort("interrupted");
        assertThat(unstable.concluded(COMPARED, missed).exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void errors_and_servers_that_did_not_start_are_failures_and_what_is_optional_is_none() {
        RecordsBuilder wrong = two().run(1, 4, "netty", 1000, 5, Map.of(LoadError.BODY, 1L));
        assertThat(wrong.concluded(COMPARED, List.of()).exitCode()).isEqualTo(ExitCode.FAILED);
        RecordsBuilder optional = two();
        optional.records.addUnavailable(new Unavailable("floor", "there is no C compiler", false));
        assertThat(optional.concluded(COMPARED, List.of()).exitCode()).isEqualTo(ExitCode.OK);
        optional.records.addUnavailable(new Unavailable("jetty", "did not start", true));
        assertThat(optional.concluded(COMPARED, List.of()).exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(new RecordsBuilder().concluded(List.of(), List.of()).exitCode())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_build_server_sees_that_runs_failed_where_all_bars_are_met() {
        Outcome good = two().concluded(COMPARED, List.of(), "ratio(vesper/netty)>=1.9");
        assertThat(JUnitXml.of(good)).contains("tests=\"1\" failures=\"0\" errors=\"0\"");
        Outcome wrong = two().run(1, 4, "netty", 1000, 5, Map.of(LoadError.BODY, 7L))
                .concluded(COMPARED, List.of(), "ratio(vesper/netty)>=1.9");
        assertThat(JUnitXml.of(wrong))
                .contains("tests=\"2\" failures=\"0\" errors=\"1\"", "<error message=\"7 errors: netty\"/>");
    }

    @Test
    void a_missed_gate_is_a_missed_bar() {
        Outcome outcome = two().concluded(COMPARED, List.of(), "ratio(vesper/netty)>=1.9", "p99(netty)<0.1ms");

        assertThat(outcome.bars()).extracting(BarVerdict::verdict).containsExactly("met", "missed");
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void remarks_say_what_a_reader_must_not_overlook() {
        RecordsBuilder of = two().arm("slow", Optional.of("the rate scatters by 9.0 %"));
        of.records.addUnavailable(new Unavailable("jetty", "did not start", true));
        of.records.abort("interrupted");
        assertThat(OutcomeTables.remarks(of.concluded(COMPARED, List.of())))
                .contains(
                        "64 connections.",
                        "Skipped: jetty, did not start",
                        "Aborted: interrupted",
                        "Not stable, so the bars do not count: slow")
                .anyMatch(remark -> remark.startsWith("A smoke run"))
                .anyMatch(remark -> remark.contains("differences between starts are unknown"));
    }

    @Test
    void what_was_not_seen_of_a_jvm_is_said_wherever_it_is_called_stable() {
        RecordsBuilder of = new RecordsBuilder().arm("vesper").arm("silent");
        of.records.addWarmUp(new WarmUpResult(
                2, "silent", List.of(new Window(1000, 10, Double.NaN, Double.NaN, 0)), Optional.empty()));
        Outcome outcome = of.concluded(List.of(), List.of());
        assertThat(OutcomeTables.remarks(outcome))
                .anyMatch(remark -> remark.contains("The JVM counters of these arms cannot be read")
                        && remark.endsWith(": silent"));
        assertThat(OutcomeTables.warmUps(outcome).rows())
                .contains(List.of("silent", "2", "1", "stable, without JVM counters"))
                .contains(List.of("vesper", "1", "2", "stable"));
        assertThat(OutcomeJson.of(outcome)).contains("\"compiling\":[null]");
    }

    @Test
    void how_a_server_was_started_is_told_also_where_a_tool_has_its_name() {
        RecordsBuilder of = new RecordsBuilder().arm("go");
        assertThat(OutcomePage.of(of.concluded(List.of(), List.of(), Map.of("go 1.0", "the tool")), List.of()))
                .contains("the tool", "go 1.0, started", "serve");
    }

    @Test
    void remarks_of_how_it_went_are_told() {
        RecordsBuilder of = two();
        of.records.remark("Responses of /a differ in size.");
        assertThat(OutcomeTables.remarks(of.concluded(COMPARED, List.of())))
                .contains("Responses of /a differ in size.");
    }

    @Test
    void every_file_tells_the_same() throws Exception {
        Outcome outcome = two().concluded(COMPARED, List.of(), "ratio(vesper/netty)>=1.9", "errors(netty)<0");
        var out = new ByteArrayOutputStream();
        new ResultFolder(folder)
                .write(
                        outcome,
                        List.of(),
                        false,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("vesper  98,002  ").contains(" 5.50 ", " 64.0 "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("vesper to netty ")
                        .contains("2.00")
                        .endsWith("faster"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("requests per second: vesper to netty")
                        .endsWith("met"));
        assertThat(Files.readString(folder.resolve("result.json")))
                .startsWith("{\"experiment\":\"peers\"")
                .contains("\"requestsPerSecond\":{\"low\":98001,\"median\":98002,\"high\":98003,\"count\":3}")
                .contains("\"verdict\":\"faster\"", "\"compiling\":[0.2,0]", "\"met\":true", "\"met\":false");
        List<String> csv = Files.readAllLines(folder.resolve("runs.csv"));
        assertThat(csv).hasSize(7);
        assertThat(csv.getFirst()).startsWith("start,round,arm,requests,seconds,requestsPerSecond,p50Micros,");
        assertThat(csv.get(1)).startsWith("1,1,vesper,98001,1,98001,100,200,400,,800,5.5");
        assertThat(Files.readString(folder.resolve("summary.md")))
                .contains("| arm | req/s |", "| vesper | 98,002 | 100 ", "|---|--:|");
        assertThat(Files.readString(folder.resolve("junit.xml")))
                .contains("tests=\"2\" failures=\"1\"", "<failure message=\"required &lt; 0, measured 0");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("<td>vesper</td><td>1</td><td>2</td><td>stable</td>")
                .contains("data-series=\"vesper\"", "id=\"result\"", "Warm-up, window by window", "seed 7");
    }

    @Test
    void errors_are_told_by_kind_for_each_arm_and_each_run() {
        Outcome outcome = two().run(1, 4, "netty", 1000, 5, Map.of(LoadError.TIMEOUT, 3L, LoadError.BODY, 1L))
                .concluded(COMPARED, List.of());
        assertThat(OutcomeTables.errors(outcome).rows()).containsExactly(List.of("netty", "3", "1"));
        assertThat(OutcomeJson.of(outcome))
                .contains(
                        "\"runs\":[{\"start\":1,\"round\":1,\"arm\":\"vesper\",\"requests\":98001",
                        "\"errorsByKind\":{\"timeout\":3,\"body\":1}");
        assertThat(OutcomeTables.remarks(outcome)).contains("4 errors: netty, 3 timed out, 1 with an unexpected body");
    }

    @Test
    void figures_of_runs_in_which_the_generator_was_the_bottleneck_are_bounds() {
        var none = LatencyMicros.NONE;
        var busy =
                new GeneratorReport(none, none, none, none, 100, 90, 1, 1000, 0, 1000, 1000, 0, new TreeMap<>(), 0.97);
        Outcome outcome = new RecordsBuilder()
                .arm("vesper")
                .run(1, "vesper", 1000, 5, busy)
                .concluded(List.of(), List.of());
        assertThat(OutcomeTables.arms(outcome).rows().getFirst()).startsWith("vesper", "≥ 1,000", "≤ 100");
        assertThat(OutcomeTables.remarks(outcome)).anyMatch(remark -> remark.startsWith("Lower bounds"));
        assertThat(OutcomeJson.of(outcome)).contains("\"lowerBound\":true", "\"generatorBusy\":97");
    }
}
