package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines over a number as SVG, each named at its end, with a whisker from the least to the largest measurement at every
 * point. Both axes begin at 0, so that what looks twice as high is twice as much.
 */
public final class LineChart implements Chart {
    private static final int LEFT = 64;
    private static final int RIGHT = 150;
    private static final int TOP = 10;
    private static final int BOTTOM = 40;
    private static final int WIDTH = 700;
    private static final int HEIGHT = 300;
    private static final int COLOURS = 8;
    private static final int LABEL_HEIGHT = 14;

    /** A measurement; {@code low} and {@code high} are {@code y} where there is only one. */
    public record Point(double x, double y, double low, double high) {
        public static Point of(double x, double y) {
            return new Point(x, y, y, y);
        }

        private boolean isMeasured() {
            return Double.isFinite(x) && Double.isFinite(y);
        }
    }

    private record Line(String name, List<Point> points) {}

    private final String title;
    private final String unit;
    private final String over;
    private final List<Line> lines = new ArrayList<>();

    /**
     * @param unit of what is drawn upwards
     * @param over what is drawn to the right
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
        Scale across = Scale.upTo(largest(false));
        Scale up = Scale.upTo(largest(true));
        var svg = new StringBuilder("<figure><figcaption>%s <small>%s</small></figcaption>%n"
                .formatted(HtmlText.escape(title), HtmlText.escape(unit + ", over " + over)));
        svg.append("<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%n"
                .formatted(HtmlText.escape(title), WIDTH, HEIGHT));
        appendAxes(svg, across, up);
        for (int i = 0; i < lines.size(); i++) appendLine(svg, lines.get(i), i, across, up);
        appendNames(svg, up);
        return svg.append("</svg></figure>\n").toString();
    }

    /** Marks are round numbers, so that no digits behind the point are wanted where there is nothing. */
    private static String plain(double mark) {
        return mark == Math.rint(mark) ? String.format(Locale.ROOT, "%,.0f", mark) : Figure.of(mark);
    }

    private double largest(boolean isUp) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(point -> isUp ? Math.max(point.y(), finite(point.high(), point.y())) : point.x())
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
                    WIDTH - RIGHT,
                    LEFT - 8,
                    y + 4,
                    plain(mark)));
        }
        for (double mark : across.marks()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x(mark, across),
                    HEIGHT - BOTTOM + 16,
                    plain(mark)));
        }
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n"
                .formatted((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, HtmlText.escape(over)));
    }

    private static void appendLine(StringBuilder svg, Line line, int index, Scale across, Scale up) {
        String tone = "tone" + index % COLOURS;
        svg.append("<g class=\"series %s\" data-series=\"%s\">".formatted(tone, HtmlText.escape(line.name())));
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
                    "<path class=\"reach\" d=\"M%.1f %.1fV%.1f\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %s</title></circle>",
                    x(point.x(), across),
                    y(finite(point.low(), point.y()), up),
                    y(finite(point.high(), point.y()), up),
                    x(point.x(), across),
                    y(point.y(), up),
                    HtmlText.escape(line.name()),
                    Figure.of(point.y())));
        }
        svg.append("</g>\n");
    }

    /** Beside the ends of their lines, and never on each other. */
    private void appendNames(StringBuilder svg, Scale up) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) if (!lines.get(i).points().isEmpty()) order.add(i);
        order.sort((one, other) -> Double.compare(end(other), end(one)));
        double free = TOP;
        for (int i : order) {
            double at = Math.max(free, Math.min(y(end(i), up) + 4, HEIGHT - BOTTOM));
            free = at + LABEL_HEIGHT;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"name tone%d\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                    i % COLOURS,
                    WIDTH - RIGHT + 8,
                    at,
                    HtmlText.escape(lines.get(i).name())));
        }
    }

    private double end(int line) {
        return lines.get(line).points().getLast().y();
    }

    private static double x(double value, Scale across) {
        return LEFT + value / across.end() * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double value, Scale up) {
        return HEIGHT - BOTTOM - value / up.end() * (HEIGHT - BOTTOM - TOP);
    }
}
