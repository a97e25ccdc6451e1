package vesper.access.credentials;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import vesper.access.directory.ApiKey;
import vesper.access.directory.Directory;
import vesper.access.directory.TokenFamily;
import vesper.access.directory.User;
import vesper.http.Caller;

/**
 * The result of verifying credentials. Verifying is expensive and done once. The directory then says at each request
 * whether the proof still holds.
 */
public sealed interface Proof {
    /**
     * Returns the caller; empty if the proof no longer holds, since a user was disabled or a key revoked for example.
     */
    Optional<Caller> caller(Directory directory, Instant now);

    /** Returns the end of the proof; {@link Instant#MAX} if it has none. */
    default Instant expires() {
        return Instant.MAX;
    }

    /**
     * A password.
     *
     * @param hash of the password that was verified: the proof ends when the user gets another one
     */
    record OfPassword(String user, String hash) implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            return directory
                    .user(user)
                    .filter(known -> known.enabled() && known.passwordHash().equals(hash))
                    .map(User::caller);
        }
    }

    /** An API key. */
    record OfKey(String id, String secretHash, Instant expires) implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            return directory
                    .keys()
                    .find(id)
                    .filter(key -> key.secretHash().equals(secretHash) && !key.isExpired(now))
                    .map(ApiKey::caller);
        }
    }

    /**
     * A token that a user got for a password.
     *
     * @param family of the tokens from the same sign-in
     */
    record OfUserToken(String user, String family, Set<String> scopes, Instant issuedAt, Instant expires)
            implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            if (!now.isBefore(expires)) return Optional.empty();
            Optional<TokenFamily> known = directory.tokens().find(family);
            if (known.filter(TokenFamily::isRevoked).isPresent()) return Optional.empty();
            // A token has its time in whole seconds; its family is exact, but may not have arrived at this node yet.
            Instant since = known.map(TokenFamily::startedAt).orElse(issuedAt);
            return directory
                    .user(user)
                    .filter(User::enabled)
                    .filter(it -> !since.isBefore(known.isPresent() ? it.credentialsAt() : wholeSeconds(it)))
                    .map(it -> withScopes(it.caller()));
        }

        private Instant wholeSeconds(User it) {
            return family.isEmpty() ? it.credentialsAt() : it.credentialsAt().truncatedTo(ChronoUnit.SECONDS);
        }

        private Caller withScopes(Caller caller) {
            return new Caller(caller.kind(), caller.name(), caller.groups(), scopes, caller.tenant(), caller.key());
        }
    }

    /** A token that a program got for an API key. Its scopes are some of the key's. */
    record OfKeyToken(String key, Set<String> scopes, Instant expires) implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            if (!now.isBefore(expires)) return Optional.empty();
            return directory
                    .keys()
                    .find(key)
                    .filter(known -> !known.isExpired(now))
                    .map(known -> {
                        Caller caller = known.caller();
                        return new Caller(
                                caller.kind(), caller.name(), caller.groups(), scopes, caller.tenant(), caller.key());
                    });
        }
    }

    /** A client certificate whose subject names a user. */
    record OfCertificate(String user) implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            return directory.user(user).filter(User::enabled).map(User::caller);
        }
    }

    /** A proof that names its caller itself, as a token of an outside issuer does. */
    record OfCaller(Caller caller, Instant expires) implements Proof {
        @Override
        public Optional<Caller> caller(Directory directory, Instant now) {
            return now.isBefore(expires) ? Optional.of(caller) : Optional.empty();
        }
    }
}
