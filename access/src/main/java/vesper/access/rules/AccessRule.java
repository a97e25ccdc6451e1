package vesper.access.rules;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.http.Caller;
import vesper.http.Method;
import vesper.records.rules.ParsedRule;
import vesper.records.rules.PathFilter;
import vesper.records.rules.Rule;
import vesper.records.rules.RuleFields;
import vesper.records.rules.RuleWords;

/**
 * Says who may call the paths that match a pattern. Of the rules that match a request, the first decides alone.
 *
 * @param priority the lowest comes first; then the name decides
 * @param path an Ant pattern, see {@link PathFilter}
 * @param pathRegex a regular expression for the whole path, instead of {@code path}
 * @param methods empty for all methods
 * @param allow callers that are admitted; one of them suffices
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccessRule(
        String id,
        String name,
        boolean enabled,
        int priority,
        @Nullable String path,
        @Nullable String pathRegex,
        List<Method> methods,
        List<Allowed> allow)
        implements Rule {
    private static final int MOST_ALLOWED = 100;

    public AccessRule {
        Rule.check(id, name, priority);
        PathFilter.of(path, pathRegex);
        methods = List.copyOf(methods);
        allow = List.copyOf(allow);
    }

    /** Parses a rule from the fields of a JSON object. */
    public static ParsedRule<AccessRule> parse(String id, Map<?, ?> fields) {
        RuleFields ruleFields = RuleFields.of(fields);
        return ParsedRule.of(of(id, ruleFields), ruleFields);
    }

    private static @Nullable AccessRule of(String id, RuleFields ruleFields) {
        ruleFields.same("id", id);
        String name = ruleFields.text("name", LONGEST_NAME);
        boolean enabled = ruleFields.flag("enabled", true);
        int priority = ruleFields.whole("priority", 0, LOWEST_PRIORITY, HIGHEST_PRIORITY);
        String path = ruleFields.checked("path", PathFilter::ant);
        String pathRegex = ruleFields.checked("pathRegex", PathFilter::regex);
        if (ruleFields.has("path") && ruleFields.has("pathRegex")) ruleFields.bad("pathRegex", "stands beside a path");
        if (!ruleFields.has("path") && !ruleFields.has("pathRegex")) {
            ruleFields.bad("path", "is missing: a pattern such as /api/orders/**, or /** for all paths");
        }
        List<Method> methods = ruleFields.list("methods", Method.values().length, RuleWords::method);
        List<Allowed> allow = ruleFields.list("allow", MOST_ALLOWED, Allowed::of);
        if (allow.isEmpty()) {
            ruleFields.bad("allow", "is missing: public, authenticated, operator, group:NAME or scope:NAME");
        }
        ruleFields.refuseOthers();
        if (ruleFields.isBad()) return null;
        return new AccessRule(id, name, enabled, priority, path, pathRegex, methods, allow);
    }

    /** Returns whether the rule admits a caller. */
    public boolean admits(Caller caller) {
        for (Allowed each : allow) if (each.admits(caller)) return true;
        return false;
    }

    /** Returns what a caller needs, to complete the sentence "This needs …". */
    public String needs() {
        return allow.stream().map(Allowed::needs).collect(Collectors.joining(" or "));
    }
}
