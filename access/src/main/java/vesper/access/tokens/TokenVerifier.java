package vesper.access.tokens;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import vesper.access.credentials.BearerTokens;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.access.credentials.Verifier;
import vesper.http.Request;

/**
 * Verifies access tokens of this server. The algorithm is the one of our keys: what the token says of it only has to
 * agree. Tokens of other issuers are unknown here.
 */
public final class TokenVerifier implements Verifier {
    private static final Verification WRONG = new Verification.Wrong("The token is not valid.");
    private static final Verification UNKNOWN = new Verification.Unknown();

    private final TokenIssuer issuer;
    private final InstantSource clock;

    public TokenVerifier(TokenIssuer issuer, InstantSource clock) {
        this.issuer = issuer;
        this.clock = clock;
    }

    @Override
    public Optional<String> credentials(Request request) {
        return BearerTokens.jwtOf(request);
    }

    @Override
    public Verification verify(String credentials, Request request) {
        return verify(credentials);
    }

    private Verification verify(String text) {
        try {
            SignedJWT token = SignedJWT.parse(text);
            JWTClaimsSet claims = token.getJWTClaimsSet();
            if (!issuer.settings().issuer().equals(claims.getIssuer())) return UNKNOWN;
            if (!isGenuine(token)) return WRONG;
            if (!claims.getAudience().contains(issuer.settings().issuer())) return WRONG;
            Date end = claims.getExpirationTime();
            Date start = claims.getIssueTime();
            if (end == null || start == null || claims.getSubject() == null) return WRONG;
            if (!clock.instant().isBefore(end.toInstant())) return new Verification.Wrong("The token has expired.");
            return new Verification.Proven(proof(claims, start.toInstant(), end.toInstant()));
        } catch (ParseException | JOSEException | IllegalArgumentException _) {
            return UNKNOWN;
        }
    }

    private static Proof proof(JWTClaimsSet claims, Instant start, Instant end) throws ParseException {
        String scope = claims.getStringClaim(TokenIssuer.SCOPE);
        Set<String> scopes = scope == null || scope.isBlank() ? Set.of() : Set.of(scope.split(" "));
        String key = claims.getStringClaim(TokenIssuer.KEY);
        if (key != null) return new Proof.OfKeyToken(key, scopes, end);
        String family = claims.getStringClaim(TokenIssuer.FAMILY);
        return new Proof.OfUserToken(claims.getSubject(), family == null ? "" : family, scopes, start, end);
    }

    private boolean isGenuine(SignedJWT token) throws JOSEException {
        boolean isOurForm = JWSAlgorithm.ES256.equals(token.getHeader().getAlgorithm())
                && TokenIssuer.TYPE.equals(token.getHeader().getType());
        String id = token.getHeader().getKeyID();
        if (!isOurForm || id == null) return false;
        Optional<ECKey> key = issuer.keys().find(id);
        return key.isPresent() && token.verify(new ECDSAVerifier(key.get().toECPublicKey()));
    }

    /** Returns the family of a genuine token of a user. */
    Optional<String> familyOf(String text) {
        if (!(verify(text) instanceof Verification.Proven(Proof.OfUserToken token))) return Optional.empty();
        return Optional.of(token.family());
    }
}
