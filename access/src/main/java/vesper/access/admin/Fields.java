package vesper.access.admin;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.access.directory.Names;
import vesper.records.rules.RuleFields;
import vesper.rest.ProblemType;

/** The fields of a user, group or key in a request. All errors are reported together. */
final class Fields {
    static final int LONGEST_TEXT = 200;
    private static final int MOST_GROUPS = 100;

    private final RuleFields ruleFields;

    private Fields(RuleFields ruleFields) {
        this.ruleFields = ruleFields;
    }

    static Fields of(Map<String, Object> fields) {
        return new Fields(RuleFields.of(fields));
    }

    /** Returns the fields of a member with those of a merge patch (RFC 7396) in their place. */
    static Fields merged(Map<String, Object> before, Map<String, Object> patch) {
        Map<String, Object> merged = new LinkedHashMap<>(before);
        patch.forEach((name, value) -> {
            if (value == null) merged.remove(name);
            else merged.put(name, value);
        });
        return of(merged);
    }

    String name() {
        if (!ruleFields.has("name")) {
            ruleFields.bad("name", "is missing");
            return "";
        }
        String name = ruleFields.checked("name", Names::name);
        return name == null ? "" : name;
    }

    /** Reads a name that cannot be changed. */
    String sameName(String name) {
        String same = ruleFields.has("name") ? ruleFields.checked("name", Names::name) : name;
        if (same != null && !Names.folded(same).equals(Names.folded(name))) {
            ruleFields.bad("name", "cannot be changed from " + name);
        }
        return same == null ? name : same;
    }

    String text(String field) {
        return ruleFields.has(field) ? ruleFields.text(field, LONGEST_TEXT) : "";
    }

    boolean flag(String field, boolean otherwise) {
        return ruleFields.flag(field, otherwise);
    }

    Set<String> names(String field) {
        return list(field, Names::name);
    }

    Set<String> scopes(String field) {
        return list(field, Names::scope);
    }

    private Set<String> list(String field, UnaryOperator<String> check) {
        List<String> texts = ruleFields.list(field, MOST_GROUPS, check);
        return new TreeSet<>(texts);
    }

    Optional<String> tenant() {
        return Optional.ofNullable(ruleFields.checked("tenant", Names::name));
    }

    /** Returns a secret of at most this many characters; empty if there is none. */
    Optional<String> secret(String field, int longest) {
        @Nullable
        String text = ruleFields.checked(field, secret -> {
            if (secret.isEmpty() || secret.length() > longest) {
                throw new IllegalArgumentException("expected 1 to " + longest + " characters");
            }
        });
        return Optional.ofNullable(text);
    }

    Optional<Instant> time(String field) {
        @Nullable
        String text = ruleFields.checked(field, time -> {
            try {
                Instant.parse(time);
            } catch (DateTimeParseException _) {
                throw new IllegalArgumentException("expected a time such as 2027-01-01T00:00:00Z");
            }
        });
        return Optional.ofNullable(text).map(Instant::parse);
    }

    /** Ignores fields that the server sets and clients may send back. */
    Fields ignoring(String... fields) {
        for (String field : fields) {
            boolean _ = ruleFields.has(field);
        }
        return this;
    }

    void bad(String field, String detail) {
        ruleFields.bad(field, detail);
    }

    /** Throws a problem with all errors, if there are any. */
    void requireValid() {
        ruleFields.refuseOthers();
        if (ruleFields.isBad()) {
            throw ProblemType.BAD_REQUEST
                    .because("Some fields are not valid")
                    .withErrors(ruleFields.allBad())
                    .exception();
        }
    }
}
