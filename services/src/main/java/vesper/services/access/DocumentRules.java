package vesper.services.access;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import vesper.documents.queries.Query;
import vesper.http.Caller;
import vesper.rest.names.Nearest;
import vesper.services.Access;

/**
 * The rules of a collection. Immutable.
 *
 * @param tenant member with the tenant of a document; empty if documents have none
 */
public record DocumentRules(
        Optional<RuleQuery> read,
        Optional<RuleQuery> create,
        Optional<RuleQuery> update,
        Optional<RuleQuery> delete,
        Optional<String> tenant) {
    /** Rules that admit every caller to every document. */
    public static final DocumentRules NONE =
            new DocumentRules(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The names of the rules in a package's properties, as in {@code documents.orders.read}. */
    public static final List<String> NAMES = List.of("read", "create", "update", "delete", "tenant");

    private static final Pattern MEMBER = Pattern.compile("[\\p{L}\\p{N}_$-]{1,100}");

    /**
     * Reads rules from a package's properties.
     *
     * @param texts by the names of the rules
     * @throws IllegalArgumentException if one is invalid; the message names it
     */
    public static DocumentRules of(Map<String, String> texts) {
        for (String name : texts.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(name + " is no rule" + Nearest.suggestion(name, NAMES));
            }
        }
        return new DocumentRules(
                query(texts, "read"),
                query(texts, "create"),
                query(texts, "update"),
                query(texts, "delete"),
                Optional.ofNullable(texts.get("tenant")).map(DocumentRules::member));
    }

    /**
     * Reads rules from the annotation of a service.
     *
     * @throws IllegalArgumentException if one is invalid; the message names it
     */
    public static DocumentRules of(Access annotation) {
        Map<String, String> texts = new HashMap<>();
        texts.put("read", annotation.read());
        texts.put("create", annotation.create());
        texts.put("update", annotation.update());
        texts.put("delete", annotation.delete());
        texts.put("tenant", annotation.tenant());
        texts.values().removeIf(String::isEmpty);
        if (texts.isEmpty()) throw new IllegalArgumentException("@Access has no rules");
        return of(texts);
    }

    private static Optional<RuleQuery> query(Map<String, String> texts, String name) {
        String text = texts.get(name);
        if (text == null) return Optional.empty();
        try {
            return Optional.of(RuleQuery.of(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + " " + wrong.getMessage(), wrong);
        }
    }

    private static String member(String name) {
        if (MEMBER.matcher(name).matches() && !name.startsWith("_")) return name;
        throw new IllegalArgumentException("tenant \"" + name + "\" is not the name of a member of the documents");
    }

    /** Returns rules that have those of another declaration where these have none. */
    public DocumentRules or(DocumentRules other) {
        return new DocumentRules(
                read.or(other::read),
                create.or(other::create),
                update.or(other::update),
                delete.or(other::delete),
                tenant.or(other::tenant));
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Returns what a caller may do. */
    public CallerRules of(Caller caller, InstantSource clock) {
        if (isEmpty() || caller.kind() == Caller.Kind.OPERATOR) return CallerRules.UNRESTRICTED;
        Map<String, Set<String>> texts = textsOf(caller);
        Optional<Query> ofTenant = tenant.map(
                member -> RuleQuery.of(member + ":@" + RuleQuery.TENANT).bind(texts, clock));
        return new CallerRules(
                bound(read, texts, clock, ofTenant),
                bound(create, texts, clock, ofTenant),
                bound(update, texts, clock, ofTenant),
                bound(delete, texts, clock, ofTenant),
                tenant,
                caller.tenant());
    }

    private static Optional<Query> bound(
            Optional<RuleQuery> rule, Map<String, Set<String>> texts, InstantSource clock, Optional<Query> ofTenant) {
        Optional<Query> query = rule.map(it -> it.bind(texts, clock));
        if (query.isEmpty()) return ofTenant;
        return ofTenant.isEmpty() ? query : Optional.of(query.get().and(ofTenant.get()));
    }

    /** A caller whose name was not verified has no name here. */
    private static Map<String, Set<String>> textsOf(Caller caller) {
        if (!caller.isAuthenticated()) return Map.of();
        return Map.of(
                RuleQuery.NAME, Set.of(caller.name()),
                RuleQuery.GROUP, caller.groups(),
                RuleQuery.SCOPE, caller.scopes(),
                RuleQuery.TENANT, caller.tenant().map(Set::of).orElseGet(Set::of));
    }
}
