package vesper.access.tokens;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import vesper.access.credentials.KeyText;
import vesper.access.directory.ApiKey;
import vesper.access.directory.Directory;
import vesper.access.directory.Members;
import vesper.access.directory.Stored;
import vesper.access.directory.TokenFamily;
import vesper.access.directory.User;
import vesper.documents.Write;

/**
 * Issues access tokens, which are JSON Web Tokens that this server signs, and refresh tokens, which are random. Groups
 * and tenant of a caller are not in the token: they are looked up at each request, so a change takes effect at once.
 */
public final class TokenIssuer {
    /** Claim with the family of a user's token. */
    static final String FAMILY = "fam";
    /** Claim with the id of the API key of a program's token. */
    static final String KEY = "key";

    static final JOSEObjectType TYPE = new JOSEObjectType("at+jwt");
    static final String SCOPE = "scope";

    /** Limit of the sign-ins of a user that are valid at a time. */
    private static final int MOST_OF_USER = 50;

    private final Directory directory;
    private final SigningKeys keys;
    private final TokenSettings settings;
    private final InstantSource clock;
    private final SecureRandom random;

    public TokenIssuer(Directory directory, TokenSettings settings, InstantSource clock, SecureRandom random) {
        this.directory = directory;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.keys = new SigningKeys(directory, clock, settings.access());
    }

    SigningKeys keys() {
        return keys;
    }

    TokenSettings settings() {
        return settings;
    }

    /** Returns the public keys as a JSON Web Key Set, by which others can verify tokens of this server. */
    public String publicKeys() {
        return keys.publicSet();
    }

    /**
     * Issues the first tokens for a user who has signed in.
     *
     * @throws IOException if they cannot be stored
     */
    public IssuedTokens issue(User user) throws IOException {
        makeRoomFor(user);
        KeyText refresh = KeyText.random(KeyText.REFRESH_TOKEN, random);
        TokenFamily family = new TokenFamily(
                refresh.id(),
                user.name(),
                Set.of(),
                refresh.secretHash(),
                false,
                clock.instant(),
                clock.instant().plus(settings.refresh()));
        requireStored(directory.tokens().create(family));
        return issued(user, family, refresh);
    }

    /**
     * Revokes the oldest sign-ins of a user who has many, and removes those that were revoked and whose access tokens
     * have expired, so that no user fills the directory.
     */
    private void makeRoomFor(User user) throws IOException {
        Instant lastAccess = clock.instant().minus(settings.access());
        for (Stored<TokenFamily> family : List.copyOf(directory.tokens().all())) {
            TokenFamily member = family.member();
            boolean isOver = member.isRevoked()
                    && member.expires().minus(settings.refresh()).isBefore(lastAccess);
            if (isOver && member.user().equals(user.name())) {
                directory.tokens().remove(member.id(), family.version());
            }
        }
        if (directory.tokens().count() >= Members.MOST) throw new IOException("there are too many sign-ins");
        List<Stored<TokenFamily>> live = directory.tokens().all().stream()
                .filter(family -> family.member().user().equals(user.name())
                        && !family.member().isRevoked())
                .sorted(Comparator.comparing(family -> family.member().startedAt()))
                .toList();
        for (Stored<TokenFamily> oldest : live.subList(0, Math.max(0, live.size() - MOST_OF_USER + 1))) revoke(oldest);
    }

    private IssuedTokens issued(User user, TokenFamily family, KeyText refresh) throws IOException {
        JWTClaimsSet.Builder claims = claims(user.name(), family.scopes()).claim(FAMILY, family.id());
        return new IssuedTokens(
                signed(claims.build()), settings.access(), Optional.of(refresh.text()), family.scopes());
    }

    /**
     * Replaces a refresh token. A token that was replaced before ends the whole family.
     *
     * @return empty if the token is not valid
     * @throws IOException if the new tokens cannot be stored
     */
    public Optional<IssuedTokens> refresh(String token) throws IOException {
        Optional<KeyText> shown = KeyText.parse(KeyText.REFRESH_TOKEN, token);
        if (shown.isEmpty()) return Optional.empty();
        directory.tokens().awaitCurrent();
        Optional<Stored<TokenFamily>> found =
                directory.tokens().stored(shown.get().id());
        if (found.isEmpty()) return Optional.empty();
        TokenFamily family = found.get().member();
        if (family.isRevoked() || !clock.instant().isBefore(family.expires())) return Optional.empty();
        Optional<User> user = directory
                .user(family.user())
                .filter(User::enabled)
                .filter(known -> !family.startedAt().isBefore(known.credentialsAt()));
        if (!shown.get().hasHash(family.refreshHash()) || user.isEmpty()) {
            revoke(found.get());
            return Optional.empty();
        }
        KeyText next = KeyText.withId(KeyText.REFRESH_TOKEN, family.id(), random);
        TokenFamily changed =
                family.withRefresh(next.secretHash(), clock.instant().plus(settings.refresh()));
        // Two clients that show the same token at the same time: one of them has it from the other.
        if (!(directory.tokens().replace(found.get().version(), changed) instanceof Write.Stored)) {
            directory.tokens().stored(family.id()).ifPresent(this::revokeQuietly);
            return Optional.empty();
        }
        return Optional.of(issued(user.get(), changed, next));
    }

    /**
     * Issues a token for a program that has shown its API key.
     *
     * @param scopes some of the key's
     * @throws IOException if the key that signs cannot be stored
     */
    public IssuedTokens issue(ApiKey key, Set<String> scopes) throws IOException {
        String token = signed(claims(key.name(), scopes).claim(KEY, key.id()).build());
        return new IssuedTokens(token, settings.access(), Optional.empty(), scopes);
    }

    /**
     * Revokes the family of a refresh token or of an access token of this server. Unknown tokens change nothing (RFC
     * 7009, section 2.2).
     *
     * @throws IOException if that cannot be stored
     */
    public void revoke(String token) throws IOException {
        Optional<String> id = KeyText.parse(KeyText.REFRESH_TOKEN, token)
                .filter(shown -> directory
                        .tokens()
                        .find(shown.id())
                        .filter(family -> shown.hasHash(family.refreshHash()))
                        .isPresent())
                .map(KeyText::id);
        if (id.isEmpty()) id = new TokenVerifier(this, clock).familyOf(token);
        Optional<Stored<TokenFamily>> family = id.flatMap(directory.tokens()::stored);
        if (family.isPresent()) revoke(family.get());
    }

    /**
     * Revokes all tokens of a user.
     *
     * @throws IOException if that cannot be stored
     */
    public void revokeAllOf(User user) throws IOException {
        for (Stored<TokenFamily> family : List.copyOf(directory.tokens().all())) {
            if (family.member().user().equals(user.name()) && !family.member().isRevoked()) revoke(family);
        }
    }

    private void revoke(Stored<TokenFamily> family) throws IOException {
        directory.tokens().replace(family.version(), family.member().revoked());
    }

    private void revokeQuietly(Stored<TokenFamily> family) {
        try {
            revoke(family);
        } catch (IOException _) {
            // The client gets no tokens in any case, and its access token ends within an hour.
        }
    }

    private JWTClaimsSet.Builder claims(String subject, Set<String> scopes) {
        Instant now = clock.instant();
        return new JWTClaimsSet.Builder()
                .issuer(settings.issuer())
                .audience(settings.issuer())
                .subject(subject)
                .jwtID(UUID.randomUUID().toString())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(settings.access())))
                .claim(SCOPE, String.join(" ", scopes));
    }

    private String signed(JWTClaimsSet claims) throws IOException {
        ECKey key = keys.current();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .keyID(key.getKeyID())
                        .type(TYPE)
                        .build(),
                claims);
        try {
            token.sign(new ECDSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("a token cannot be signed", e);
        }
        return token.serialize();
    }

    private static void requireStored(Write outcome) throws IOException {
        if (!(outcome instanceof Write.Stored)) throw new IOException("the token is not stored: " + outcome);
    }
}
