package vesper.access.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Optional;
import vesper.http.Request;

/** A name and a password in {@code Authorization: Basic} (RFC 7617). */
public record BasicPair(String name, String password) {
    private static final int LONGEST_ENCODED = 4096;

    /** Returns the pair of a request; empty if the request lacks one, or if it is malformed. */
    public static Optional<BasicPair> of(Request request) {
        return AuthorizationField.ofScheme(AuthorizationField.BASIC, request).flatMap(BasicPair::decoded);
    }

    static Optional<BasicPair> decoded(String encoded) {
        if (encoded.length() > LONGEST_ENCODED) return Optional.empty();
        try {
            String pair = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
                    .toString();
            int colon = pair.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new BasicPair(pair.substring(0, colon), pair.substring(colon + 1)));
        } catch (IllegalArgumentException | CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /** Hides the password. */
    @Override
    public String toString() {
        return name + ":…";
    }
}
