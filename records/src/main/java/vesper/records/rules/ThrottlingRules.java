package vesper.records.rules;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.rest.routing.CanonicalPath;

/** The enabled throttling rules. The first match in the order of {@link Rule#ORDER} decides. Immutable. */
public final class ThrottlingRules {
    /** No rules, so no request is throttled. */
    public static final ThrottlingRules NONE = new ThrottlingRules(List.of());

    private final List<ThrottlingRule> rules;
    private final PathFilter[] paths;
    private final MethodFilter[] methods;

    private ThrottlingRules(List<ThrottlingRule> rules) {
        this.rules = rules;
        paths = rules.stream()
                .map(rule -> PathFilter.of(rule.path(), rule.pathRegex()))
                .toArray(PathFilter[]::new);
        methods = rules.stream().map(rule -> new MethodFilter(rule.methods())).toArray(MethodFilter[]::new);
    }

    /** Creates an instance from the enabled ones of these rules. */
    public static ThrottlingRules of(Collection<ThrottlingRule> all) {
        List<ThrottlingRule> enabled =
                all.stream().filter(ThrottlingRule::enabled).sorted(Rule.ORDER).toList();
        return enabled.isEmpty() ? NONE : new ThrottlingRules(enabled);
    }

    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Returns the rules in matching order. */
    public List<ThrottlingRule> all() {
        return rules;
    }

    /** Returns the index in {@link #all} of the rule that decides on a request, or -1 if no rule matches. */
    public int match(@Nullable Method method, String path) {
        String asked = CanonicalPath.of(path);
        for (int i = 0; i < paths.length; i++) {
            if (methods[i].matches(method) && paths[i].matchesAsked(asked)) return i;
        }
        return -1;
    }
}
