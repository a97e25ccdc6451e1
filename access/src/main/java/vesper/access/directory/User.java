package vesper.access.directory;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import vesper.http.Caller;

/**
 * A user who signs in with a password, an outside issuer or a certificate.
 *
 * @param name unique regardless of case
 * @param displayName for people; may be empty
 * @param email may be empty
 * @param tenant the company or customer that the user belongs to; empty for none
 * @param enabled whether the user may call at all
 * @param operator whether the user operates the server
 * @param passwordHash hash of the password, see {@code PasswordHash}; empty if the user has none
 * @param credentialsAt time since which tokens of the user are valid
 */
public record User(
        String name,
        String displayName,
        String email,
        Set<String> groups,
        Optional<String> tenant,
        boolean enabled,
        boolean operator,
        String passwordHash,
        Instant createdAt,
        Instant credentialsAt)
        implements Member {
    public User {
        groups = Names.sorted(groups);
    }

    @Override
    public String id() {
        return Names.folded(name);
    }

    /** Returns the caller that a request of this user has. */
    public Caller caller() {
        Caller.Kind kind = operator ? Caller.Kind.OPERATOR : Caller.Kind.AUTHENTICATED;
        return new Caller(kind, name, groups, Set.of(), tenant, Optional.empty());
    }

    @JsonIgnore
    public boolean hasPassword() {
        return !passwordHash.isEmpty();
    }

    /** Returns a copy with another password, which ends the tokens of the user. */
    public User withPassword(String hash, Instant now) {
        return new User(
                name, displayName, email, new TreeSet<>(groups), tenant, enabled, operator, hash, createdAt, now);
    }
}
