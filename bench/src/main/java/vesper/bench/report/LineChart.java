package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A line chart in SVG. Each line has its name at its end, and a whisker at every point from the smallest to the largest
 * measurement. Lines differ in colour and dashes, and a sample of the line is drawn before its name. Both axes start at
 * 0, so that a point that is twice as high means twice as much. A point that is only a bound is hollow. A whisker that
 * is much longer than the others is cut and labelled with its value.
 */
public final class LineChart implements Chart {
    private static final int LEFT = 80;
    private static final int TOP = 10;
    private static final int BOTTOM = 40;
    private static final int PLOT_WIDTH = 480;
    private static final int MIN_HEIGHT = 300;
    private static final int LABEL_HEIGHT = 14;
    private static final int SAMPLE_WIDTH = 26;
    private static final int MIN_NAME_WIDTH = 110;
    private static final double CHARACTER_WIDTH = 7.5;
    /**
     * Highest end of the vertical axis, as a multiple of the highest point. Otherwise an outlier would flatten all
     * lines.
     */
    private static final double MAX_REACH = 3;

    private static final String CUT_LEGEND =
            "<p class=\"legend\">\u2191: the largest measurement is beyond the chart.</p>\n";
    private static final String BOUND_LEGEND =
            "<p class=\"legend\">Hollow: a bound, since the load generator was the bottleneck.</p>\n";

    /**
     * A measurement. {@code low} and {@code high} equal {@code y} if there is only one.
     *
     * @param isBound true if the real value may be better
     */
    public record Point(double x, double y, double low, double high, boolean isBound) {
        public Point(double x, double y, double low, double high) {
            this(x, y, low, high, false);
        }

        public static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }

        private double reach() {
            return Double.isFinite(high) ? Math.max(y, high) : y;
        }

        private boolean isMeasured() {
            return Double.isFinite(x) && Double.isFinite(y);
        }
    }

    private record Line(String name, List<Point> points) {
        double end() {
            return points.getLast().y();
        }
    }

    private final String title;
    private final String unit;
    private final String over;
    private final List<Line> lines = new ArrayList<>();

    /**
     * @param unit of the vertical axis
     * @param over name of the horizontal axis
     */
    public LineChart(String title, String unit, String over) {
        this.title = title;
        this.unit = unit;
        this.over = over;
    }

    public LineChart add(String name, List<Point> points) {
        lines.add(new Line(name, points.stream().filter(Point::isMeasured).toList()));
        return this;
    }

    @Override
    public String svg() {
        Scale across = Scale.upTo(largest(Point::x));
        Scale up = Scale.upTo(Math.min(largest(Point::reach), MAX_REACH * largest(Point::y)));
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<figure><figcaption>%s <small>%s</small></figcaption>%n",
                HtmlText.escape(title),
                HtmlText.escape(unit + ", over " + over)));
        svg.append(String.format(
                Locale.ROOT,
                "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%n",
                HtmlText.escape(title),
                width(),
                height()));
        appendAxes(svg, across, up);
        for (int i = 0; i < lines.size(); i++) appendLine(svg, lines.get(i), i, across, up);
        appendNames(svg, up);
        svg.append("</svg>");
        boolean hasBounds =
                lines.stream().flatMap(line -> line.points().stream()).anyMatch(Point::isBound);
        if (hasBounds) svg.append(BOUND_LEGEND);
        if (largest(Point::reach) > up.end()) svg.append(CUT_LEGEND);
        return svg.append("</figure>\n").toString();
    }

    /** Returns a height that has room for the names of all lines. */
    private int height() {
        return Math.max(MIN_HEIGHT, TOP + lines.size() * LABEL_HEIGHT + BOTTOM);
    }

    private int width() {
        int longest =
                lines.stream().mapToInt(line -> line.name().length()).max().orElse(0);
        int names = Math.max(MIN_NAME_WIDTH, (int) Math.ceil(longest * CHARACTER_WIDTH));
        return LEFT + PLOT_WIDTH + 8 + SAMPLE_WIDTH + names;
    }

    /** Formats a mark of an axis. Marks are round numbers, so integers need no decimals. */
    private static String plain(double mark) {
        return mark == Math.rint(mark) ? String.format(Locale.ROOT, "%,.0f", mark) : Figure.of(mark);
    }

    private double largest(ToDoubleFunction<Point> figure) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(figure)
                .max()
                .orElse(0);
    }

    private static double finite(double value, double otherwise) {
        return Double.isFinite(value) ? value : otherwise;
    }

    private void appendAxes(StringBuilder svg, Scale across, Scale up) {
        for (double mark : up.marks()) {
            double y = y(mark, up);
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
                    LEFT,
                    y,
                    LEFT + PLOT_WIDTH,
                    LEFT - 8,
                    y + 4,
                    plain(mark)));
        }
        for (double mark : across.marks()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x(mark, across),
                    height() - BOTTOM + 16,
                    plain(mark)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                LEFT + PLOT_WIDTH / 2,
                height() - 6,
                HtmlText.escape(over)));
    }

    private void appendLine(StringBuilder svg, Line line, int index, Scale across, Scale up) {
        svg.append(String.format(
                Locale.ROOT,
                "<g class=\"series %s\" data-series=\"%s\">",
                Tones.of(index),
                HtmlText.escape(line.name())));
        var path = new StringBuilder();
        for (Point point : line.points()) {
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x(point.x(), across), y(point.y(), up)));
        }
        if (!path.isEmpty())
            svg.append("<path class=\"line\" d=\"").append(path).append("\"/>");
        for (Point point : line.points()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"reach\" d=\"M%.1f %.1fV%.1f\"/><circle%s cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s</title></circle>",
                    x(point.x(), across),
                    y(finite(point.low(), point.y()), up),
                    y(Math.min(point.reach(), up.end()), up),
                    point.isBound() ? " class=\"hollow\"" : "",
                    x(point.x(), across),
                    y(point.y(), up),
                    HtmlText.escape(line.name()),
                    Figure.of(point.y())));
            if (point.reach() > up.end()) appendCut(svg, point, across);
        }
        svg.append("</g>\n");
    }

    private static void appendCut(StringBuilder svg, Point point, Scale across) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"cut\" x=\"%.1f\" y=\"%d\">\u2191 %s</text>",
                x(point.x(), across) + 3,
                TOP + 10,
                Figure.of(point.high())));
    }

    /** Draws the names beside the ends of their lines, in the same order and without overlap. */
    private void appendNames(StringBuilder svg, Scale up) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) if (!lines.get(i).points().isEmpty()) order.add(i);
        order.sort((one, other) ->
                Double.compare(lines.get(other).end(), lines.get(one).end()));
        double free = TOP;
        for (int n = 0; n < order.size(); n++) {
            int i = order.get(n);
            double lowest = height() - BOTTOM - (double) (order.size() - 1 - n) * LABEL_HEIGHT;
            double at = Math.max(free, Math.min(y(lines.get(i).end(), up) + 4, lowest));
            free = at + LABEL_HEIGHT;
            svg.append(String.format(
                    Locale.ROOT,
                    "<g class=\"%s\"><path class=\"line\" d=\"M%d %.1fh%d\"/><text class=\"name\" x=\"%d\" y=\"%.1f\">%s</text></g>%n",
                    Tones.of(i),
                    LEFT + PLOT_WIDTH + 8,
                    at - 4,
                    SAMPLE_WIDTH - 6,
                    LEFT + PLOT_WIDTH + 8 + SAMPLE_WIDTH,
                    at,
                    HtmlText.escape(lines.get(i).name())));
        }
    }

    private static double x(double value, Scale across) {
        return LEFT + value / across.end() * PLOT_WIDTH;
    }

    private double y(double value, Scale up) {
        return height() - BOTTOM - value / up.end() * (height() - BOTTOM - TOP);
    }
}
