package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import vesper.bench.statistics.Steadiness;

/**
 * The rule by which a case that is driven in windows counts as warm: the last four windows are as fast as the four
 * before, in wall time and CPU time.
 *
 * @param tolerance largest difference of their means, as a share of the earlier
 * @param maxWindows number of windows after which the warm-up ends and the case counts as unstable
 */
record WarmUp(double tolerance, int maxWindows) {
    /** Number of windows that are as long as a recorded run. */
    static final int WINDOWS_OF_A_RUN = 4;

    private static final int MIN_WINDOWS = 8;

    /** Returns the reason why the case is not warm yet; empty if it is. */
    Optional<String> objection(List<DocumentsRun> windows) {
        if (windows.size() < MIN_WINDOWS) return Optional.of("too few windows");
        return changing("requests per second", windows, DocumentsRun::value)
                .or(() -> isCounted(windows)
                        ? changing("requests per CPU second", windows, DocumentsRun::perCpuSecond)
                        : Optional.empty());
    }

    /**
     * Returns whether CPU time is known in all windows. It may be measured in ticks, and a window without a tick shows
     * no cost.
     */
    private static boolean isCounted(List<DocumentsRun> windows) {
        return windows.stream().allMatch(run -> Double.isFinite(run.perCpuSecond()));
    }

    private Optional<String> changing(String what, List<DocumentsRun> windows, ToDoubleFunction<DocumentsRun> figure) {
        List<Double> figures = windows.stream().map(figure::applyAsDouble).toList();
        return new Steadiness(tolerance).isReachedBy(figures) ? Optional.empty() : Optional.of(what + " still change");
    }
}
