package vesper.access.credentials;

import java.util.Optional;
import vesper.http.Request;

/** Bearer tokens (RFC 6750) in the header field {@code Authorization}; no other place is read. */
public final class BearerTokens {
    /** Limit of a token in characters. */
    private static final int LONGEST = 16 << 10;

    private BearerTokens() {}

    /** Returns the bearer token of a request if it has the form of a JSON Web Token: three parts with dots between. */
    public static Optional<String> jwtOf(Request request) {
        return AuthorizationField.ofScheme(AuthorizationField.BEARER, request)
                .filter(token -> token.length() <= LONGEST && isJwt(token));
    }

    private static boolean isJwt(String token) {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        return first > 0 && second > first + 1 && token.indexOf('.', second + 1) < 0;
    }
}
