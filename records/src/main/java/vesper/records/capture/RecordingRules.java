package vesper.records.capture;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import vesper.http.Exchange;
import vesper.http.Method;
import vesper.http.Request;
import vesper.records.masks.Mask;
import vesper.records.rules.CompiledRule;
import vesper.records.rules.CompiledTrackerRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;
import vesper.rest.triggers.Invocation;

/**
 * The rules of Monitor and Tracker combined: they decide which exchanges are recorded and what parts of them. An
 * exchange that both select becomes one row, which contains what either of them records and masks what either of them
 * hides.
 */
public final class RecordingRules {
    private final MonitorRules monitor;
    private final TrackerRules tracker;
    private final boolean monitorKeepsBodies;
    private final MaskTable masks;
    private final Mask strictest;
    private final int mostBodyBytes;

    /** @param always a mask that applies regardless of the rules */
    public RecordingRules(MonitorRules monitor, TrackerRules tracker, Mask always) {
        this.monitor = monitor;
        this.tracker = tracker;
        this.masks = new MaskTable(monitor, tracker, always);
        this.monitorKeepsBodies = monitor.all().stream().anyMatch(CompiledRule::keepsBodies);
        this.mostBodyBytes = IntStream.concat(
                        monitor.all().stream().mapToInt(CompiledRule::bodyBytes),
                        tracker.all().stream().mapToInt(CompiledTrackerRule::bodyBytes))
                .max()
                .orElse(0);
        this.strictest = Stream.concat(
                        monitor.all().stream().map(CompiledRule::mask),
                        tracker.all().stream().map(CompiledTrackerRule::mask))
                .reduce(always, Mask::and);
    }

    /** Checks whether there is no rule at all. */
    public boolean isEmpty() {
        return monitor.isEmpty() && tracker.isEmpty();
    }

    /** Checks whether a rule may record the contents of this request's exchange. */
    boolean mayKeepContents(Request request) {
        return monitorKeepsBodies || mayTrack(request);
    }

    /** Checks whether the Tracker is on. */
    boolean tracks() {
        return !tracker.isEmpty();
    }

    /** Returns a mask that hides everything that any rule hides, for data that belongs to no exchange. */
    Mask strictest() {
        return strictest;
    }

    /** Returns the highest content limit of all rules, in bytes. */
    int mostBodyBytes() {
        return mostBodyBytes;
    }

    boolean mayTrack(Request request) {
        return tracker.match(Invocation.methodOf(request), request.path()) != null;
    }

    /**
     * Decides whether to record an exchange. If so, {@code into} receives the parts to record.
     *
     * @param number the exchange's number, by which samples are taken
     */
    boolean choose(Request request, RouteFacts facts, Exchange exchange, long number, Choice into) {
        Method method = Invocation.methodOf(request);
        CompiledRule rule = monitor.match(
                method,
                request.path(),
                facts.packageName(),
                facts.service(),
                exchange.status(),
                exchange.durationNanos());
        if (rule != null && !rule.samples(number)) rule = null;
        CompiledTrackerRule tracked = tracker.match(method, request.path());
        if (rule == null && tracked == null) return false;
        if (rule != null) into.monitoredBy(rule);
        if (tracked != null) into.trackedBy(tracked);
        into.mask = masks.of(rule, tracked);
        return true;
    }
}
