package vesper.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A chart of several figures over time, window by window: a small panel for each subject, all with the same axes, three
 * in a row. The final level of a figure, the mean of its last four windows, is at the same height in every panel.
 * Values above twice that level are cut off.
 */
public final class Traces implements Chart {
    private static final int COLUMNS = 3;
    private static final int PANEL_WIDTH = 250;
    private static final int PANEL_HEIGHT = 122;
    private static final int PLOT_WIDTH = 222;
    private static final int PLOT_HEIGHT = 66;
    private static final int PLOT_TOP = 34;
    private static final int LEFT = 6;
    private static final int LAST = 4;
    private static final double MAX_VALUE = 2;
    private static final int MAX_CHARACTERS = 34;

    /**
     * @param isRelative true to scale values by the final level; false to draw them with 1 at the height of that level
     */
    public record Line(String name, List<Double> values, boolean isRelative) {
        public Line {
            values = List.copyOf(values);
        }
    }

    /**
     * @param note text under the title
     * @param isBad true to draw that text in the colour for problems
     */
    public record Panel(String title, String note, boolean isBad, List<Line> lines) {}

    private final String title;
    private final String unit;
    private final List<Panel> panels = new ArrayList<>();

    public Traces(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    public Traces add(Panel panel) {
        panels.add(panel);
        return this;
    }

    @Override
    public String svg() {
        int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        int most = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .mapToInt(line -> line.values().size())
                .max()
                .orElse(1);
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<figure><figcaption>%s <small>%s</small></figcaption>%n",
                HtmlText.escape(title),
                HtmlText.escape(unit)));
        appendLegend(svg);
        // One SVG for each row, so that a printer can break the page between them.
        for (int row = 0; row < rows; row++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%n",
                    HtmlText.escape(title),
                    COLUMNS * PANEL_WIDTH,
                    PANEL_HEIGHT));
            for (int n = row * COLUMNS; n < Math.min(panels.size(), (row + 1) * COLUMNS); n++) {
                appendPanel(svg, panels.get(n), n % COLUMNS * PANEL_WIDTH, most);
            }
            svg.append("</svg>\n");
        }
        return svg.append("</figure>\n").toString();
    }

    private void appendLegend(StringBuilder svg) {
        List<String> names = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .map(Line::name)
                .distinct()
                .toList();
        svg.append(String.format(Locale.ROOT, "<svg class=\"key\" viewBox=\"0 0 %d 18\">", COLUMNS * PANEL_WIDTH));
        for (int i = 0; i < names.size(); i++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<g class=\"%s\"><path class=\"line\" d=\"M%d 9h24\"/><text x=\"%d\" y=\"13\">%s</text></g>",
                    Tones.of(i),
                    LEFT + i * PANEL_WIDTH,
                    LEFT + 30 + i * PANEL_WIDTH,
                    HtmlText.escape(names.get(i))));
        }
        svg.append("</svg>\n");
    }

    private static void appendPanel(StringBuilder svg, Panel panel, int left, int most) {
        svg.append(String.format(
                Locale.ROOT,
                "<g class=\"panel\" transform=\"translate(%d 0)\"><title>%s: %s</title>",
                left + LEFT,
                HtmlText.escape(panel.title()),
                HtmlText.escape(panel.note())));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"name\" y=\"12\">%s</text><text class=\"%s\" y=\"27\">%s</text>",
                HtmlText.escape(shortened(panel.title())),
                panel.isBad() ? "bad" : "said",
                HtmlText.escape(shortened(panel.note()))));
        svg.append(String.format(
                Locale.ROOT,
                "<path class=\"grid\" d=\"M0 %1$dV%2$dH%3$dM0 %4$.1fH%3$d\"/>",
                PLOT_TOP,
                PLOT_TOP + PLOT_HEIGHT,
                PLOT_WIDTH,
                PLOT_TOP + PLOT_HEIGHT / MAX_VALUE));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"mark\" y=\"%1$d\">1</text><text class=\"mark\" x=\"%2$d\" y=\"%1$d\" text-anchor=\"end\">%3$d</text>",
                PLOT_TOP + PLOT_HEIGHT + 13,
                PLOT_WIDTH,
                most));
        for (int i = 0; i < panel.lines().size(); i++)
            appendLine(svg, panel, panel.lines().get(i), i, most);
        svg.append("</g>\n");
    }

    private static void appendLine(StringBuilder svg, Panel panel, Line line, int index, int most) {
        svg.append(String.format(
                Locale.ROOT,
                "<g class=\"series %s\" data-series=\"%s: %s\"><path class=\"line\" d=\"",
                Tones.of(index),
                HtmlText.escape(panel.title()),
                HtmlText.escape(line.name())));
        double scale = line.isRelative() ? mean(line.values()) : 1;
        boolean isFirst = true;
        for (int n = 0; n < line.values().size(); n++) {
            double height = line.values().get(n) / scale;
            if (!Double.isFinite(height)) continue;
            svg.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    isFirst ? "M" : "L",
                    (double) PLOT_WIDTH * n / Math.max(1, most - 1),
                    PLOT_TOP + PLOT_HEIGHT * (1 - Math.clamp(height / MAX_VALUE, 0, 1))));
            isFirst = false;
        }
        svg.append("\"/></g>");
    }

    private static double mean(List<Double> values) {
        List<Double> last = values.isEmpty()
                ? Collections.emptyList()
                : values.subList(Math.max(0, values.size() - LAST), values.size());
        return last.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    }

    private static String shortened(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS - 1) + "…";
    }
}
