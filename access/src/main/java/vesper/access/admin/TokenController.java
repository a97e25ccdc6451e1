package vesper.access.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.access.Access;
import vesper.access.credentials.BasicPair;
import vesper.access.credentials.KeyText;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.access.directory.ApiKey;
import vesper.access.directory.User;
import vesper.access.tokens.IssuedTokens;
import vesper.documents.StorageException;
import vesper.http.Request;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** Tokens for users and programs (RFC 6749), their revocation (RFC 7009), and the public keys that verify them. */
@RestController
public final class TokenController {
    private final Access access;

    public TokenController(Access access) {
        this.access = access;
    }

    @PostMapping(path = "/oauth/token", consumes = "application/x-www-form-urlencoded", produces = "application/json")
    @Described("""
            Issues tokens. The form has grant_type: password with username and password, refresh_token with refresh_token,
            or client_credentials with the id and the whole text of an API key as client_id and client_secret; and
            optionally scope.
            @return An access token, and a refresh token where there is one""")
    @AlsoAnswers(status = 400, when = "The grant is not valid; error says why")
    @AlsoAnswers(status = 401, when = "The API key of the client is not valid")
    @AlsoAnswers(status = 429, when = "There were too many failed attempts")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<?> issue(@RequestParam MultiValueMap<String, String> form, Request request)
            throws InterruptedException {
        try {
            request.markContentSecret();
            requireForm(form, request);
            return switch (one(form, "grant_type")) {
                case "password" -> password(form, request);
                case "refresh_token" -> refresh(form);
                case "client_credentials" -> client(form, request);
                case "" -> throw new OauthException("invalid_request", "grant_type is missing");
                default ->
                    throw new OauthException(
                            "unsupported_grant_type", "expected password, refresh_token or client_credentials");
            };
        } catch (OauthException refusal) {
            return refusal.response();
        } catch (IOException | StorageException failure) {
            return unavailable();
        }
    }

    @PostMapping(path = "/oauth/revoke", consumes = "application/x-www-form-urlencoded")
    @Described("""
            Revokes a refresh token or an access token of a user, and all tokens from the same sign-in. The form has token.
            An unknown token changes nothing.
            @return The token is not valid any longer""")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<?> revoke(@RequestParam MultiValueMap<String, String> form, Request request) {
        try {
            request.markContentSecret();
            requireForm(form, request);
            String token = one(form, "token");
            if (token.isEmpty()) throw new OauthException("invalid_request", "token is missing");
            access.tokens().revoke(token);
            return ResponseEntity.ok().build();
        } catch (OauthException refusal) {
            return refusal.response();
        } catch (IOException | StorageException failure) {
            return unavailable();
        }
    }

    @GetMapping(path = "/.well-known/jwks.json", produces = "application/json")
    @Described("The public keys that verify tokens of this server, as a JSON Web Key Set (RFC 7517).")
    public ResponseEntity<byte[]> keys() {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "public, max-age=300")
                .body(access.tokens().publicKeys().getBytes(UTF_8));
    }

    private ResponseEntity<?> password(MultiValueMap<String, String> form, Request request)
            throws OauthException, IOException, InterruptedException {
        if (!scopes(form).isEmpty()) {
            throw new OauthException("invalid_scope", "Users have groups and no scopes; API keys have scopes.");
        }
        String name = required(form, "username");
        String password = required(form, "password");
        return switch (access.signIn().verify(name, password, request)) {
            case Verification.Proven(Proof.OfPassword proof) -> {
                User user = access.directory()
                        .user(proof.user())
                        .orElseThrow(() -> new OauthException("invalid_grant", "the user is gone"));
                yield tokens(access.tokens().issue(user));
            }
            case Verification.Later(int status, var detail, var pause) ->
                ResponseEntity.status(status)
                        .header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, (pause.toMillis() + 999) / 1000)))
                        .header(HttpHeaders.CACHE_CONTROL, "no-store")
                        .body(new Refused("temporarily_unavailable", detail));
            default -> throw new OauthException("invalid_grant", "The user name or the password is wrong.");
        };
    }

    private ResponseEntity<?> refresh(MultiValueMap<String, String> form) throws OauthException, IOException {
        if (form.containsKey("scope")) {
            throw new OauthException("invalid_scope", "a refreshed token has the scopes of the one before");
        }
        return tokens(access.tokens()
                .refresh(required(form, "refresh_token"))
                .orElseThrow(() -> new OauthException("invalid_grant", "The refresh token is not valid.")));
    }

    private ResponseEntity<?> client(MultiValueMap<String, String> form, Request request)
            throws OauthException, IOException {
        Optional<KeyText> shown =
                KeyText.parse(KeyText.API_KEY, secretOf(form, request)).filter(text -> isNamed(text, form, request));
        Optional<ApiKey> key = shown.flatMap(text -> access.directory()
                .keys()
                .find(text.id())
                .filter(known -> text.hasHash(known.secretHash()))
                .filter(known -> !known.isExpired(access.clock().instant())));
        if (key.isEmpty()) throw new OauthException("invalid_client", "The API key is not valid.");
        Set<String> requested = scopes(form);
        Set<String> granted = requested.isEmpty() ? key.get().scopes() : requested;
        if (!key.get().scopes().containsAll(granted)) {
            throw new OauthException("invalid_scope", "The API key does not have all of these scopes.");
        }
        return tokens(access.tokens().issue(key.get(), granted));
    }

    /** Returns the secret of the client: from the form, or from Basic credentials (RFC 6749, section 2.3.1). */
    private static String secretOf(MultiValueMap<String, String> form, Request request) throws OauthException {
        String inForm = one(form, "client_secret");
        if (!inForm.isEmpty()) return inForm;
        return BasicPair.of(request).map(BasicPair::password).orElse("");
    }

    private static boolean isNamed(KeyText key, MultiValueMap<String, String> form, Request request) {
        String inForm = Optional.ofNullable(form.getFirst("client_id")).orElse("");
        String named =
                inForm.isEmpty() ? BasicPair.of(request).map(BasicPair::name).orElse("") : inForm;
        return named.isEmpty() || named.equals(key.id());
    }

    private static ResponseEntity<?> tokens(IssuedTokens issued) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .body(new Tokens(
                        issued.access(),
                        "Bearer",
                        issued.lifetime().toSeconds(),
                        issued.refresh(),
                        String.join(" ", new TreeSet<>(issued.scopes()))));
    }

    /** Secrets in a URL end up in logs and histories, so they are not accepted there. */
    private static void requireForm(MultiValueMap<String, String> form, Request request) throws OauthException {
        if (!request.query().isEmpty()) {
            throw new OauthException("invalid_request", "the parameters belong into the body, not into the URL");
        }
        for (String name : form.keySet()) one(form, name);
    }

    private static String one(MultiValueMap<String, String> form, String name) throws OauthException {
        var values = form.get(name);
        if (values == null || values.isEmpty()) return "";
        if (values.size() > 1) throw new OauthException("invalid_request", name + " occurs more than once");
        return Optional.ofNullable(values.getFirst()).orElse("");
    }

    private static String required(MultiValueMap<String, String> form, String name) throws OauthException {
        String value = one(form, name);
        if (value.isEmpty()) throw new OauthException("invalid_request", name + " is missing");
        return value;
    }

    private static Set<String> scopes(MultiValueMap<String, String> form) throws OauthException {
        String text = one(form, "scope").strip();
        return text.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(text.split(" +")));
    }

    private static ResponseEntity<?> unavailable() {
        return ResponseEntity.status(503)
                .header(HttpHeaders.RETRY_AFTER, "2")
                .body(new Refused("temporarily_unavailable", "Tokens cannot be stored now."));
    }

    /** A refusal in the form of RFC 6749, section 5.2. */
    private static final class OauthException extends Exception {
        private static final long serialVersionUID = 1;

        private final String error;

        OauthException(String error, String description) {
            super(description);
            this.error = error;
        }

        ResponseEntity<?> response() {
            boolean isOfClient = error.equals("invalid_client");
            ResponseEntity.BodyBuilder head =
                    ResponseEntity.status(isOfClient ? 401 : 400).header(HttpHeaders.CACHE_CONTROL, "no-store");
            if (isOfClient) head = head.header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"vesper\"");
            return head.body(new Refused(error, String.valueOf(getMessage())));
        }
    }

    /** Tokens for a client (RFC 6749, section 5.1). */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Tokens(
            @JsonProperty("access_token") String accessToken,
            @JsonProperty("token_type") String tokenType,
            @JsonProperty("expires_in") long expiresIn,
            @JsonProperty("refresh_token") Optional<String> refreshToken,
            String scope) {
        /** Hides the tokens. */
        @Override
        public String toString() {
            return "Tokens[" + tokenType + ", " + expiresIn + "]";
        }
    }

    /** Why a client gets no tokens. */
    public record Refused(
            String error,
            @Nullable @JsonProperty("error_description") String description) {}
}
