package vesper.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.results.BrowsedReport;
import vesper.bench.results.Gate;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsResultTest {
    private static final String MEMORY_PUT = "memory PUT, 2 GB, 64, per CPU second, relative to Xenon";

    private List<Stage> stages = Stages.of(DocumentsScale.QUICK);
    private final DocumentsFindings findings = new DocumentsFindings();

    @Test
    void a_bar_is_judged_by_cpu_seconds_within_each_round_so_that_a_slow_round_cancels_out() {
        rate(1, "memory-2g-put-64", Contestant.XENON, 1.0, 2.0);
        rate(1, "memory-2g-put-64", Contestant.VESPER, 0.2, 0.16);
        rate(2, "memory-2g-put-64", Contestant.XENON, 10.0, 20.0);
        rate(2, "memory-2g-put-64", Contestant.VESPER, 2.0, 1.6);
        BarVerdict bar = bar(MEMORY_PUT);
        assertThat(bar.figure()).isEqualTo(new Spread(12.5, 12.5, 12.5, 2));
        assertThat(bar.verdict()).isEqualTo("met");
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void each_promise_has_a_bar_of_its_own() {
        rate(1, "durable-put-64", Contestant.XENON, 1.0, 1.0);
        rate(1, "durable-put-64", Contestant.VESPER, 0.3, 0.3);
        rate(1, "durable-put-64", Contestant.VESPER_INTERVAL, 0.3, 0.3);
        assertThat(bar("durable PUT, 64, per CPU second, relative to Xenon").verdict())
                .isEqualTo("met");
        assertThat(bar("durable PUT, 64, Vesper, interval:5s, per CPU second, relative to Xenon")
                        .verdict())
                .isEqualTo("missed");
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void reads_of_durable_documents_are_judged_by_the_writes_of_the_same_round() {
        rate(1, "durable-put-64", Contestant.VESPER, 1.0, 1.0);
        rate(1, "durable-get-64", Contestant.VESPER, 0.2, 1.0);
        assertThat(bar("durable GET/s, relative to durable PUT/s").figure()).isEqualTo(new Spread(5, 5, 5, 1));
    }

    @Test
    void a_row_is_there_only_where_something_was_measured() {
        rate(1, "http-memory-put", Contestant.XENON, 1.0, 2.0);
        String text = DocumentsTables.text(concluded());
        assertThat(text.lines().filter(line -> line.startsWith("memory PUT over HTTP, same JVM, 64 ")))
                .singleElement()
                .asString()
                .contains("1,000", " 500 ", "≥ 4.00×", "not measured");
        assertThat(text).doesNotContain("client apart");
    }

    @Test
    void heap_is_judged_by_bytes_and_opening_by_nothing() {
        findings.record(new DocumentsRun(1, 1, named("idle-memory"), Contestant.VESPER, 10, 1, 1, 101, 0, 0, 0));
        findings.record(new DocumentsRun(1, 1, named("open"), Contestant.VESPER, 10, 1, 1, 0.25, 0, 0, 0));
        String text = DocumentsTables.text(concluded());
        assertThat(text.lines().filter(line -> line.startsWith("heap per idle document in memory")))
                .anySatisfy(line -> assertThat(line).contains("101 B", "≤ 100 B", "missed"));
        assertThat(text.lines().filter(line -> line.startsWith("opening 20,000 durable documents")))
                .singleElement()
                .asString()
                .contains("0.25 s");
    }

    @Test
    void five_nodes_are_judged_beside_xenon_and_three_by_what_they_do() {
        stages = Stages.ofNodes(DocumentsScale.QUICK, 5);
        rate(1, "nodes-5-put-1000", Contestant.XENON, 1.0, 2.0);
        rate(1, "nodes-5-put-1000", Contestant.VESPER, 1.0, 0.1);
        assertThat(bar("PUT on 5 nodes, 1000, per CPU second, relative to Xenon")
                        .verdict())
                .isEqualTo("met");
        stages = Stages.ofNodes(DocumentsScale.QUICK, 3);
        rate(1, "nodes-3-put-1000", Contestant.VESPER, 0.2, 1.0);
        rate(1, "nodes-3-get-64", Contestant.VESPER, 0.9, 1.0);
        rate(1, "nodes-3-get-64", Contestant.VESPER_ALONE, 1.0, 1.0);
        assertThat(bar("PUT on 3 nodes, 1000, per second").verdict()).isEqualTo("missed");
        assertThat(bar("GET on 3 nodes, 64, relative to a single durable node").verdict())
                .isEqualTo("met");
    }

    @Test
    void a_bar_is_told_with_the_interval_that_its_rounds_allow() {
        rate(1, "memory-2g-put-64", Contestant.XENON, 1.0, 2.0);
        rate(1, "memory-2g-put-64", Contestant.VESPER, 1.0, 0.2);
        assertThat(concluded().bars().getFirst().intervalText()).isEqualTo("unknown");
        rate(2, "memory-2g-put-64", Contestant.XENON, 1.0, 2.1);
        rate(2, "memory-2g-put-64", Contestant.VESPER, 1.0, 0.2);
        JudgedBar bar = concluded().bars().getFirst();
        assertThat(bar.interval().pairs()).isEqualTo(2);
        assertThat(bar.interval().low()).isLessThan(10);
        assertThat(bar.interval().high()).isGreaterThan(10.5);
        assertThat(DocumentsJson.of(concluded())).contains("\"interval\":{\"factor\":10.2");
    }

    @Test
    void what_was_published_stands_beside_what_was_measured_with_its_source() {
        rate(1, "memory-2g-put-flood", Contestant.XENON, 1.0, 2.0);
        DocumentsResult result = concluded();
        assertThat(DocumentsTables.text(result)).contains("1,000,000", PublishedRate.SOURCE);
        assertThat(DocumentsTables.markdown(result)).contains("1,000,000", PublishedRate.SOURCE);
        assertThat(DocumentsPage.of(result)).contains("1,000,000", PublishedRate.SOURCE);
        assertThat(DocumentsJson.of(result)).contains("\"publishedPerSecond\":1000000");
    }

    @Test
    void every_published_figure_is_beside_a_case_that_there_is() {
        List<String> names = Stream.concat(stages.stream(), Stages.ofNodes(DocumentsScale.FULL, 5).stream())
                .flatMap(stage -> stage.cases().stream())
                .map(DocumentsCase::name)
                .toList();
        assertThat(PublishedRate.ALL).allSatisfy(rate -> assertThat(names).contains(rate.ofCase()));
    }

    @Test
    void a_node_with_other_versions_is_a_failure() {
        findings.record(new DocumentsRun(1, 1, named("http-memory-put"), Contestant.VESPER, 10, 1, 1, 10, 0, 0, 1));
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(concluded().remarks()).anyMatch(remark -> remark.contains("1 nodes with other versions"));
    }

    @Test
    void so_is_a_window_of_the_warm_up_in_which_requests_failed_and_it_is_said_which() {
        DocumentsCase put = named("http-memory-put");
        var window = new DocumentsRun(1, 0, put, Contestant.VESPER, 10, 1, 1, 10, 3, 0, 0);
        findings.addWarmUp(new CaseWarmUpResult(1, put, Contestant.VESPER, List.of(window), Optional.empty()));
        rate(1, "http-memory-put", Contestant.VESPER, 1.0, 1.0);
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(concluded().remarks())
                .anyMatch(remark -> remark.endsWith(
                        "start 1, warm-up: 3 failed, 0 acknowledged but not stored," + " 0 nodes with other versions"));
    }

    @Test
    void a_window_is_a_part_of_a_run_and_versions_are_asked_of_what_was_driven() {
        assertThat(DocumentsCase.windowOf("drive documents=16 count=100 in-flight=64", 8))
                .isEqualTo("drive documents=16 count=12 in-flight=64");
        assertThat(DocumentsCase.versionsOf("drive kind=replicated operation=put documents=16 millis=100"))
                .isEqualTo("versions kind=replicated documents=16");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99(vesper at durable-put-64)<10ms", "rate(vesper)>1", "rate(vesper at nodes-3-put-64)>1"})
    void a_bound_on_what_is_not_measured_is_refused(String gate) {
        assertThatThrownBy(() -> DocumentsGates.requireMeasured(List.of(Gate.parse(gate)), stages))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(gate);
    }

    @Test
    void nothing_measured_is_a_failure() {
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void names_of_cases_are_each_there_once() {
        assertThat(stages.stream().flatMap(stage -> stage.cases().stream()).map(DocumentsCase::name))
                .doesNotHaveDuplicates()
                .hasSize(22);
    }

    @Test
    void its_page_is_sound_in_a_browser(@TempDir Path folder) throws Exception {
        rate(1, "memory-2g-put-64", Contestant.XENON, 1.0, 2.0);
        rate(1, "memory-2g-put-64", Contestant.VESPER, 0.2, 0.16);
        Path page = Files.writeString(folder.resolve("report.html"), DocumentsPage.of(concluded()));
        BrowsedReport seen = BrowsedReport.of(page, folder);
        seen.requireSound();
        assertThat(seen.charts()).hasSize(1);
    }

    @Test
    void its_interval_is_over_starts_whose_rounds_are_averaged() {
        for (int start = 1; start <= 3; start++) {
            for (int round = 1; round <= 4; round++) {
                rate(start, round, "memory-2g-put-64", Contestant.XENON, 1.0, 2.0);
                rate(start, round, "memory-2g-put-64", Contestant.VESPER, 1.0, 0.1 + 0.01 * start + 0.001 * round);
            }
        }
        Effect interval = concluded().bars().getFirst().interval();
        assertThat(interval.pairs()).isEqualTo(3);
        assertThat(interval.freedom()).isEqualTo(2);
        // The interval would be much narrower if rounds counted as independent.
        assertThat(interval.high() / interval.low()).isGreaterThan(1.4);
    }

    @Test
    void errors_of_one_run_are_not_made_up_for_by_others() {
        for (int round = 1; round <= 3; round++) {
            long failures = round == 2 ? 5000 : 0;
            findings.record(new DocumentsRun(
                    1, round, named("http-memory-put"), Contestant.VESPER, 10, 1, 1, 10, failures, 0, 0));
        }
        Gate gate = Gate.parse("errors(vesper at http-memory-put)=0");
        JudgedBar bar =
                new DocumentsGates(stages, findings).judge(List.of(gate)).getFirst();
        assertThat(bar.verdict().verdict()).isEqualTo("missed");
        assertThat(bar.verdict().figure().median()).isEqualTo(5000);
    }

    @Test
    void what_was_measured_twice_says_by_how_much_it_differs_from_itself() {
        rate(1, "memory-2g-put-64", Contestant.VESPER, 1.0, 1.0);
        assertThat(concluded().remarks()).contains("No case was repeated, so there is no noise floor.");
        rate(1, "memory-2g-put-64", Contestant.VESPER_AGAIN, 1.0, 1.25);
        DocumentsResult result = concluded();
        assertThat(result.remarks()).noneMatch(remark -> remark.startsWith("Nothing was measured twice"));
        assertThat(DocumentsTables.text(result)).containsPattern("memory PUT, 2 GB, 64 +0.80 +unknown");
        assertThat(DocumentsJson.of(result)).contains("\"again\":[{\"case\":\"memory-2g-put-64\",\"factor\":0.8");
        assertThat(result.comparisons()).extracting(CaseComparison::contestant).containsOnly(Contestant.VESPER);
    }

    /** Records a run of 1000 requests in the first start. */
    private void rate(int round, String name, Contestant contestant, double seconds, double cpuSeconds) {
        rate(1, round, name, contestant, seconds, cpuSeconds);
    }

    private void rate(int start, int round, String name, Contestant contestant, double seconds, double cpuSeconds) {
        findings.record(new DocumentsRun(
                start, round, named(name), contestant, 1000, seconds, cpuSeconds, 1000 / seconds, 0, 0, 0));
    }

    private DocumentsCase named(String name) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private BarVerdict bar(String what) {
        return concluded().verdicts().stream()
                .filter(bar -> bar.description().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private DocumentsResult concluded() {
        var setting = new DocumentsSetting(
                LocalDateTime.of(2026, 11, 23, 12, 0),
                true,
                OptionalInt.empty(),
                DocumentsScale.QUICK,
                1,
                Map.of("cores", "2"));
        return DocumentsResult.conclude(setting, stages, findings, List.of());
    }
}
