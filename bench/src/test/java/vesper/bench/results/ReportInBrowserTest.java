package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.report.Chart;
import vesper.bench.report.LineChart;
import vesper.bench.report.LineChart.Point;
import vesper.bench.results.Contrasts.Pair;
import vesper.testing.Chromium;

/** A report as a real browser shows it, where there is one. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportInBrowserTest {
    private static final Pattern FIGURE = Pattern.compile("(?s)<figure>.*?</figure>");
    private static final Pattern SERIES = Pattern.compile("data-series=\"([^\"]*)\"");

    /** What the browser has laid out: of each series, whether it takes any room. */
    private static final String LOOKING = """
            <pre id="seen"></pre><script>
            addEventListener('error', event => document.getElementById('seen').textContent += 'failed:' + event.message);
            const drawn = [...document.querySelectorAll('[data-series]')].map(series => {
              const box = series.getBoundingClientRect();
              return box.width > 0 && box.height > 0 ? 1 : 0;
            });
            const result = JSON.parse(document.getElementById('result').textContent);
            document.getElementById('seen').textContent += 'drawn:' + drawn.join('') + ' of:' + result.experiment;
            </script>
            """;

    @TempDir
    Path folder;

    @Test
    void every_chart_shows_each_of_its_series_and_no_script_fails() throws Exception {
        RecordsOf of = new RecordsOf().arm("vesper").arm("other <i>arm");
        for (int round = 1; round <= 3; round++) {
            of.run(round, "vesper", 98_000 + round, 5.5).run(round, "other <i>arm", 49_000 - round, 11);
        }
        Chart lines = new LineChart("Replies", "per second", "connections per second")
                .add("vesper", List.of(new Point(1000, 900, 800, 1000), new Point(2000, 1900, 1700, 2000)))
                .add("other <i>arm", List.of(Point.of(1000, 700), Point.of(2000, 750)));
        new ResultFolder(folder)
                .write(
                        of.concluded(List.of(new Pair("vesper", "other <i>arm")), List.of()),
                        List.of(lines),
                        false,
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        Path report = folder.resolve("report.html");
        Files.writeString(report, Files.readString(report).replace("</body>", LOOKING + "</body>"));

        String dom = Chromium.dom(folder, report.toUri().toString());

        List<List<String>> charts = new ArrayList<>();
        Matcher figures = FIGURE.matcher(dom);
        while (figures.find()) charts.add(seriesOf(figures.group()));
        assertThat(charts)
                .hasSize(6)
                .allSatisfy(series -> assertThat(series).containsExactly("vesper", "other &lt;i&gt;arm"));
        assertThat(dom).contains("<pre id=\"seen\">drawn:" + "1".repeat(12) + " of:peers</pre>");
    }

    private static List<String> seriesOf(String figure) {
        List<String> series = new ArrayList<>();
        Matcher matcher = SERIES.matcher(figure);
        while (matcher.find()) series.add(matcher.group(1));
        return series;
    }
}
