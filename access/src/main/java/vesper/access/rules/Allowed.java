package vesper.access.rules;

import com.fasterxml.jackson.annotation.JsonValue;
import vesper.access.directory.Names;
import vesper.http.Caller;

/**
 * Callers that a rule admits: {@code public}, {@code authenticated}, {@code operator}, {@code group:NAME} or
 * {@code scope:NAME}.
 */
public record Allowed(Kind kind, String name) {
    private static final String GROUP = "group:";
    private static final String SCOPE = "scope:";

    /** The kind of callers. */
    public enum Kind {
        PUBLIC,
        AUTHENTICATED,
        OPERATOR,
        GROUP,
        SCOPE
    }

    /**
     * Parses the word of a rule.
     *
     * @throws IllegalArgumentException if it is invalid; the message gives the reason
     */
    public static Allowed of(String word) {
        return switch (word) {
            case "public" -> new Allowed(Kind.PUBLIC, "");
            case "authenticated" -> new Allowed(Kind.AUTHENTICATED, "");
            case "operator" -> new Allowed(Kind.OPERATOR, "");
            default -> {
                if (word.startsWith(GROUP)) {
                    yield new Allowed(Kind.GROUP, Names.name(word.substring(GROUP.length())));
                }
                if (word.startsWith(SCOPE)) {
                    yield new Allowed(Kind.SCOPE, Names.scope(word.substring(SCOPE.length())));
                }
                throw new IllegalArgumentException(
                        "expected public, authenticated, operator, group:NAME or scope:NAME");
            }
        };
    }

    /** Returns whether a caller is one of them. Operators always are. */
    public boolean admits(Caller caller) {
        if (caller.kind() == Caller.Kind.OPERATOR) return true;
        return switch (kind) {
            case PUBLIC -> true;
            case OPERATOR -> false;
            case AUTHENTICATED -> caller.isAuthenticated();
            case GROUP -> caller.isAuthenticated() && caller.groups().contains(name);
            case SCOPE -> caller.isAuthenticated() && caller.scopes().contains(name);
        };
    }

    /** Returns what a caller needs, for messages: {@code the group clerks}. */
    String needs() {
        return switch (kind) {
            case PUBLIC -> "nothing";
            case AUTHENTICATED -> "credentials";
            case OPERATOR -> "an operator";
            case GROUP -> "the group " + name;
            case SCOPE -> "the scope " + name;
        };
    }

    @JsonValue
    @Override
    public String toString() {
        return switch (kind) {
            case PUBLIC -> "public";
            case AUTHENTICATED -> "authenticated";
            case OPERATOR -> "operator";
            case GROUP -> GROUP + name;
            case SCOPE -> SCOPE + name;
        };
    }
}
