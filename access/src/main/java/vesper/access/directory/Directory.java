package vesper.access.directory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import vesper.documents.CollectionPolicy;
import vesper.documents.Documents;

/** The users, groups, keys and tokens of a server or cluster. Thread-safe. */
public final class Directory implements Closeable {
    /** Names that start with {@code vesper.} are reserved, so no package can declare these collections. */
    private static final String PREFIX = "vesper.access.";

    private final Members<User> users;
    private final Members<Group> groups;
    private final Members<ApiKey> keys;
    private final Members<KeyUse> keyUses;
    private final Members<TokenFamily> tokens;
    private final Members<SigningKey> signingKeys;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean hasOperators;

    /** @param longestRefresh lifetime of refresh tokens, after which their families are forgotten */
    public Directory(DirectoryStore store, Duration longestRefresh) {
        DirectoryStore current = new Retaining(store, Optional.empty());
        DirectoryStore expiring = new Retaining(store, Optional.of(longestRefresh.plus(Duration.ofDays(1))));
        users = new Members<>(PREFIX + "users", User.class, current, this::changedUsers);
        groups = new Members<>(PREFIX + "groups", Group.class, current, _ -> changed());
        keys = new Members<>(PREFIX + "keys", ApiKey.class, current, _ -> changed());
        // The use of a key changes nothing for its callers.
        keyUses = new Members<>(PREFIX + "key-uses", KeyUse.class, current, _ -> {});
        tokens = new Members<>(PREFIX + "tokens", TokenFamily.class, expiring, _ -> changed());
        signingKeys = new Members<>(PREFIX + "signing-keys", SigningKey.class, current, _ -> changed());
    }

    /** A store whose documents have one version each, and a lifetime where one is given. */
    private record Retaining(DirectoryStore store, Optional<Duration> lifetime) implements DirectoryStore {
        @Override
        public Documents documents() throws IOException {
            return store.documents();
        }

        @Override
        public boolean mayHaveMembers() {
            return store.mayHaveMembers();
        }

        @Override
        public CollectionPolicy policy() {
            CollectionPolicy policy = store.policy().withVersions(1);
            return lifetime.isPresent() ? policy.withTimeToLive(lifetime.get()) : policy;
        }
    }

    /**
     * Loads everything, and follows changes until closed.
     *
     * @throws IOException if the documents cannot be read
     */
    public void open() throws IOException {
        for (Members<?> each : all()) each.open();
    }

    /** Does the same in the background, and tries again until it succeeds. */
    public void openInBackground() {
        all().forEach(Members::openInBackground);
    }

    /** Returns whether everything is known. Until then no credentials can be checked. */
    public boolean isLoaded() {
        return all().stream().allMatch(Members::isLoaded);
    }

    private List<Members<?>> all() {
        return List.of(users, groups, keys, keyUses, tokens, signingKeys);
    }

    public Members<User> users() {
        return users;
    }

    public Members<Group> groups() {
        return groups;
    }

    public Members<ApiKey> keys() {
        return keys;
    }

    public Members<KeyUse> keyUses() {
        return keyUses;
    }

    public Members<TokenFamily> tokens() {
        return tokens;
    }

    public Members<SigningKey> signingKeys() {
        return signingKeys;
    }

    /** Returns the user with a name, in any case. */
    public Optional<User> user(String name) {
        return users.find(Names.folded(name));
    }

    /** Returns whether an enabled user is an operator. */
    public boolean hasOperators() {
        return hasOperators;
    }

    /** Returns the number of changes: what was derived from the directory is current while this stays the same. */
    public long changes() {
        return changes.get();
    }

    private void changedUsers(Members<User> now) {
        hasOperators = now.all().stream().map(Stored::member).anyMatch(user -> user.enabled() && user.operator());
        changed();
    }

    private void changed() {
        changes.incrementAndGet();
    }

    @Override
    public void close() {
        all().forEach(Members::close);
    }
}
