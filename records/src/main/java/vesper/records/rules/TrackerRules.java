package vesper.records.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/** The rules of the Tracker, asked once for each exchange; the first that matches decides. Immutable. */
public final class TrackerRules {
    /** Nothing is tracked. */
    public static final TrackerRules NONE = new TrackerRules(List.of());

    /** What is tracked where nobody says otherwise. */
    public static final TrackerRules DEFAULT = of(List.of(TrackerRule.DEFAULT));

    private final CompiledTrackerRule[] rules;

    private TrackerRules(List<CompiledTrackerRule> rules) {
        this.rules = rules.toArray(CompiledTrackerRule[]::new);
    }

    /** In the order in which they are asked. */
    public static TrackerRules of(List<TrackerRule> rules) {
        return new TrackerRules(rules.stream().map(CompiledTrackerRule::new).toList());
    }

    public boolean isEmpty() {
        return rules.length == 0;
    }

    public List<CompiledTrackerRule> all() {
        return List.of(rules);
    }

    /**
     * The rule that decides on an exchange, or null where it is not tracked: no rule matches, or the scope of the first
     * that does is {@link TrackerScope#NONE}.
     *
     * @param path as the request has it
     */
    public @Nullable CompiledTrackerRule match(Method method, String path) {
        String asked = null;
        for (CompiledTrackerRule rule : rules) {
            if (!rule.matches(method)) continue;
            if (asked == null) asked = AskedPath.of(path);
            if (rule.path.matchesAsked(asked)) return rule.rule().scope() == TrackerScope.NONE ? null : rule;
        }
        return null;
    }
}
