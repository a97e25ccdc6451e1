package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.masks.Mask;

/**
 * Selects invocations for the Monitor to record, and what to keep of them. A null or empty field is no restriction.
 *
 * @param id see {@link Rule#id}
 * @param priority of the matching rules, the one with the lowest priority decides alone
 * @param path an Ant pattern, see {@link PathFilter}
 * @param pathRegex a regular expression for the whole path, instead of {@code path}
 * @param status classes such as {@code 5xx} or statuses such as {@code 404}
 * @param packageName the package that answered; {@code *} and {@code ?} are wildcards
 * @param service the service that answered; {@code *} and {@code ?} are wildcards
 * @param minMillis faster invocations are not recorded
 * @param keep parts to keep besides the metadata
 * @param bodyBytes how much of each body is kept, if bodies are
 * @param share the fraction of matching invocations to record, above 0 and up to 1
 * @param mask names whose values are hidden, see {@link Mask}
 * @param cost units that one invocation costs, summed up by search
 * @param callback a URL or the path of a service, called with each record
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MonitorRule(
        String id,
        String name,
        boolean enabled,
        int priority,
        @Nullable String path,
        @Nullable String pathRegex,
        List<Method> methods,
        List<String> status,
        @JsonProperty("package") @Nullable String packageName,
        @Nullable String service,
        int minMillis,
        List<RecordPart> keep,
        int bodyBytes,
        double share,
        List<String> mask,
        int cost,
        @Nullable String callback,
        @Nullable Alert alert)
        implements Rule {
    public static final int DEFAULT_BODY_BYTES = 64 << 10;
    public static final int LARGEST_BODY_BYTES = 1 << 20;
    public static final int LONGEST_MIN_MILLIS = 86_400_000;
    public static final int HIGHEST_COST = 1_000_000_000;
    private static final int LONGEST_OWNER = 200;
    private static final int MOST_STATUSES = 100;
    private static final double SMALLEST_SHARE = 1e-9;

    public MonitorRule {
        Rule.check(id, name, priority);
        PathFilter.of(path, pathRegex);
        new StatusFilter(status);
        Mask.of(mask);
        if (minMillis < 0 || minMillis > LONGEST_MIN_MILLIS)
            throw new IllegalArgumentException("minMillis " + minMillis + " is out of bounds");
        if (bodyBytes < 0 || bodyBytes > LARGEST_BODY_BYTES)
            throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is out of bounds");
        if (!(share >= SMALLEST_SHARE && share <= 1)) throw new IllegalArgumentException("no share: " + share);
        if (cost < 0 || cost > HIGHEST_COST) throw new IllegalArgumentException("no cost: " + cost);
        if (callback != null) Destinations.checkUrlOrPath(callback);
        methods = List.copyOf(methods);
        status = List.copyOf(status);
        keep = List.copyOf(keep);
        mask = List.copyOf(mask);
    }

    /** Parses a rule from the fields of a JSON object. */
    public static ParsedRule<MonitorRule> understood(String id, Map<?, ?> fields) {
        return understood(id, fields, _ -> false);
    }

    /**
     * Parses a rule from the fields of a JSON object.
     *
     * @param isForOperators whether a path of this server is for operators. A callback to it would act as one
     */
    static ParsedRule<MonitorRule> understood(String id, Map<?, ?> fields, Predicate<String> isForOperators) {
        RuleFields ruleFields = RuleFields.of(fields);
        MonitorRule rule = of(id, ruleFields);
        String callback = rule == null ? null : rule.callback;
        if (callback == null || !isForOperators.test(Destinations.pathOf(callback)))
            return ParsedRule.of(rule, ruleFields);
        ruleFields.bad("callback", "is a path that is answered to operators only");
        return ParsedRule.of(null, ruleFields);
    }

    /**
     * Returns a rule that records every invocation, without header fields, query and bodies.
     *
     * @throws IllegalArgumentException if the name is invalid
     */
    public static MonitorRule named(String name) {
        return switch (understood(RuleIds.of(name, _ -> false), Map.of("name", name))) {
            case ParsedRule.Valid<MonitorRule>(var rule) -> rule;
            case ParsedRule.Invalid<MonitorRule>(var bad) -> throw new IllegalArgumentException(bad.toString());
        };
    }

    /** Returns null if there are errors, which are recorded in {@code given}. */
    static @Nullable MonitorRule of(String id, RuleFields ruleFields) {
        ruleFields.same("id", id);
        String name = ruleFields.text("name", LONGEST_NAME);
        boolean enabled = ruleFields.flag("enabled", true);
        int priority = ruleFields.whole("priority", 0, LOWEST_PRIORITY, HIGHEST_PRIORITY);
        String path = ruleFields.checked("path", PathFilter::ant);
        String pathRegex = ruleFields.checked("pathRegex", PathFilter::regex);
        if (ruleFields.has("path") && ruleFields.has("pathRegex")) ruleFields.bad("pathRegex", "stands beside a path");
        List<Method> methods = ruleFields.list("methods", Method.values().length, RuleWords::method);
        List<String> status = ruleFields.list("status", MOST_STATUSES, RuleWords::status);
        String packageName = ruleFields.textOrNull("package", LONGEST_OWNER);
        String service = ruleFields.textOrNull("service", LONGEST_OWNER);
        int minMillis = ruleFields.whole("minMillis", 0, 0, LONGEST_MIN_MILLIS);
        List<RecordPart> keep =
                ruleFields.list("keep", RecordPart.values().length, word -> RuleWords.one(RecordPart.class, word));
        int bodyBytes = ruleFields.whole("bodyBytes", DEFAULT_BODY_BYTES, 0, LARGEST_BODY_BYTES);
        double share = ruleFields.number("share", 1, SMALLEST_SHARE, 1);
        List<String> mask = ruleFields.list("mask", Mask.MOST_NAMES, RuleWords::maskedName);
        int cost = ruleFields.whole("cost", 0, 0, HIGHEST_COST);
        String callback = ruleFields.checked("callback", Destinations::checkUrlOrPath);
        Alert alert = Alert.of(ruleFields.object("alert"));
        ruleFields.refuseOthers();
        if (ruleFields.isBad()) return null;
        return new MonitorRule(
                id,
                name,
                enabled,
                priority,
                path,
                pathRegex,
                methods,
                status,
                packageName,
                service,
                minMillis,
                keep,
                bodyBytes,
                share,
                mask,
                cost,
                callback,
                alert);
    }
}
