package vesper.access.directory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.Change;
import vesper.documents.CollectionPolicy;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.JsonText;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;

/**
 * A collection of documents with members of several kinds. The id of a document is the kind and the id of the member:
 * {@code user:ann}. The collection is opened when it is first needed, and followed until it is closed. Thread-safe.
 */
final class MemberStore implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberStore.class);
    private static final int PAGE = 1000;
    private static final int MOST_CHANGES = 100;
    private static final long LONGEST_WAIT_SECONDS = 5;
    /** Interval at which the follower checks whether the server stops. */
    private static final Duration LOOK = Duration.ofMillis(200);
    /** Delay before another attempt to open the documents. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final String collection;
    private final DirectoryStore store;
    private final Optional<Duration> lifetime;
    private final Map<String, Members<?>> kinds = new LinkedHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean isLoaded;
    private @Nullable DocumentCollection<JsonText> documents;
    private @Nullable Thread following;

    /**
     * @param collection name of the collection
     * @param lifetime time after which a document that does not change is removed; empty for never
     */
    MemberStore(String collection, DirectoryStore store, Optional<Duration> lifetime) {
        this.collection = collection;
        this.store = store;
        this.lifetime = lifetime;
    }

    /**
     * Adds the members of a kind. Called before the first opening.
     *
     * @param onChange called after each change, by any thread
     */
    <T extends Member> Members<T> members(String kind, Class<T> type, Runnable onChange) {
        Members<T> members = new Members<>(kind, type, this, onChange);
        kinds.put(kind, members);
        return members;
    }

    /**
     * Loads the members, and follows their changes until closed.
     *
     * @throws IOException if they cannot be read
     */
    void open() throws IOException {
        if (store.mayHaveMembers()) {
            DocumentCollection<JsonText> _ = opened();
        } else {
            isLoaded = true;
        }
    }

    /** Does the same in the background, and tries again until it succeeds. */
    void openInBackground() {
        Thread.ofVirtual().name("opening " + collection).start(() -> {
            while (!isClosing(Duration.ZERO)) {
                try {
                    open();
                    return;
                } catch (IOException | StorageException failure) {
                    LOG.debug("{} cannot be opened yet", collection, failure);
                    if (isClosing(RETRY)) return;
                }
            }
        });
    }

    /** Returns whether the members are known. */
    boolean isLoaded() {
        return isLoaded;
    }

    private synchronized DocumentCollection<JsonText> opened() throws IOException {
        DocumentCollection<JsonText> known = documents;
        if (known != null) return known;
        if (isClosing(Duration.ZERO)) throw new IOException("the server stops");
        CollectionPolicy policy = store.policy().withVersions(1);
        if (lifetime.isPresent()) policy = policy.withTimeToLive(lifetime.get());
        DocumentCollection<JsonText> open = store.documents().collection(collection, StateForm.json(), policy);
        long from = open.sequence();
        load(open);
        documents = open;
        following = Thread.ofVirtual().name("following " + collection).start(() -> follow(open, from));
        return open;
    }

    private void load(DocumentCollection<JsonText> open) {
        Set<String> seen = new HashSet<>();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<Document<JsonText>, DocumentId> page = open.list(after, PAGE);
            for (Document<JsonText> document : page.items()) {
                seen.add(document.id().text());
                apply(document.id(), document.version(), Optional.of(document.value()));
            }
            after = page.next();
        } while (after.isPresent());
        kinds.values().forEach(members -> members.retain(seen));
        isLoaded = true;
        kinds.values().forEach(Members::changed);
    }

    private void follow(DocumentCollection<JsonText> open, long from) {
        long after = from;
        while (!isClosing(Duration.ZERO)) {
            try (Feed<JsonText> feed = open.follow(after)) {
                boolean isGone = false;
                while (!isGone && !isClosing(Duration.ZERO)) isGone = !apply(feed);
                after = open.sequence();
                if (isGone) load(open);
            } catch (StorageException failure) {
                LOG.debug("{} cannot be followed now", collection, failure);
                if (isClosing(RETRY)) return;
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** Applies the next changes. Returns whether there may be more. */
    private boolean apply(Feed<JsonText> feed) throws InterruptedException {
        return switch (feed.next(MOST_CHANGES, LOOK)) {
            case Feed.PollResult.Changes<JsonText>(var changes) -> {
                for (Change<JsonText> change : changes) {
                    Members<?> changed = apply(change.id(), change.version(), change.value());
                    if (changed != null) changed.changed();
                }
                yield true;
            }
            case Feed.PollResult.Gone<JsonText> _ -> false;
        };
    }

    private @Nullable Members<?> apply(DocumentId id, Version version, Optional<JsonText> text) {
        int colon = id.text().indexOf(':');
        Members<?> members = colon < 0 ? null : kinds.get(id.text().substring(0, colon));
        if (members != null) members.apply(id.text().substring(colon + 1), version, text);
        return members;
    }

    /** @throws IOException if it cannot be stored now */
    Write create(DocumentId id, JsonText text) throws IOException {
        return opened().create(id, text);
    }

    /** @throws IOException if it cannot be stored now */
    Write put(DocumentId id, Version expected, JsonText text) throws IOException {
        return opened().put(id, expected, text);
    }

    /** @throws IOException if it cannot be removed now */
    Write delete(DocumentId id, Version expected) throws IOException {
        return opened().delete(id, expected);
    }

    /**
     * Waits until this node has seen what all nodes have acknowledged. Creates nothing where there is nothing.
     *
     * @throws IOException if the cluster does not answer
     */
    void awaitCurrent() throws IOException {
        if (!store.mayHaveMembers()) return;
        try {
            opened().current().get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupt);
        } catch (ExecutionException | TimeoutException unanswered) {
            throw new IOException("the cluster does not answer", unanswered);
        }
    }

    private boolean isClosing(Duration longestWait) {
        try {
            return closing.await(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        Thread running;
        synchronized (this) {
            running = following;
        }
        if (running == null) return;
        try {
            running.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
