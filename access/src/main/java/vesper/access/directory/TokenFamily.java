package vesper.access.directory;

import java.time.Instant;
import java.util.Set;

/**
 * The tokens that come from one sign-in: a refresh token, which is replaced at each use, and the access tokens made
 * with it. The use of a refresh token after its replacement is a sign of theft and ends the whole family.
 *
 * @param user name of the user that signed in
 * @param scopes requested at the sign-in
 * @param refreshHash SHA-256 of the secret of the current refresh token, in hexadecimal
 * @param isRevoked whether all tokens of the family are refused
 * @param startedAt time of the sign-in; a family that is older than the user's password is refused
 * @param expires end of the refresh token
 */
public record TokenFamily(
        String id,
        String user,
        Set<String> scopes,
        String refreshHash,
        boolean isRevoked,
        Instant startedAt,
        Instant expires)
        implements Member {
    public TokenFamily {
        scopes = Names.sorted(scopes);
    }

    public TokenFamily revoked() {
        return new TokenFamily(id, user, scopes, "", true, startedAt, expires);
    }

    public TokenFamily withRefresh(String hash, Instant end) {
        return new TokenFamily(id, user, scopes, hash, isRevoked, startedAt, end);
    }
}
