package vesper.access.directory;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import vesper.http.Caller;

/**
 * A key of a program.
 *
 * @param id part of the key that is no secret
 * @param name for people, and the name of its caller
 * @param scopes what the key may be used for
 * @param note for people; may be empty
 * @param secretHash SHA-256 of the secret part, in hexadecimal
 * @param expires time from which the key is refused; empty for never
 */
public record ApiKey(
        String id,
        String name,
        Set<String> groups,
        Set<String> scopes,
        Optional<String> tenant,
        String note,
        String secretHash,
        Instant createdAt,
        Optional<Instant> expires)
        implements Member {
    public ApiKey {
        groups = Names.sorted(groups);
        scopes = Names.sorted(scopes);
    }

    public Caller caller() {
        return new Caller(Caller.Kind.AUTHENTICATED, name, groups, scopes, tenant, Optional.of(id));
    }

    public boolean isExpired(Instant now) {
        return expires.filter(end -> !now.isBefore(end)).isPresent();
    }
}
