package vesper.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import vesper.bench.statistics.Comparison;

/**
 * Bounds for the figures of a run, such as {@code p99<10ms,errors=0}; a run must satisfy all of them. Times are in
 * microseconds unless they have a unit: µs, us, ms or s. A run misses the bound of a figure that it does not have, such
 * as the latency of a run without responses.
 */
public record ServiceLevel(List<Objective> objectives) {
    private static final Pattern FORM = Pattern.compile(
            "\\s*(?<what>[a-z0-9.]+)\\s*(?<how>>=|<=|=|<|>|≥|≤)\\s*(?<bound>[0-9.]+)\\s*(?<unit>µs|us|ms|s|%|)\\s*");

    private enum Figure {
        P50("p50", true),
        P90("p90", true),
        P99("p99", true),
        P999("p99.9", true),
        MAX("max", true),
        RATE("rate", false),
        ERRORS("errors", false);

        private final String word;
        private final boolean isTime;

        Figure(String word, boolean isTime) {
            this.word = word;
            this.isTime = isTime;
        }

        double of(LoadResult load) {
            return switch (this) {
                case P50 -> load.latency().p50();
                case P90 -> load.latency().p90();
                case P99 -> load.latency().p99();
                case P999 -> load.latency().p999();
                case MAX -> load.latency().max();
                case RATE -> load.requestsPerSecond();
                case ERRORS -> load.errorCount();
            };
        }

        static Optional<Figure> named(String word) {
            return Arrays.stream(values())
                    .filter(figure -> figure.word.equals(word))
                    .findFirst();
        }

        static String words() {
            return Arrays.stream(values()).map(figure -> figure.word).collect(Collectors.joining(", "));
        }
    }

    /**
     * One bound, in microseconds, requests per second, or a count.
     *
     * @param usesWorstRun true if the worst of several runs decides, as for errors: one occurrence is enough
     */
    public record Objective(
            String text,
            ToDoubleFunction<LoadResult> figure,
            boolean usesWorstRun,
            Comparison comparison,
            double bound) {
        boolean isMetBy(LoadResult load) {
            double was = figure.applyAsDouble(load);
            return Double.isFinite(was) && comparison.holds(was, bound);
        }
    }

    public ServiceLevel {
        objectives = List.copyOf(objectives);
    }

    /**
     * Parses the text form.
     *
     * @throws IllegalArgumentException if it is invalid, with the reason
     */
    public static ServiceLevel parse(String text) {
        return new ServiceLevel(
                Arrays.stream(text.split(",", -1)).map(ServiceLevel::objective).toList());
    }

    private static Objective objective(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "objective \"" + text + "\" is not like p99<10ms, errors=0, errors<0.1% or rate>=5000");
        }
        Figure figure = Figure.named(form.group("what"))
                .orElseThrow(() -> new IllegalArgumentException("objective \"" + text + "\": unknown figure "
                        + form.group("what") + "; known are " + Figure.words()));
        String unit = form.group("unit");
        double number = number(text, form.group("bound"));
        boolean isShare = unit.equals("%") && figure == Figure.ERRORS;
        if (!unit.isEmpty() && !isShare && (!figure.isTime || unit.equals("%"))) {
            throw new IllegalArgumentException("objective \"" + text + "\": unit " + unit + " is not allowed here");
        }
        return new Objective(
                text.strip(),
                isShare ? ServiceLevel::errorPercent : figure::of,
                figure == Figure.ERRORS || figure == Figure.MAX,
                Comparison.of(form.group("how")),
                unit.isEmpty() || isShare ? number : LatencyMicros.in(unit, number));
    }

    private static double number(String text, String digits) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("objective \"" + text + "\": " + digits + " is not a number", wrong);
        }
    }

    /** Returns the share of errors among all requests sent, answered or not. */
    private static double errorPercent(LoadResult load) {
        long unanswered = load.errorCount() - load.count(LoadError.STATUS) - load.count(LoadError.BODY);
        long all = load.requests() + unanswered;
        return all == 0 ? Double.NaN : 100.0 * load.errorCount() / all;
    }

    /** Returns the bounds that the run misses, as the user wrote them. */
    public List<String> violationsOf(LoadResult load) {
        return objectives.stream()
                .filter(objective -> !objective.isMetBy(load))
                .map(Objective::text)
                .toList();
    }

    @Override
    public String toString() {
        return objectives.stream().map(Objective::text).collect(Collectors.joining(", "));
    }
}
