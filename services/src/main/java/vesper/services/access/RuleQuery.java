package vesper.services.access;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.documents.queries.QueryTemplate;

/** A query of a rule. One with a time that depends on {@code now} is read again for each request. */
final class RuleQuery {
    static final String NAME = "caller.name";
    static final String GROUP = "caller.group";
    static final String SCOPE = "caller.scope";
    static final String TENANT = "caller.tenant";

    private static final Set<String> VARIABLES = Set.of(NAME, GROUP, SCOPE, TENANT);
    private static final Pattern NOW = Pattern.compile("\\bnow\\b", Pattern.CASE_INSENSITIVE);

    private final QueryTemplate template;
    private final boolean dependsOnTime;

    private RuleQuery(QueryTemplate template) {
        this.template = template;
        this.dependsOnTime = NOW.matcher(template.toString()).find();
    }

    /**
     * Parses a rule.
     *
     * @throws IllegalArgumentException if it is no query; the message gives the place and the reason
     */
    static RuleQuery of(String text) {
        return new RuleQuery(parsed(text, 0));
    }

    private static QueryTemplate parsed(String text, long nowMillis) {
        try {
            return QueryTemplate.parse(text, VARIABLES, nowMillis);
        } catch (QueryException wrong) {
            throw new IllegalArgumentException("\"" + text + "\": " + wrong.getMessage(), wrong);
        }
    }

    Query bind(Map<String, Set<String>> caller, InstantSource clock) {
        QueryTemplate current = dependsOnTime ? parsed(template.toString(), clock.millis()) : template;
        return current.bind(caller);
    }

    @Override
    public String toString() {
        return template.toString();
    }
}
