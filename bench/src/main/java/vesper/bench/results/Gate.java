package vesper.bench.results;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.load.LatencyMicros;
import vesper.bench.statistics.Comparison;
import vesper.bench.statistics.Spread;

/**
 * A bound for a figure that the user requires: {@code ratio(tracker-on/off)>=0.95}, {@code cpu(vesper/netty)<1}, {@code
 * p99(vesper)<10ms}, {@code errors(vesper)=0}. The figure is the median over the rounds, and a ratio is the median of
 * the ratios within each round. For errors it is the total of all rounds, and for {@code max} the longest of all.
 * {@code ratio} is that of requests per second. Times are in microseconds unless they have a unit: µs, us, ms or s.
 */
public record Gate(String text, Metric metric, String arm, Optional<String> base, Comparison comparison, double bound) {
    private static final Pattern FORM =
            Pattern.compile("\\s*(?<what>[a-z0-9.]+)\\s*\\(\\s*(?<arm>[^()/]+?)\\s*(?:/\\s*(?<base>[^()/]+?)\\s*)?\\)"
                    + "\\s*(?<how>>=|<=|=|<|>|≥|≤)\\s*(?<bound>[0-9.]+)\\s*(?<unit>µs|us|ms|s|)\\s*");
    private static final String RATIO = "ratio";

    /**
     * Parses the text form.
     *
     * @throws IllegalArgumentException if it is invalid, with the reason
     */
    public static Gate parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("gate \"" + text
                    + "\" is not like ratio(arm/other)>=0.95, cpu(arm/other)<=1.2, p99(arm)<10ms or errors(arm)=0");
        }
        String what = form.group("what");
        Optional<String> base = Optional.ofNullable(form.group("base"));
        if (what.equals(RATIO) && base.isEmpty()) {
            throw new IllegalArgumentException("gate \"" + text + "\" needs two arms, ratio(arm/other)");
        }
        if (what.equals(Metric.ERRORS.gateName()) && base.isPresent()) {
            throw new IllegalArgumentException("gate \"" + text + "\": errors have no ratio, errors(arm)=0");
        }
        Metric metric = what.equals(RATIO)
                ? Metric.RATE
                : Metric.named(what)
                        .orElseThrow(() -> new IllegalArgumentException("gate \"" + text + "\": unknown figure " + what
                                + "; known are ratio, " + Metric.words()));
        return new Gate(
                text.strip(),
                metric,
                form.group("arm"),
                base,
                Comparison.of(form.group("how")),
                bound(text, metric, base, form));
    }

    private static double bound(String text, Metric metric, Optional<String> base, Matcher form) {
        double number;
        try {
            number = Double.parseDouble(form.group("bound"));
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "gate \"" + text + "\": " + form.group("bound") + " is not a number", wrong);
        }
        String unit = form.group("unit");
        if (unit.isEmpty()) return number;
        boolean isTime = Metric.latencies().contains(metric) && base.isEmpty();
        if (!isTime) throw new IllegalArgumentException("gate \"" + text + "\": unit " + unit + " is not allowed here");
        return LatencyMicros.in(unit, number);
    }

    /**
     * Requires that its arms exist.
     *
     * @param names of all arms
     * @throws IllegalArgumentException if an arm does not exist, with a list of those that do
     */
    public void requireAmong(List<String> names) {
        for (String name : base.map(other -> List.of(arm, other)).orElse(List.of(arm))) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "gate \"" + text + "\": unknown arm " + name + "; known are " + String.join(", ", names));
            }
        }
    }

    public BarVerdict judge(ExperimentRecords records) {
        Spread figure = base.map(other -> new Pairing(records, arm, other).ratios(metric))
                .orElseGet(() -> metric.valueForBounds(records.runsOf(arm)));
        String what = base.map(other -> metric.meaning() + ": " + arm + " to " + other)
                .orElse(metric.meaning() + ": " + arm);
        return new BarVerdict(
                what,
                comparison.sign() + " " + plain(bound),
                figure,
                figure.isMeasured() ? Optional.of(comparison.holds(figure.median(), bound)) : Optional.empty());
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
