package vesper.access.credentials;

import java.util.Optional;
import vesper.http.Request;

/** The header field {@code Authorization} (RFC 9110, section 11.6.2). */
final class AuthorizationField {
    static final String BASIC = "Basic";
    static final String BEARER = "Bearer";

    private AuthorizationField() {}

    /** Returns what follows a scheme; empty if the request has no credentials of this scheme. */
    static Optional<String> ofScheme(String scheme, Request request) {
        String field = request.headers().firstOrNull("Authorization");
        if (field == null || field.length() <= scheme.length() || field.charAt(scheme.length()) != ' ') {
            return Optional.empty();
        }
        return field.regionMatches(true, 0, scheme, 0, scheme.length())
                ? Optional.of(field.substring(scheme.length() + 1).strip())
                : Optional.empty();
    }
}
