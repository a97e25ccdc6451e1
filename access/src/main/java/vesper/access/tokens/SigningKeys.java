package vesper.access.tokens;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import vesper.access.directory.Directory;
import vesper.access.directory.SigningKey;
import vesper.access.directory.Stored;
import vesper.documents.Write;

/**
 * The key pairs that sign tokens. The first is made when the first token is requested, another one every
 * {@link TokenSettings#KEY_LIFE}. A key that no longer signs still verifies until its last token has expired.
 */
final class SigningKeys {
    private final Directory directory;
    private final InstantSource clock;
    private final Duration overlap;

    /** @param overlap lifetime of the tokens */
    SigningKeys(Directory directory, InstantSource clock, Duration overlap) {
        this.directory = directory;
        this.clock = clock;
        this.overlap = overlap;
    }

    /**
     * Returns the key that signs now. Creates the first one.
     *
     * @throws IOException if a new key cannot be stored
     */
    ECKey current() throws IOException {
        Optional<SigningKey> young = newest();
        if (young.isPresent()) return pair(young.get());
        synchronized (this) {
            Optional<SigningKey> meanwhile = newest();
            return pair(meanwhile.isPresent() ? meanwhile.get() : create());
        }
    }

    private Optional<SigningKey> newest() {
        Instant oldest = clock.instant().minus(TokenSettings.KEY_LIFE);
        return directory.signingKeys().all().stream()
                .map(Stored::member)
                .filter(key -> key.createdAt().isAfter(oldest))
                .max(Comparator.comparing(SigningKey::createdAt));
    }

    private SigningKey create() throws IOException {
        removeOld();
        try {
            ECKey pair = new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .keyIDFromThumbprint(true)
                    .generate();
            SigningKey key = new SigningKey(pair.getKeyID(), pair.toJSONString(), clock.instant());
            Write outcome = directory.signingKeys().create(key);
            if (outcome instanceof Write.Stored) return key;
            throw new IOException("the key that signs tokens is not stored: " + outcome);
        } catch (JOSEException e) {
            throw new IllegalStateException("a key pair cannot be made", e);
        }
    }

    private void removeOld() throws IOException {
        for (Stored<SigningKey> key : List.copyOf(directory.signingKeys().all())) {
            if (!isVerifying(key.member()))
                directory.signingKeys().remove(key.member().id(), key.version());
        }
    }

    private boolean isVerifying(SigningKey key) {
        return key.createdAt().plus(TokenSettings.KEY_LIFE).plus(overlap).isAfter(clock.instant());
    }

    /** Returns the key with an id, unless it is too old to verify anything. */
    Optional<ECKey> find(String id) {
        return directory.signingKeys().find(id).filter(this::isVerifying).map(SigningKeys::pair);
    }

    /** Returns the public keys as a JSON Web Key Set. */
    String publicSet() {
        List<JWK> keys = directory.signingKeys().all().stream()
                .map(Stored::member)
                .filter(this::isVerifying)
                .sorted(Comparator.comparing(SigningKey::createdAt).reversed())
                .map(key -> (JWK) pair(key).toPublicJWK())
                .toList();
        return new JWKSet(keys).toString(true);
    }

    private static ECKey pair(SigningKey key) {
        try {
            return ECKey.parse(key.jwk());
        } catch (ParseException e) {
            throw new IllegalStateException("the signing key " + key.id() + " cannot be read", e);
        }
    }
}
