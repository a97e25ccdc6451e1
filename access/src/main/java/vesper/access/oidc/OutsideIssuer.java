package vesper.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.http.Caller;

/**
 * Verifies the tokens of one outside issuer. Its keys are read when the first token arrives, kept for five minutes, and
 * read again for a key that is not known, at most once in 30 seconds.
 */
final class OutsideIssuer {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideIssuer.class);
    private static final int CLOCK_SKEW_SECONDS = 60;
    private static final int TIMEOUT_MILLIS = 5000;
    private static final int LARGEST_DOCUMENT = 1 << 20;
    /** Delay before another attempt to reach an issuer that did not answer. */
    private static final Duration RETRY = Duration.ofSeconds(10);

    private static final Verification WRONG = new Verification.Wrong("The token is not valid.");

    /** Signatures by key pairs only: a shared secret or no signature proves nothing. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private final IssuerSettings settings;
    private final ResourceRetriever retriever =
            new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, LARGEST_DOCUMENT);

    private @Nullable DefaultJWTProcessor<SecurityContext> processor;
    private long failedNanos;
    private boolean hasFailed;

    OutsideIssuer(IssuerSettings settings) {
        this.settings = settings;
    }

    String issuer() {
        return settings.issuer().toString();
    }

    Verification verify(SignedJWT token) {
        try {
            JWTClaimsSet claims = processor().process(token, null);
            Caller caller = caller(claims);
            boolean isNamed = isPrintable(caller.name())
                    && caller.tenant().filter(tenant -> !isPrintable(tenant)).isEmpty();
            return isNamed ? new Verification.Proven(new Proof.OfCaller(caller, end(claims))) : WRONG;
        } catch (BadJWTException expired) {
            return String.valueOf(expired.getMessage()).contains("Expired")
                    ? new Verification.Wrong("The token has expired.")
                    : WRONG;
        } catch (BadJOSEException | ParseException | RateLimitReachedException wrong) {
            // The keys were just read, and the token's is not among them.
            return WRONG;
        } catch (JOSEException | IOException unreachable) {
            LOG.warn("the keys of the issuer {} cannot be read: {}", settings.name(), unreachable.getMessage());
            return new Verification.Later(503, "The issuer of the token does not answer.", RETRY);
        }
    }

    private synchronized DefaultJWTProcessor<SecurityContext> processor() throws IOException {
        DefaultJWTProcessor<SecurityContext> known = processor;
        if (known != null) return known;
        if (hasFailed && System.nanoTime() - failedNanos < RETRY.toNanos()) {
            throw new IOException("it did not answer a moment ago");
        }
        try {
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            new Discovery(retriever).keysOf(settings.issuer()).toURL(), retriever)
                    .retrying(true)
                    .build();
            DefaultJWTProcessor<SecurityContext> made = processor(keys);
            processor = made;
            return made;
        } catch (IOException failure) {
            hasFailed = true;
            failedNanos = System.nanoTime();
            throw failure;
        }
    }

    private DefaultJWTProcessor<SecurityContext> processor(JWKSource<SecurityContext> keys) {
        var made = new DefaultJWTProcessor<SecurityContext>();
        made.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        made.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        var claims = new DefaultJWTClaimsVerifier<SecurityContext>(
                settings.audience(),
                new JWTClaimsSet.Builder().issuer(issuer()).build(),
                Set.of("exp", settings.nameClaim()));
        claims.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        made.setJWTClaimsSetVerifier(claims);
        return made;
    }

    /** Returns whether a text can name a caller in records and logs. */
    private static boolean isPrintable(String text) {
        return text.length() <= Caller.LONGEST_NAME && text.chars().noneMatch(Character::isISOControl);
    }

    private static Instant end(JWTClaimsSet claims) {
        Date end = Objects.requireNonNull(claims.getExpirationTime());
        return end.toInstant().plusSeconds(CLOCK_SKEW_SECONDS);
    }

    private Caller caller(JWTClaimsSet claims) throws ParseException {
        String name = settings.name() + ":" + claims.getStringClaim(settings.nameClaim());
        Set<String> groups = texts(claims, settings.groupsClaim());
        boolean isOperator = settings.operators().filter(groups::contains).isPresent();
        Optional<String> tenant = settings.tenantClaim().isPresent()
                ? Optional.ofNullable(
                        claims.getStringClaim(settings.tenantClaim().get()))
                : Optional.empty();
        return new Caller(
                isOperator ? Caller.Kind.OPERATOR : Caller.Kind.AUTHENTICATED,
                name,
                groups,
                texts(claims, Optional.of("scope")),
                tenant,
                Optional.empty());
    }

    /** Returns the texts of a claim, which is a list or a text with blanks between. */
    private static Set<String> texts(JWTClaimsSet claims, Optional<String> claim) {
        Object value = claim.map(claims::getClaim).orElse(null);
        Set<String> texts = new TreeSet<>();
        if (value instanceof List<?> items) items.forEach(item -> texts.add(String.valueOf(item)));
        if (value instanceof String text) texts.addAll(List.of(text.strip().split(" +")));
        texts.remove("");
        return texts;
    }
}
