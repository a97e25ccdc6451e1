package vesper.http;

import java.security.Principal;
import java.util.Optional;
import java.util.Set;

/**
 * The caller of a request.
 *
 * @param name at most {@value #LONGEST_NAME} characters without control characters; empty for an anonymous caller
 * @param groups the caller's groups; empty unless the caller is authenticated
 * @param scopes what the caller's key or token may be used for; empty unless the caller is authenticated
 * @param tenant the tenant that the caller belongs to, if any
 * @param key id of the API key that was used, if any
 */
public record Caller(
        Kind kind, String name, Set<String> groups, Set<String> scopes, Optional<String> tenant, Optional<String> key)
        implements Principal {
    /** Limit in characters; longer claimed names are cut. */
    public static final int LONGEST_NAME = 128;

    public static final Caller ANONYMOUS =
            new Caller(Kind.ANONYMOUS, "", Set.of(), Set.of(), Optional.empty(), Optional.empty());

    /** The degree to which the caller is known. */
    public enum Kind {
        /** The request names no caller. */
        ANONYMOUS,
        /** The request names a caller, but the name is unchecked. */
        CLAIMED,
        /** A user, key, token or certificate that was checked. */
        AUTHENTICATED,
        /** An operator of the server. */
        OPERATOR
    }

    public Caller {
        groups = Set.copyOf(groups);
        scopes = Set.copyOf(scopes);
    }

    /** Returns whether the caller's credentials were verified. */
    public boolean isAuthenticated() {
        return kind == Kind.AUTHENTICATED || kind == Kind.OPERATOR;
    }

    /** Returns the name, as {@link Principal} calls it. */
    @Override
    public String getName() {
        return name;
    }

    /**
     * Returns the caller that a request names: the subject of the client's verified certificate, else the unchecked
     * user of {@code Authorization: Basic}.
     */
    static Caller namedBy(Request request) {
        Optional<String> subject = request.clientSubject();
        if (subject.isPresent()) return named(Kind.AUTHENTICATED, ClaimedName.printable(subject.get()));
        String user = ClaimedName.of(request.headers());
        return user.isEmpty() ? ANONYMOUS : named(Kind.CLAIMED, user);
    }

    private static Caller named(Kind kind, String name) {
        return new Caller(kind, name, Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }
}
