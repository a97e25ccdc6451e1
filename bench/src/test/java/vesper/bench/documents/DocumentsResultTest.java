package vesper.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.results.BrowsedReport;
import vesper.bench.statistics.Spread;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsResultTest {
    private static final String MEMORY_PUT = "memory PUT, 2 GB, 64, per CPU second to Xenon";

    private final List<Stage> stages = Stages.of(DocumentsScale.QUICK);
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
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void each_promise_has_a_bar_of_its_own() {
        rate(1, "durable-put-64", Contestant.XENON, 1.0, 1.0);
        rate(1, "durable-put-64", Contestant.VESPER, 0.3, 0.3);
        rate(1, "durable-put-64", Contestant.VESPER_INTERVAL, 0.3, 0.3);
        assertThat(bar("durable PUT, 64, per CPU second to Xenon").verdict()).isEqualTo("met");
        assertThat(bar("durable PUT, 64, Vesper, interval:5s, per CPU second to Xenon")
                        .verdict())
                .isEqualTo("missed");
        assertThat(concluded().exitCode()).isEqualTo(ExitCode.GATE_MISSED);
    }

    @Test
    void reads_of_durable_documents_are_judged_by_the_writes_of_the_same_round() {
        rate(1, "durable-put-64", Contestant.VESPER, 1.0, 1.0);
        rate(1, "durable-get-64", Contestant.VESPER, 0.2, 1.0);
        assertThat(bar("durable GET/s to durable PUT/s").figure()).isEqualTo(new Spread(5, 5, 5, 1));
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
        findings.record(new DocumentsRun(1, named("idle-memory"), Contestant.VESPER, 10, 1, 1, 101, 0, 0));
        findings.record(new DocumentsRun(1, named("open"), Contestant.VESPER, 10, 1, 1, 0.25, 0, 0));
        String text = DocumentsTables.text(concluded());
        assertThat(text.lines().filter(line -> line.startsWith("heap per idle document in memory")))
                .anySatisfy(line -> assertThat(line).contains("101 B", "≤ 100 B", "missed"));
        assertThat(text.lines().filter(line -> line.startsWith("opening 20,000 durable documents")))
                .singleElement()
                .asString()
                .contains("0.25 s");
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

    /** Of 1000 requests. */
    private void rate(int round, String name, Contestant contestant, double seconds, double cpuSeconds) {
        findings.record(
                new DocumentsRun(round, named(name), contestant, 1000, seconds, cpuSeconds, 1000 / seconds, 0, 0));
    }

    private DocumentsCase named(String name) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private BarVerdict bar(String what) {
        return concluded().bars().stream()
                .filter(bar -> bar.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    private DocumentsResult concluded() {
        var setting = new DocumentsSetting(
                LocalDateTime.of(2026, 11, 23, 12, 0), true, DocumentsScale.QUICK, 1, Map.of("cores", "2"));
        return DocumentsResult.conclude(setting, stages, findings);
    }
}
