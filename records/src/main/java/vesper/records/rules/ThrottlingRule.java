package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * How many requests of one kind are let through in a time. Packages, services and statuses are not known yet when this
 * is asked, so that paths and methods choose.
 *
 * @param id see {@link Rule#id}
 * @param priority the rule with the lowest one decides, alone
 * @param path an Ant pattern, see {@link PathFilter}
 * @param pathRegex a regular expression over the whole path, instead of {@code path}
 * @param methods empty for all of them
 * @param limit requests in each time, 0 for none at all
 * @param every the time
 * @param window when such a time begins
 * @param per whose requests are counted together
 * @param form of the answer beyond the limit
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

    /** The time that a limit is for. */
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

    /** When a time begins. */
    public enum Window {
        /** At every moment: the last second, minute, hour or day counts. */
        @JsonProperty("rolling")
        ROLLING,
        /** With the full second, minute, hour or day of UTC. */
        @JsonProperty("calendar")
        CALENDAR
    }

    /** Whose requests are counted together. */
    public enum Per {
        /** Those of each caller who says a name; of those who do not, those of each address. */
        @JsonProperty("user")
        USER,
        /** Those of each address; in IPv6 those of each network of 64 bits, which is what one client has. */
        @JsonProperty("address")
        ADDRESS,
        /** All of them. */
        @JsonProperty("all")
        ALL
    }

    /** What a refusal looks like. */
    public enum Form {
        /** {@code application/problem+json}. */
        @JsonProperty("problem")
        PROBLEM,
        /** What scripts of the platforms expect: {@code {"result":"ERROR","apiErrorCode":-1,"message":…}}. */
        @JsonProperty("platform")
        PLATFORM
    }

    public ThrottlingRule {
        Rule.check(id, name, priority);
        PathFilter.of(path, pathRegex);
        if (limit < 0 || limit > HIGHEST_LIMIT) throw new IllegalArgumentException("no limit: " + limit);
        methods = List.copyOf(methods);
    }

    /** What somebody wrote as a rule, the fields of a JSON object. */
    public static Understood<ThrottlingRule> understood(String id, Map<?, ?> fields) {
        GivenFields given = GivenFields.of(fields);
        return Understood.of(of(id, given), given);
    }

    /** Null where something is wrong, which has been noted then. */
    private static @Nullable ThrottlingRule of(String id, GivenFields given) {
        given.same("id", id);
        String name = given.text("name", LONGEST_NAME);
        boolean enabled = given.flag("enabled", true);
        int priority = given.whole("priority", 0, LOWEST_PRIORITY, HIGHEST_PRIORITY);
        String path = given.checked("path", PathFilter::ant);
        String pathRegex = given.checked("pathRegex", PathFilter::regex);
        if (given.has("path") && given.has("pathRegex")) given.bad("pathRegex", "stands beside a path");
        List<Method> methods = given.list("methods", Method.values().length, RuleWords::method);
        int limit = given.whole("limit", 0, 0, HIGHEST_LIMIT);
        if (!given.has("limit")) given.bad("limit", "is missing");
        Every every = given.choice("every", Every.SECOND, RuleWords.of(Every.class));
        if (!given.has("every")) given.bad("every", "is missing: second, minute, hour or day");
        Window window = given.choice("window", Window.ROLLING, RuleWords.of(Window.class));
        Per per = given.choice("per", Per.ADDRESS, RuleWords.of(Per.class));
        Form form = given.choice("form", Form.PROBLEM, RuleWords.of(Form.class));
        given.refuseOthers();
        if (given.isBad()) return null;
        return new ThrottlingRule(
                id, name, enabled, priority, path, pathRegex, methods, limit, every, window, per, form);
    }
}
