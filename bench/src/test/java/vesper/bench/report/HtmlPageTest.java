package vesper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HtmlPageTest {
    @Test
    void the_longest_bar_fills_the_width_and_the_others_are_in_proportion() {
        String svg = new BarChart("CPU", "µs")
                .add(new BarChart.Bar("a", 10, 10, 10, 10, true))
                .add(new BarChart.Bar("b", 5, 2.5, 5, 5, false))
                .svg();
        assertThat(svg)
                .contains("class=\"strong\" x=\"110\" y=\"6\" width=\"470.0\"")
                .contains("class=\"plain light\" x=\"110\" y=\"34\" width=\"235.0\"")
                .contains("class=\"plain\" x=\"110\" y=\"34\" width=\"117.5\"");
    }

    @Test
    void a_bar_that_was_not_measured_has_no_length() {
        String svg = new BarChart("CPU", "µs")
                .add(new BarChart.Bar("a", Double.NaN, Double.NaN, Double.NaN, Double.NaN, false))
                .svg();
        assertThat(svg).contains("width=\"0.0\"").contains("–").doesNotContain("NaN");
    }

    @Test
    void text_cannot_become_markup() {
        String html = new HtmlPage("<b>")
                .paragraph("a & b")
                .table(new Table(List.of("x"), List.of(List.of("<script>"))))
                .facts(Map.of("k", "\"v\""))
                .html();
        assertThat(html)
                .contains("<title>&lt;b&gt;</title>", "a &amp; b", "&lt;script&gt;", "&quot;v&quot;")
                .doesNotContain("<script>");
    }

    @Test
    void verdicts_are_coloured_and_nothing_is_fetched() {
        String html = new HtmlPage("t")
                .table(new Table(List.of("bar", ""), List.of(List.of("x", "met"), List.of("y", "missed"))))
                .html();
        assertThat(html)
                .contains("<td class=\"met\">", "<td class=\"missed\">", "prefers-color-scheme: dark")
                .doesNotContain("http", "src=", "@import");
    }
}
