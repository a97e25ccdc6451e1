package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart of horizontal bars in SVG, one for each name, with a whisker from the smallest to the largest round. A bar
 * may have a second part in a lighter colour behind the first; its length includes both.
 */
public final class BarChart implements Chart {
    private static final int MIN_LABEL_WIDTH = 110;
    private static final int MAX_LABEL_WIDTH = 420;
    private static final double CHARACTER_WIDTH = 7;
    private static final int BAR_WIDTH = 470;
    private static final int VALUE_WIDTH = 120;
    private static final int ROW_HEIGHT = 28;
    private static final int BAR_HEIGHT = 16;
    private static final String BOUND_LEGEND =
            "<p class=\"legend\">≥, ≤: a bound, since the load generator was the bottleneck.</p>\n";

    /**
     * One bar, in the chart's unit.
     *
     * @param length length of the whole bar, at most {@code high}
     * @param firstPart length of the first part; the same as {@code length} for a bar of one part
     * @param strong true for the accent colour
     * @param sign printed before a figure that is only a bound; empty for an exact one
     */
    public record Bar(
            String name, double length, double firstPart, double low, double high, boolean strong, String sign) {
        public Bar(String name, double length, double firstPart, double low, double high, boolean strong) {
            this(name, length, firstPart, low, high, strong, "");
        }

        public Bar marked(String value) {
            return new Bar(name, length, firstPart, low, high, strong, value);
        }

        private boolean isBound() {
            return !sign.isEmpty();
        }
    }

    private final String title;
    private final String unit;
    private final List<Bar> bars = new ArrayList<>();

    public BarChart(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    public BarChart add(Bar bar) {
        bars.add(bar);
        return this;
    }

    @Override
    public String svg() {
        int height = bars.size() * ROW_HEIGHT + 4;
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<figure><figcaption>%s <small>%s</small></figcaption>%n",
                HtmlText.escape(title),
                HtmlText.escape(unit)));
        svg.append(String.format(
                Locale.ROOT,
                "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%n",
                HtmlText.escape(title),
                labelWidth() + BAR_WIDTH + VALUE_WIDTH,
                height));
        for (int row = 0; row < bars.size(); row++) appendBar(svg, bars.get(row), row * ROW_HEIGHT + 6);
        svg.append("</svg>");
        if (bars.stream().anyMatch(Bar::isBound)) svg.append(BOUND_LEGEND);
        return svg.append("</figure>\n").toString();
    }

    private void appendBar(StringBuilder svg, Bar bar, int top) {
        String tone = bar.strong() ? "strong" : "plain";
        int middle = top + BAR_HEIGHT / 2;
        svg.append(String.format(Locale.ROOT, "<g class=\"series\" data-series=\"%s\">", HtmlText.escape(bar.name())));
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                labelWidth() - 8,
                middle + 4,
                HtmlText.escape(shortened(bar.name()))));
        svg.append(rectangle(tone + " light", top, bar.length())).append(rectangle(tone, top, bar.firstPart()));
        svg.append(String.format(
                Locale.ROOT,
                "<path class=\"whisker\" d=\"M%.1f %dH%.1f\"/>",
                labelWidth() + scaled(bar.low()),
                middle,
                labelWidth() + scaled(bar.high())));
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\">%s</text></g>%n",
                labelWidth() + scaled(Math.max(bar.length(), bar.high())) + 8,
                middle + 4,
                bar.sign() + Figure.of(bar.length())));
    }

    private String rectangle(String tone, int top, double length) {
        return String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                tone,
                labelWidth(),
                top,
                scaled(length),
                BAR_HEIGHT);
    }

    /** Shortens a name that is too long for the label. */
    private static String shortened(String name) {
        int most = (int) ((MAX_LABEL_WIDTH - 16) / CHARACTER_WIDTH);
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }

    /** Returns the width of the longest name, within limits. */
    private int labelWidth() {
        int longest = bars.stream().mapToInt(bar -> bar.name().length()).max().orElse(0);
        return Math.clamp(Math.round(longest * CHARACTER_WIDTH) + 16, MIN_LABEL_WIDTH, MAX_LABEL_WIDTH);
    }

    private double scaled(double value) {
        double largest = bars.stream()
                .mapToDouble(bar -> Math.max(bar.length(), bar.high()))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return largest > 0 && Double.isFinite(value) ? value / largest * BAR_WIDTH : 0;
    }
}
