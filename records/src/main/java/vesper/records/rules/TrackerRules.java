package vesper.records.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.rest.routing.CanonicalPath;

/** The Tracker's rules, matched once for each exchange. The first match decides. Immutable. */
public final class TrackerRules {
    /** No rules, so nothing is tracked. */
    public static final TrackerRules NONE = new TrackerRules(List.of());

    /** The rules that apply unless others are configured. */
    public static final TrackerRules DEFAULT = of(List.of(TrackerRule.DEFAULT));

    private final CompiledTrackerRule[] rules;

    private TrackerRules(List<CompiledTrackerRule> rules) {
        this.rules = rules.toArray(CompiledTrackerRule[]::new);
    }

    /** Creates an instance that matches the rules in this order. */
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
     * Returns the rule that decides on an exchange. Returns null if the exchange is not tracked: no rule matches, or
     * the scope of the first match is {@link TrackerScope#NONE}.
     *
     * @param path as in the request
     */
    public @Nullable CompiledTrackerRule match(@Nullable Method method, String path) {
        String asked = null;
        for (CompiledTrackerRule rule : rules) {
            if (!rule.matches(method)) continue;
            if (asked == null) asked = CanonicalPath.of(path);
            if (rule.path.matchesAsked(asked)) return rule.rule().scope() == TrackerScope.NONE ? null : rule;
        }
        return null;
    }
}
