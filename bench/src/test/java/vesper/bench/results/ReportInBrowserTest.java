package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.report.Chart;
import vesper.bench.report.LineChart;
import vesper.bench.report.LineChart.Point;
import vesper.bench.results.Contrasts.Pair;

/** Opens a report in a real browser, if one is installed. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportInBrowserTest {
    private static final String OTHER = "other <i>arm";

    @TempDir
    Path folder;

    @Test
    void every_chart_shows_each_of_its_series_and_no_script_fails() throws Exception {
        RecordsBuilder of = new RecordsBuilder().arm("vesper").arm(OTHER);
        for (int round = 1; round <= 3; round++) {
            of.run(round, "vesper", 98_000 + round, 5.5).run(round, OTHER, 49_000 - round, 11);
        }
        Chart lines = new LineChart("Replies", "per second", "connections per second")
                .add("vesper", List.of(new Point(1000, 900, 800, 1000), new Point(2000, 1900, 1700, 2000, true)))
                .add(OTHER, List.of(Point.of(1000, 700), Point.of(2000, 750)));
        var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        new ResultFolder(folder)
                .write(
                        of.concluded(List.of(new Pair("vesper", OTHER)), List.of()),
                        List.of(lines),
                        false,
                        nowhere,
                        nowhere);

        BrowsedReport seen = BrowsedReport.of(folder.resolve("report.html"), folder);

        seen.requireSound();
        assertThat(seen.charts()).hasSize(6);
        assertThat(seen.charts().subList(0, 5))
                .allSatisfy(series -> assertThat(series).containsExactly("vesper", "other &lt;i&gt;arm"));
        assertThat(seen.charts().getLast())
                .contains(
                        "vesper: requests per second",
                        "vesper: CPU per request",
                        "vesper: compiling, in threads",
                        "other &lt;i&gt;arm: requests per second");
    }

    @Test
    void what_is_wrong_with_a_page_is_seen() throws Exception {
        Path page = folder.resolve("wrong.html");
        Files.writeString(
                page,
                "<html><head><script>early();</script></head><body><img src=\"absent.png\">"
                        + "<svg viewBox=\"0 0 10 10\"><text x=\"9\" y=\"9\">far out</text></svg></body></html>");
        BrowsedReport seen = BrowsedReport.of(page, folder);
        assertThat(seen.failures()).anyMatch(what -> what.contains("early")).anyMatch(what -> what.contains("absent"));
        assertThat(seen.fetched()).anyMatch(address -> address.contains("absent.png"));
        assertThat(seen.astray()).containsExactly("far out");
    }
}
