package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.testing.Chromium;

/**
 * A page as a real browser displays it.
 *
 * @param charts visible series of each chart
 * @param failures failures of scripts, and resources that could not be loaded
 * @param fetched requested addresses other than the page's own
 * @param astray text of drawings that extends beyond them
 */
public record BrowsedReport(
        List<List<String>> charts, List<String> failures, List<String> fetched, List<String> astray) {
    /** Comes before everything else in the page, so that no failure is missed. */
    private static final String LISTENING = """
            <head><script>
            window.failures = [];
            addEventListener('error', event => failures.push(event.message || 'not loaded: ' + event.target.outerHTML), true);
            addEventListener('unhandledrejection', event => failures.push(String(event.reason)));
            </script>
            """;

    private static final String LOOKING = """
            <script>
            addEventListener('load', () => {
              const tell = (kind, parts) => {
                const line = document.createElement('pre');
                line.className = 'seen';
                line.textContent = kind + '\\u241f' + parts.join('\\u241f');
                document.body.append(line);
              };
              for (const figure of document.querySelectorAll('figure')) {
                const drawn = [...figure.querySelectorAll('[data-series]')].filter(series => {
                  const box = series.getBoundingClientRect();
                  return box.width > 0 && box.height > 0;
                });
                tell('chart', drawn.map(series => series.dataset.series));
              }
              const astray = [...document.querySelectorAll('svg text')].filter(text => {
                const box = text.getBoundingClientRect();
                const all = text.ownerSVGElement.getBoundingClientRect();
                return box.left < all.left - 0.5 || box.right > all.right + 0.5
                    || box.top < all.top - 0.5 || box.bottom > all.bottom + 0.5;
              });
              tell('astray', astray.map(text => text.textContent));
              // The browser does not log file accesses, so report every element that could fetch something.
              tell('fetched', [...performance.getEntriesByType('resource').map(one => one.name),
                  ...[...document.querySelectorAll('[src], link[href], object[data], image')].map(one => one.outerHTML)]);
              const data = document.getElementById('result');
              if (data) JSON.parse(data.textContent);
              tell('failures', failures);
            });
            </script>
            """;

    private static final Pattern SEEN = Pattern.compile("(?s)<pre class=\"seen\">(.*?)</pre>");

    /** @param folder folder for files of the browser */
    public static BrowsedReport of(Path page, Path folder) throws Exception {
        String html = Files.readString(page);
        Path watched = folder.resolve("watched.html");
        Files.writeString(watched, html.replaceFirst("<head>", LISTENING).replace("</body>", LOOKING + "</body>"));
        Matcher seen = SEEN.matcher(Chromium.dom(folder, watched.toUri().toString()));
        List<List<String>> charts = new ArrayList<>();
        var report = new BrowsedReport(charts, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        boolean isThrough = false;
        while (seen.find()) {
            List<String> parts = Arrays.stream(seen.group(1).split("\u241f"))
                    .filter(part -> !part.isEmpty())
                    .toList();
            List<String> rest = parts.subList(1, parts.size());
            switch (parts.getFirst()) {
                case "chart" -> charts.add(rest);
                case "astray" -> report.astray.addAll(rest);
                case "fetched" -> report.fetched.addAll(rest);
                default -> {
                    report.failures.addAll(rest);
                    isThrough = true;
                }
            }
        }
        assertThat(isThrough).as("the page was read to its end").isTrue();
        return report;
    }

    /**
     * Requires that no script failed, nothing was fetched, all text is within its drawing, and every chart has series.
     */
    public void requireSound() {
        assertThat(failures).isEmpty();
        assertThat(fetched).isEmpty();
        assertThat(astray).isEmpty();
        assertThat(charts).allSatisfy(series -> assertThat(series).isNotEmpty());
    }
}
