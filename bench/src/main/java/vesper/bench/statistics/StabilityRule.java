package vesper.bench.statistics;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The rule by which a system under load counts as warm. It looks at the last eight windows, all of the same length. The
 * rate and the CPU time per request must neither change nor scatter, the compiler must be idle, the share of collection
 * pauses must be constant, and no backlog may grow. A system may satisfy the rule by chance while it still gets faster,
 * so the rule must hold twice in a row.
 *
 * @param tolerance largest difference between the means of the last four windows and the four before, as a share of the
 *     earlier mean
 * @param scatter largest standard deviation of the eight, as a share of their mean
 * @param minWindows smallest number of windows after which a system may count as warm
 */
public record StabilityRule(double tolerance, double scatter, int minWindows) {
    private static final int HALF = 4;
    private static final int WINDOWS = 2 * HALF;
    private static final double MAX_COMPILING = 0.05;
    private static final double MAX_COLLECTING_CHANGE = 0.01;
    private static final double MAX_BACKLOG_GROWTH = 1.2;
    private static final double FEW_PENDING = 1000;

    /**
     * The figures of one window.
     *
     * @param rate requests per second
     * @param cost CPU microseconds per request
     * @param compiling average number of busy compiler threads
     * @param collecting share of the time for which collections stopped the program
     * @param pending backlog at its end: work that is accepted and not done
     */
    public record Window(double rate, double cost, double compiling, double collecting, double pending) {}

    public StabilityRule {
        requireShare("tolerance", tolerance);
        requireShare("scatter", scatter);
    }

    /** Returns the reason why the system is not warm yet; empty if it is. */
    public Optional<String> objection(List<Window> windows) {
        if (windows.size() < Math.max(minWindows, WINDOWS + 1)) return Optional.of("too few windows");
        return objectionOf(windows.subList(windows.size() - WINDOWS - 1, windows.size() - 1))
                .or(() -> objectionOf(windows.subList(windows.size() - WINDOWS, windows.size())));
    }

    private Optional<String> objectionOf(List<Window> eight) {
        if (mean(eight, Window::rate) <= 0) return Optional.of("no response was as expected");
        return changing("the rate", eight, Window::rate)
                .or(() -> changing("CPU per request", eight, Window::cost))
                .or(() -> scattering("the rate", eight, Window::rate))
                .or(() -> scattering("CPU per request", eight, Window::cost))
                .or(() -> compilerOrCollector(eight))
                .or(() -> backlogGrowth(eight));
    }

    private Optional<String> changing(String what, List<Window> eight, ToDoubleFunction<Window> figure) {
        double change =
                Steadiness.change(eight.stream().map(figure::applyAsDouble).toList());
        return change <= tolerance ? Optional.empty() : Optional.of(what + " still changes by " + percent(change));
    }

    private Optional<String> scattering(String what, List<Window> eight, ToDoubleFunction<Window> figure) {
        double mean = mean(eight, figure);
        double squares = 0;
        for (Window window : eight) squares += Math.pow(figure.applyAsDouble(window) - mean, 2);
        double share = Math.sqrt(squares / (WINDOWS - 1)) / mean;
        return share <= scatter ? Optional.empty() : Optional.of(what + " scatters by " + percent(share));
    }

    private static Optional<String> compilerOrCollector(List<Window> eight) {
        List<Window> later = eight.subList(HALF, WINDOWS);
        double compiling = mean(later, Window::compiling);
        if (compiling > MAX_COMPILING) return Optional.of("the compiler is busy for " + percent(compiling));
        double collecting = mean(later, Window::collecting);
        double change = Math.abs(collecting - mean(eight.subList(0, HALF), Window::collecting));
        return change <= MAX_COLLECTING_CHANGE
                ? Optional.empty()
                : Optional.of("the share of collection pauses still changes by " + percent(change));
    }

    private static Optional<String> backlogGrowth(List<Window> eight) {
        double earlier = eight.subList(0, HALF).stream()
                .mapToDouble(Window::pending)
                .max()
                .orElse(0);
        double last = eight.getLast().pending();
        return last <= Math.max(FEW_PENDING, MAX_BACKLOG_GROWTH * earlier)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "the backlog has grown to %,.0f", last));
    }

    private static double mean(List<Window> windows, ToDoubleFunction<Window> figure) {
        return windows.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static void requireShare(String what, double share) {
        if (!(share > 0 && share < 1))
            throw new IllegalArgumentException(what + " " + share + " is not between 0 and 1");
    }
}
