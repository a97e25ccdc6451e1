package vesper.access.tokens;

import java.time.Duration;

/**
 * Settings of the tokens of this server.
 *
 * @param issuer name of the issuer in tokens, the same on all nodes of a cluster
 * @param access lifetime of an access token
 * @param refresh lifetime of a refresh token
 */
public record TokenSettings(String issuer, Duration access, Duration refresh) {
    /** A key signs new tokens for this long; then another one takes over. */
    public static final Duration KEY_LIFE = Duration.ofDays(30);
}
