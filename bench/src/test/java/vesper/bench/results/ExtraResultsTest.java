package vesper.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.results.Contrasts.Pair;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExtraResultsTest {
    @TempDir
    Path folder;

    @Test
    void what_one_experiment_tells_beside_is_in_all_that_people_and_programs_read() throws Exception {
        var own = new ExtraResults(
                List.of(
                        new Section("Records", List.of("case", "missing"), List.of(List.of("both", "17"))),
                        new Section("Heaps", List.of("case"), List.of())),
                Map.of("gains", List.of(4)),
                List.of("Nobody looked at heaps."));
        RecordsBuilder of = new RecordsBuilder().arm("both").run(1, "both", 1000, 5);
        var out = new ByteArrayOutputStream();
        new ResultFolder(folder)
                .write(
                        of.concluded(List.of(), List.of()).with(own),
                        List.of(),
                        false,
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, UTF_8));

        assertThat(out.toString(UTF_8))
                .containsPattern("Records\\ncase +missing\\n-+\\nboth +17\\n")
                .contains("Nobody looked at heaps.")
                .doesNotContain("Heaps\n");
        assertThat(folder.resolve("summary.md"))
                .content()
                .contains("### Records\n\n| case | missing |", "- Nobody looked at heaps.")
                .doesNotContain("### Heaps");
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("<h2>Records</h2>", "<td>17</td>", "Nobody looked at heaps.")
                .doesNotContain("<h2>Heaps</h2>");
        assertThat(folder.resolve("result.json")).content().endsWith("\"gains\":[4]}\n");
    }

    @Test
    void cpu_until_idle_is_compared_where_all_that_is_compared_tells_it() {
        RecordsBuilder of = new RecordsBuilder().arm("on").arm("off").arm("floor");
        for (int round = 1; round <= 5; round++) {
            of.drainedRun(round, "on", 1000, 5, 9 + 0.01 * round).drainedRun(round, "off", 1000, 5, 5);
            of.run(round, "floor", 1000, 4);
        }
        Contrasts contrasts = of.contrasts(List.of(new Pair("on", "off")));
        assertThat(contrasts.all())
                .extracting(contrast -> contrast.metric() + " " + contrast.words())
                .containsExactly("RATE same", "CPU same", "DRAINED more");

        Contrasts incomplete = of.contrasts(List.of(new Pair("on", "floor")));
        assertThat(incomplete.all()).extracting(Contrast::metric).containsExactly(Metric.RATE, Metric.CPU);
    }
}
