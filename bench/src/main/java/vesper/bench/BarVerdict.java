package vesper.bench;

import java.util.Optional;
import vesper.bench.report.Figure;
import vesper.bench.statistics.Spread;

/**
 * A bar, that is a threshold that a figure must meet, and the figure that was measured against it.
 *
 * @param condition the condition, such as {@code ≤ 5 µs}
 * @param figure the measured values, judged by their median; {@link Spread#NONE} if nothing was measured
 * @param met empty if nothing was measured
 */
public record BarVerdict(String description, String condition, Spread figure, Optional<Boolean> met) {
    public static BarVerdict atMost(String description, double limit, String unit, Spread figure) {
        return new BarVerdict(
                description, "≤ " + Figure.of(limit) + unit, figure, judge(figure, figure.median() <= limit));
    }

    public static BarVerdict atLeast(String description, double limit, String unit, Spread figure) {
        return new BarVerdict(
                description, "≥ " + Figure.of(limit) + unit, figure, judge(figure, figure.median() >= limit));
    }

    public static BarVerdict below(String description, double limit, String unit, Spread figure) {
        return new BarVerdict(
                description, "< " + Figure.of(limit) + unit, figure, judge(figure, figure.median() < limit));
    }

    public boolean isMissed() {
        return met.isPresent() && !met.get();
    }

    public String verdict() {
        return met.map(yes -> yes ? "met" : "missed").orElse("not measured");
    }

    public String measured() {
        if (!figure.isMeasured()) return "–";
        return Figure.of(figure.median()) + " (" + Figure.of(figure.low()) + " to " + Figure.of(figure.high()) + ")";
    }

    private static Optional<Boolean> judge(Spread figure, boolean met) {
        return figure.isMeasured() ? Optional.of(met) : Optional.empty();
    }
}
