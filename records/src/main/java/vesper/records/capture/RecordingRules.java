package vesper.records.capture;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import vesper.http.Exchange;
import vesper.http.Request;
import vesper.records.masks.Mask;
import vesper.records.rules.CompiledRule;
import vesper.records.rules.CompiledTrackerRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;

/**
 * Which exchanges are kept, and what of them: one row for each that the Monitor, the Tracker or both want, with as much
 * as either of them keeps and hidden what either of them hides.
 */
public final class RecordingRules {
    private final MonitorRules monitor;
    private final TrackerRules tracker;
    private final boolean monitorKeepsBodies;
    private final MaskTable masks;
    private final Mask strictest;
    private final int mostBodyBytes;

    /** @param always hidden whatever the rules say */
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

    /** Whether nothing is ever kept. */
    public boolean isEmpty() {
        return monitor.isEmpty() && tracker.isEmpty();
    }

    /** Whether a rule may want the contents of an exchange that begins like this. */
    boolean mayKeepContents(Request request) {
        return monitorKeepsBodies || mayTrack(request);
    }

    /** Whether the Tracker is on. */
    boolean tracks() {
        return !tracker.isEmpty();
    }

    /** Hides what any rule hides: for what belongs to no one exchange. */
    Mask strictest() {
        return strictest;
    }

    /** Of a request's or a response's content, the most that any rule keeps. */
    int mostBodyBytes() {
        return mostBodyBytes;
    }

    boolean mayTrack(Request request) {
        return tracker.match(request.method(), request.path()) != null;
    }

    /**
     * Whether it is wanted at all; {@code into} then says what of it.
     *
     * @param number of the exchange, by which samples are taken
     */
    boolean choose(Request request, RouteFacts facts, Exchange exchange, long number, Choice into) {
        CompiledRule rule = monitor.match(
                request.method(),
                request.path(),
                facts.packageName(),
                facts.service(),
                exchange.status(),
                exchange.durationNanos());
        if (rule != null && !rule.samples(number)) rule = null;
        CompiledTrackerRule tracked = tracker.match(request.method(), request.path());
        if (rule == null && tracked == null) return false;
        if (rule != null) into.monitoredBy(rule);
        if (tracked != null) into.trackedBy(tracked);
        into.mask = masks.of(rule, tracked);
        return true;
    }
}
