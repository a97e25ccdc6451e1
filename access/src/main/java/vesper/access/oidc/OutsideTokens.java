package vesper.access.oidc;

import com.nimbusds.jwt.SignedJWT;
import java.io.Closeable;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import vesper.access.credentials.BearerTokens;
import vesper.access.credentials.Verification;
import vesper.access.credentials.Verifier;
import vesper.access.threads.BoundedThreads;
import vesper.http.Request;

/** Tokens of the outside issuers that the settings name. Those of all other issuers are unknown. */
public final class OutsideTokens implements Verifier, Closeable {
    private static final int THREADS = 4;
    private static final Verification BUSY =
            new Verification.Later(503, "Too many tokens of outside issuers are being checked.", Duration.ofSeconds(1));

    /** An issuer may have to be asked for its keys, which blocks. */
    private final BoundedThreads threads = new BoundedThreads("issuers", THREADS);

    private final Map<String, OutsideIssuer> issuers;

    public OutsideTokens(List<IssuerSettings> settings) {
        issuers = settings.stream()
                .map(OutsideIssuer::new)
                .collect(Collectors.toUnmodifiableMap(OutsideIssuer::issuer, Function.identity()));
    }

    @Override
    public Optional<String> credentials(Request request) {
        return issuers.isEmpty() ? Optional.empty() : BearerTokens.jwtOf(request);
    }

    @Override
    public Verification verify(String credentials, Request request) throws InterruptedException {
        try {
            SignedJWT token = SignedJWT.parse(credentials);
            OutsideIssuer issuer =
                    issuers.get(String.valueOf(token.getJWTClaimsSet().getIssuer()));
            return issuer == null ? new Verification.Unknown() : threads.call(() -> issuer.verify(token));
        } catch (ParseException _) {
            return new Verification.Unknown();
        } catch (BoundedThreads.BusyException _) {
            return BUSY;
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
