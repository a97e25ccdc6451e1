package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * Limits the number of requests of some kind in a period. It is applied before the package, service and status are
 * known, so only path and method select requests.
 *
 * @param id see {@link Rule#id}
 * @param priority of the matching rules, the one with the lowest priority decides alone
 * @param path an Ant pattern, see {@link PathFilter}
 * @param pathRegex a regular expression for the whole path, instead of {@code path}
 * @param methods empty for all methods
 * @param limit number of requests in each period; 0 rejects all
 * @param every length of the period
 * @param window start of the period
 * @param per groups of requests that are counted together
 * @param form format of the response to rejected requests
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThrottlingRule(
        String id,
        String name,
        boolean enabled,
        int priority,
        @Nullable String path,
        @Nullable String pathRegex,
        List<Method> methods,
        int limit,
        Every every,
        Window window,
        Per per,
        Form form)
        implements Rule {
    public static final int HIGHEST_LIMIT = 1_000_000_000;

    /** The length of a period. */
    public enum Every {
        @JsonProperty("second")
        SECOND(ChronoUnit.SECONDS),
        @JsonProperty("minute")
        MINUTE(ChronoUnit.MINUTES),
        @JsonProperty("hour")
        HOUR(ChronoUnit.HOURS),
        @JsonProperty("day")
        DAY(ChronoUnit.DAYS);

        private final ChronoUnit unit;

        Every(ChronoUnit unit) {
            this.unit = unit;
        }

        public long millis() {
            return unit.getDuration().toMillis();
        }
    }

    /** The start of a period. */
    public enum Window {
        /** A sliding period: the last second, minute, hour or day. */
        @JsonProperty("rolling")
        ROLLING,
        /** The current second, minute, hour or day in UTC. */
        @JsonProperty("calendar")
        CALENDAR
    }

    /** The grouping of requests for counting. */
    public enum Per {
        /** By the caller's name, or by address for callers without a name. */
        @JsonProperty("user")
        USER,
        /** By address. In IPv6 by the /64 network, which is what one client usually has. */
        @JsonProperty("address")
        ADDRESS,
        /** All requests together. */
        @JsonProperty("all")
        ALL
    }

    /** The format of the response to a rejected request. */
    public enum Form {
        /** A problem document, {@code application/problem+json} (RFC 9457). */
        @JsonProperty("problem")
        PROBLEM,
        /** Format for the platforms' scripts: {@code {"result":"ERROR","apiErrorCode":-1,"message":…}}. */
        @JsonProperty("platform")
        PLATFORM
    }

    public ThrottlingRule {
        Rule.check(id, name, priority);
        PathFilter.of(path, pathRegex);
        if (limit < 0 || limit > HIGHEST_LIMIT) throw new IllegalArgumentException("no limit: " + limit);
        methods = List.copyOf(methods);
    }

    /** Parses a rule from the fields of a JSON object. */
    public static ParsedRule<ThrottlingRule> understood(String id, Map<?, ?> fields) {
        RuleFields ruleFields = RuleFields.of(fields);
        return ParsedRule.of(of(id, ruleFields), ruleFields);
    }

    /** Returns null if there are errors, which are recorded in {@code given}. */
    private static @Nullable ThrottlingRule of(String id, RuleFields ruleFields) {
        ruleFields.same("id", id);
        String name = ruleFields.text("name", LONGEST_NAME);
        boolean enabled = ruleFields.flag("enabled", true);
        int priority = ruleFields.whole("priority", 0, LOWEST_PRIORITY, HIGHEST_PRIORITY);
        String path = ruleFields.checked("path", PathFilter::ant);
        String pathRegex = ruleFields.checked("pathRegex", PathFilter::regex);
        if (ruleFields.has("path") && ruleFields.has("pathRegex")) ruleFields.bad("pathRegex", "stands beside a path");
        List<Method> methods = ruleFields.list("methods", Method.values().length, RuleWords::method);
        int limit = ruleFields.whole("limit", 0, 0, HIGHEST_LIMIT);
        if (!ruleFields.has("limit")) ruleFields.bad("limit", "is missing");
        Every every = ruleFields.choice("every", Every.SECOND, RuleWords.of(Every.class));
        if (!ruleFields.has("every")) ruleFields.bad("every", "is missing: second, minute, hour or day");
        Window window = ruleFields.choice("window", Window.ROLLING, RuleWords.of(Window.class));
        Per per = ruleFields.choice("per", Per.ADDRESS, RuleWords.of(Per.class));
        Form form = ruleFields.choice("form", Form.PROBLEM, RuleWords.of(Form.class));
        ruleFields.refuseOthers();
        if (ruleFields.isBad()) return null;
        return new ThrottlingRule(
                id, name, enabled, priority, path, pathRegex, methods, limit, every, window, per, form);
    }
}
