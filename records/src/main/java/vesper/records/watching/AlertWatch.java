package vesper.records.watching;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import vesper.records.rules.Alert;

/**
 * The alert of one rule. Each bound is judged separately. An alert starts as soon as its bound is exceeded and ends
 * once the bound has not been exceeded for {@link #calmMillis}. The delay keeps a value that oscillates around its
 * bound from producing a notice each time. Not thread-safe.
 */
final class AlertWatch {
    private static final long SHORTEST_CALM_MILLIS = 10_000;
    private static final long LONGEST_CALM_MILLIS = 60_000;
    private static final int P99_DIVISOR = 100;

    private final Alert alert;
    private final AlertWindow window;
    /** Active alerts, each with the time at which its bound was last exceeded. */
    private final Map<AlertKind, Long> started = new EnumMap<>(AlertKind.class);

    AlertWatch(Alert alert) {
        this.alert = alert;
        this.window = new AlertWindow(alert);
    }

    Alert alert() {
        return alert;
    }

    void take(SeenRow row, long nowMillis) {
        window.add(row.endedAtMillis(), row.status(), row.durationMicros(), nowMillis);
    }

    /** Returns how long a bound must not be exceeded before its alert ends: as long as the window, but 10 to 60 s. */
    private long calmMillis() {
        return Math.clamp(alert.window().toMillis(), SHORTEST_CALM_MILLIS, LONGEST_CALM_MILLIS);
    }

    /**
     * Compares the window with each bound and passes a notice to {@code tell} for each alert that starts or ends.
     *
     * @param rule the rule's current name, which the notices carry
     */
    void judge(String rule, long nowMillis, Consumer<AlertNotice> tell) {
        long matches = window.matches(nowMillis);
        if (matches == 0 && started.isEmpty()) return;
        boolean isEnough = matches >= alert.atLeast();
        Long mostMatches = alert.matches();
        if (mostMatches != null)
            judge(rule, AlertKind.MATCHES, matches > mostMatches, matches, mostMatches, nowMillis, tell);
        Double mostErrors = alert.errorShare();
        if (mostErrors != null) {
            double share = matches == 0 ? 0 : (double) window.errors(nowMillis) / matches;
            boolean isAbove = isEnough && share > mostErrors;
            judge(rule, AlertKind.ERROR_SHARE, isAbove, share, mostErrors, nowMillis, tell);
        }
        Long longest = alert.p99Millis();
        if (longest != null) {
            boolean isAbove = isEnough && window.slow(nowMillis) * P99_DIVISOR > matches;
            boolean isSaid = isAbove != started.containsKey(AlertKind.P99_MILLIS);
            double value = isSaid ? window.p99Millis(nowMillis) : 0;
            judge(rule, AlertKind.P99_MILLIS, isAbove, value, longest, nowMillis, tell);
        }
    }

    private void judge(
            String rule,
            AlertKind kind,
            boolean isAbove,
            Number value,
            Number bound,
            long nowMillis,
            Consumer<AlertNotice> tell) {
        Long lastAbove = started.get(kind);
        if (isAbove) started.put(kind, nowMillis);
        AlertNotice.State state;
        if (isAbove && lastAbove == null) {
            state = AlertNotice.State.BEGUN;
        } else if (!isAbove && lastAbove != null && nowMillis - lastAbove >= calmMillis()) {
            started.remove(kind);
            state = AlertNotice.State.OVER;
        } else return;
        String at = Instant.ofEpochMilli(nowMillis).toString();
        tell.accept(new AlertNotice(rule, kind, state, value, bound, alert.windowSeconds(), at));
    }
}
