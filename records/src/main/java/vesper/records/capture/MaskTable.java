package vesper.records.capture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.records.masks.Mask;
import vesper.records.rules.CompiledRule;
import vesper.records.rules.CompiledTrackerRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;

/**
 * The masks for every combination of a Monitor rule and a Tracker rule, created on first use. Safe for use by any
 * thread.
 */
final class MaskTable {
    private static final int NONE = 0;

    private final Mask always;
    /** Masks by index of the Tracker's rule; {@link #NONE} is the index for no Tracker rule. */
    private final Mask[] withoutRule;

    private final Map<CompiledRule, Mask[]> byRule = new HashMap<>();
    private final Map<CompiledTrackerRule, Integer> places = new HashMap<>();

    MaskTable(MonitorRules monitor, TrackerRules tracker, Mask always) {
        this.always = always;
        List<CompiledTrackerRule> tracking = tracker.all();
        for (int i = 0; i < tracking.size(); i++) places.put(tracking.get(i), NONE + 1 + i);
        int size = NONE + 1 + tracking.size();
        withoutRule = new Mask[size];
        for (CompiledRule rule : monitor.all()) byRule.put(rule, new Mask[size]);
    }

    Mask of(@Nullable CompiledRule rule, @Nullable CompiledTrackerRule tracked) {
        Mask[] row = rule == null ? withoutRule : byRule.get(rule);
        Integer place = tracked == null ? Integer.valueOf(NONE) : places.get(tracked);
        if (row == null || place == null) throw new IllegalStateException("a rule of others");
        Mask known = row[place];
        if (known != null) return known;
        Mask made = always;
        if (rule != null) made = made.and(rule.mask());
        if (tracked != null) made = made.and(tracked.mask());
        row[place] = made;
        return made;
    }
}
