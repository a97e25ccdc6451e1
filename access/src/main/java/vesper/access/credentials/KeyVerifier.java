package vesper.access.credentials;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import vesper.access.directory.ApiKey;
import vesper.access.directory.Directory;
import vesper.http.Request;

/** API keys: in {@code X-Api-Key}, as a bearer token, or as the password of Basic credentials. */
public final class KeyVerifier implements Verifier {
    private static final String FIELD = "X-Api-Key";
    private static final String PREFIX = KeyText.API_KEY + "_";

    private final Directory directory;
    private final InstantSource clock;

    public KeyVerifier(Directory directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    @Override
    public Optional<String> credentials(Request request) {
        String field = request.headers().firstOrNull(FIELD);
        if (field != null && field.startsWith(PREFIX)) return Optional.of(field);
        return AuthorizationField.ofScheme(AuthorizationField.BEARER, request)
                .or(() -> BasicPair.of(request).map(BasicPair::password))
                .filter(token -> token.startsWith(PREFIX));
    }

    @Override
    public Verification verify(String credentials, Request request) {
        Optional<KeyText> shown = KeyText.parse(KeyText.API_KEY, credentials);
        Optional<ApiKey> known = shown.flatMap(key -> directory.keys().find(key.id()));
        if (known.isEmpty() && !directory.isLoaded()) return Verification.NOT_LOADED;
        if (known.isEmpty() || !shown.orElseThrow().hasHash(known.get().secretHash())) {
            return new Verification.Wrong("The API key is not valid.");
        }
        if (known.get().isExpired(clock.instant())) return new Verification.Wrong("The API key has expired.");
        ApiKey key = known.get();
        return new Verification.Proven(
                new Proof.OfKey(key.id(), key.secretHash(), key.expires().orElse(Instant.MAX)));
    }
}
