package vesper.records.rules;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * The enabled rules of the Monitor, asked once for each exchange that is over, on its event loop. The first that matches
 * decides, in the order of {@link Rule#ORDER}. Nothing is allocated but by regular expressions, and for paths that are
 * spelled in an unusual way. Immutable.
 */
public final class MonitorRules {
    /** No rule: the Monitor has nothing to do. */
    public static final MonitorRules NONE = new MonitorRules(List.of());

    private final CompiledRule[] rules;

    private MonitorRules(List<CompiledRule> rules) {
        this.rules = rules.toArray(CompiledRule[]::new);
    }

    /** Those of these rules that are enabled. */
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

    /** In the order in which they are asked. */
    public List<CompiledRule> all() {
        return List.of(rules);
    }

    /**
     * The one rule that decides on an exchange, or null where none wants it. Whether it is in the rule's sample is to be
     * asked of the rule.
     *
     * @param path as the request has it
     * @param packageName empty where no package answered
     * @param service empty where no service answered
     * @param status 0 where there was no answer
     */
    public @Nullable CompiledRule match(
            Method method, String path, String packageName, String service, int status, long durationNanos) {
        String asked = null;
        for (CompiledRule rule : rules) {
            if (!rule.matches(method, packageName, service, status, durationNanos)) continue;
            if (rule.path.isAny()) return rule;
            if (asked == null) asked = AskedPath.of(path);
            if (rule.path.matchesAsked(asked)) return rule;
        }
        return null;
    }
}
