package vesper.rest.access;

import java.util.Set;
import java.util.TreeSet;
import vesper.http.Caller;

/**
 * The callers that the code of a route admits, as {@code @RolesAllowed}, {@code @PermitAll} and {@code @DenyAll} say.
 * Operators' rules can admit fewer callers than the code, never more.
 *
 * @param groups of which the caller must have one; empty unless the kind is {@link Kind#GROUPS}
 */
public record Permission(Kind kind, Set<String> groups) {
    /** The code says nothing: rules and the default decide. */
    public static final Permission UNSTATED = new Permission(Kind.UNSTATED, Set.of());

    /** Everyone, also callers without credentials. */
    public static final Permission PUBLIC = new Permission(Kind.PUBLIC, Set.of());

    /** Every caller with credentials. */
    public static final Permission AUTHENTICATED = new Permission(Kind.AUTHENTICATED, Set.of());

    /** Operators of the server. */
    public static final Permission OPERATORS = new Permission(Kind.OPERATORS, Set.of());

    /** No caller at all, not even an operator. */
    public static final Permission NOBODY = new Permission(Kind.NOBODY, Set.of());

    /** The kind of a permission. */
    public enum Kind {
        UNSTATED,
        PUBLIC,
        AUTHENTICATED,
        GROUPS,
        OPERATORS,
        NOBODY
    }

    public Permission {
        groups = Set.copyOf(groups);
        if ((kind == Kind.GROUPS) == groups.isEmpty()) {
            throw new IllegalArgumentException("groups " + groups + " do not fit the permission " + kind);
        }
    }

    /** Returns the permission of callers in one of these groups. */
    public static Permission ofGroups(Set<String> groups) {
        return new Permission(Kind.GROUPS, groups);
    }

    /** Returns whether the code decides who may call, so that the default of the server does not apply. */
    public boolean isStated() {
        return kind != Kind.UNSTATED;
    }

    /** Returns whether the code admits a caller. Operators are admitted to everything but {@link #NOBODY}. */
    public boolean admits(Caller caller) {
        return switch (kind) {
            case UNSTATED, PUBLIC -> true;
            case NOBODY -> false;
            case OPERATORS -> caller.kind() == Caller.Kind.OPERATOR;
            case AUTHENTICATED -> caller.isAuthenticated();
            case GROUPS ->
                caller.kind() == Caller.Kind.OPERATOR
                        || (caller.isAuthenticated() && groups.stream().anyMatch(caller.groups()::contains));
        };
    }

    /** Returns what a caller needs, to complete the sentence "This needs …". */
    public String needs() {
        return switch (kind) {
            case UNSTATED, PUBLIC -> "nothing";
            case AUTHENTICATED -> "credentials";
            case OPERATORS -> "an operator";
            case NOBODY -> "a permission that no caller has";
            case GROUPS ->
                groups.size() == 1
                        ? "the group " + groups.iterator().next()
                        : "one of the groups " + String.join(", ", new TreeSet<>(groups));
        };
    }
}
