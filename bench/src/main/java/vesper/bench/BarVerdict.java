package vesper.bench;

import java.util.Optional;
import vesper.bench.report.Figure;
import vesper.bench.statistics.Spread;

/**
 * A bar and the figure beside it.
 *
 * @param bar what must hold, in words
 * @param figure the median is judged; {@link Spread#NONE} where nothing was measured
 * @param met empty where nothing was measured
 */
public record BarVerdict(String what, String bar, Spread figure, Optional<Boolean> met) {
    public static BarVerdict atMost(String what, double limit, String unit, Spread figure) {
        return new BarVerdict(what, "≤ " + Figure.of(limit) + unit, figure, judge(figure, figure.median() <= limit));
    }

    public static BarVerdict atLeast(String what, double limit, String unit, Spread figure) {
        return new BarVerdict(what, "≥ " + Figure.of(limit) + unit, figure, judge(figure, figure.median() >= limit));
    }

    public static BarVerdict below(String what, double limit, String unit, Spread figure) {
        return new BarVerdict(what, "< " + Figure.of(limit) + unit, figure, judge(figure, figure.median() < limit));
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
