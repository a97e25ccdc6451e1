package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import vesper.bench.statistics.Steadiness;

/**
 * When a case that is driven in windows counts as warm: the last four of them and the four before are as fast, by the clock and
 * by CPU time.
 *
 * @param tolerance by which their means may differ, as a share of the earlier
 * @param mostWindows after which it is given up, and the case marked as not stable
 */
record WarmUp(double tolerance, int mostWindows) {
    /** So many windows make up a recorded run. */
    static final int WINDOWS_OF_A_RUN = 4;

    private static final int FEWEST = 8;

    /** Why it is not warm yet, in words; empty where it is. */
    Optional<String> objection(List<DocumentsRun> windows) {
        if (windows.size() < FEWEST) return Optional.of("too few windows");
        return changing("requests per second", windows, DocumentsRun::value)
                .or(() -> isCounted(windows)
                        ? changing("requests per CPU second", windows, DocumentsRun::perCpuSecond)
                        : Optional.empty());
    }

    /** CPU time may be told in ticks; a window in which there was none says nothing of its cost. */
    private static boolean isCounted(List<DocumentsRun> windows) {
        return windows.stream().allMatch(run -> Double.isFinite(run.perCpuSecond()));
    }

    private Optional<String> changing(String what, List<DocumentsRun> windows, ToDoubleFunction<DocumentsRun> figure) {
        List<Double> figures = windows.stream().map(figure::applyAsDouble).toList();
        return new Steadiness(tolerance).isReachedBy(figures) ? Optional.empty() : Optional.of(what + " still change");
    }
}
