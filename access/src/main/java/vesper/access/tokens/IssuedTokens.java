package vesper.access.tokens;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Tokens for a client.
 *
 * @param refresh refresh token; empty if the client can just ask again with its own credentials
 */
public record IssuedTokens(String access, Duration lifetime, Optional<String> refresh, Set<String> scopes) {
    /** Hides the tokens. */
    @Override
    public String toString() {
        return "IssuedTokens[" + lifetime + ", " + scopes + "]";
    }
}
