package vesper.records.rules;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.rest.routing.CanonicalPath;

/**
 * The Monitor's enabled rules, matched once for each completed exchange, on its event loop. The first match in the
 * order of {@link Rule#ORDER} decides. Matching allocates only for regular expressions and for paths in an unusual
 * spelling. Immutable.
 */
public final class MonitorRules {
    /** No rules, which leaves the Monitor nothing to do. */
    public static final MonitorRules NONE = new MonitorRules(List.of());

    private final CompiledRule[] rules;

    private MonitorRules(List<CompiledRule> rules) {
        this.rules = rules.toArray(CompiledRule[]::new);
    }

    /** Creates an instance from the enabled ones of these rules. */
    public static MonitorRules of(Collection<MonitorRule> all) {
        List<CompiledRule> enabled = all.stream()
                .filter(MonitorRule::enabled)
                .sorted(Rule.ORDER)
                .map(CompiledRule::new)
                .toList();
        return enabled.isEmpty() ? NONE : new MonitorRules(enabled);
    }

    public boolean isEmpty() {
        return rules.length == 0;
    }

    /** Returns the rules in matching order. */
    public List<CompiledRule> all() {
        return List.of(rules);
    }

    /**
     * Returns the rule that decides on an exchange, or null if no rule matches. The caller then has to ask the rule
     * whether the exchange is in its sample.
     *
     * @param path as in the request
     * @param packageName empty if no package answered
     * @param service empty if no service answered
     * @param status 0 if there was no answer
     */
    public @Nullable CompiledRule match(
            @Nullable Method method, String path, String packageName, String service, int status, long durationNanos) {
        String asked = null;
        for (CompiledRule rule : rules) {
            if (!rule.matches(method, packageName, service, status, durationNanos)) continue;
            if (rule.path.isAny()) return rule;
            if (asked == null) asked = CanonicalPath.of(path);
            if (rule.path.matchesAsked(asked)) return rule;
        }
        return null;
    }
}
