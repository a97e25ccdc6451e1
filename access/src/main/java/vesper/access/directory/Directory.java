package vesper.access.directory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The users, groups, keys and tokens of a server or cluster. Thread-safe. */
public final class Directory implements Closeable {
    // Names that start with "vesper." are reserved, so no package can declare these collections.
    private static final String MEMBERS = "vesper.access";
    private static final String TOKENS = "vesper.tokens";

    private final MemberStore members;
    private final MemberStore expiring;
    private final Members<User> users;
    private final Members<Group> groups;
    private final Members<ApiKey> keys;
    private final Members<SigningKey> signingKeys;
    private final Members<TokenFamily> tokens;
    private final Members<KeyUse> keyUses;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean hasOperators;

    /** @param longestRefresh lifetime of refresh tokens, after which their families are forgotten */
    public Directory(DirectoryStore store, Duration longestRefresh) {
        members = new MemberStore(MEMBERS, store, Optional.empty());
        expiring = new MemberStore(TOKENS, store, Optional.of(longestRefresh.plus(Duration.ofDays(1))));
        users = members.members("user", User.class, this::changedUsers);
        groups = members.members("group", Group.class, this::changed);
        keys = members.members("key", ApiKey.class, this::changed);
        signingKeys = members.members("signing", SigningKey.class, this::changed);
        // The use of a key changes nothing for its callers.
        keyUses = members.members("use", KeyUse.class, () -> {});
        tokens = expiring.members("token", TokenFamily.class, this::changed);
    }

    /**
     * Loads everything, and follows changes until closed.
     *
     * @throws IOException if the documents cannot be read
     */
    public void open() throws IOException {
        members.open();
        expiring.open();
    }

    /** Does the same in the background, and tries again until it succeeds. */
    public void openInBackground() {
        members.openInBackground();
        expiring.openInBackground();
    }

    /** Returns whether everything is known. Until then no credentials can be checked. */
    public boolean isLoaded() {
        return members.isLoaded() && expiring.isLoaded();
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

    private void changedUsers() {
        hasOperators = users.all().stream().map(Stored::member).anyMatch(user -> user.enabled() && user.operator());
        changed();
    }

    private void changed() {
        changes.incrementAndGet();
    }

    @Override
    public void close() {
        members.close();
        expiring.close();
    }
}
