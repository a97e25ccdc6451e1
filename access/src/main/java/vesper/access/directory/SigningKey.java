package vesper.access.directory;

import java.time.Instant;

/**
 * A key that signs tokens.
 *
 * @param id the {@code kid} of its tokens
 * @param jwk the key pair as a JSON Web Key (RFC 7517)
 */
public record SigningKey(String id, String jwk, Instant createdAt) implements Member {}
