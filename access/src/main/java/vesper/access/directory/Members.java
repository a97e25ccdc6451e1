package vesper.access.directory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.Change;
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
 * The members of one kind. Each is a document, and all of them are in memory too, since every request may need one. A
 * change is stored before it takes effect here; changes of other nodes follow as soon as this node receives them.
 * Thread-safe.
 */
public final class Members<T extends Member> implements Closeable {
    /** Limit of the members of one kind, which bounds the memory that they take. */
    public static final int MOST = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Members.class);
    private static final int PAGE = 1000;
    private static final int MOST_CHANGES = 100;
    /** Interval at which the follower checks whether the server stops. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final long LONGEST_WAIT_SECONDS = 5;
    /** Delay before another attempt to open the documents. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final String collection;
    private final Class<T> type;
    private final Codec codec = new Codec(false);
    private final DirectoryStore store;
    private final Consumer<Members<T>> onChange;
    private final Map<String, Stored<T>> members = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean isLoaded;
    private @Nullable DocumentCollection<JsonText> documents;
    private @Nullable Thread following;

    /**
     * @param collection name of the collection
     * @param onChange called after each change, by any thread
     */
    Members(String collection, Class<T> type, DirectoryStore store, Consumer<Members<T>> onChange) {
        this.collection = collection;
        this.type = type;
        this.store = store;
        this.onChange = onChange;
    }

    /**
     * Loads the members, and follows their changes until closed.
     *
     * @throws IOException if they cannot be read
     */
    void open() throws IOException {
        if (!store.mayHaveMembers()) {
            isLoaded = true;
            return;
        }
        opened();
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
        DocumentCollection<JsonText> open = store.documents().collection(collection, StateForm.json(), store.policy());
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
                apply(document.id().text(), document.version(), Optional.of(document.value()));
            }
            after = page.next();
        } while (after.isPresent());
        members.keySet().retainAll(seen);
        isLoaded = true;
        onChange.accept(this);
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
            case Feed.Told.Changes<JsonText>(var changes) -> {
                for (Change<JsonText> change : changes) apply(change.id().text(), change.version(), change.value());
                if (!changes.isEmpty()) onChange.accept(this);
                yield true;
            }
            case Feed.Told.Gone<JsonText> _ -> false;
        };
    }

    /** Applies a version unless a newer one is there already. */
    private void apply(String id, Version version, Optional<JsonText> text) {
        Optional<T> read = text.flatMap(json -> read(id, json));
        members.compute(id, (_, known) -> {
            boolean isOld = known != null && known.version().number() > version.number();
            if (isOld) return known;
            return read.isPresent() ? new Stored<>(read.get(), version) : null;
        });
    }

    /** A newer server may have written what this one cannot read. Such a member is missing here, which admits nobody. */
    private Optional<T> read(String id, JsonText json) {
        if (codec.read(MediaFormat.JSON, json.utf8(), type) instanceof DecodeResult.Value<Object>(var value)
                && value != null) {
            return Optional.of(type.cast(value));
        }
        LOG.error("{} {} cannot be read and is ignored", collection, id);
        return Optional.empty();
    }

    public Optional<T> find(String id) {
        return Optional.ofNullable(members.get(id)).map(Stored::member);
    }

    public Optional<Stored<T>> stored(String id) {
        return Optional.ofNullable(members.get(id));
    }

    /** Returns all members, in no order. */
    public Collection<Stored<T>> all() {
        return members.values();
    }

    public int count() {
        return members.size();
    }

    /**
     * Stores a new member.
     *
     * @throws IOException if it cannot be stored now
     */
    public Write create(T member) throws IOException {
        return write(member, open -> open.create(new DocumentId(member.id()), text(member)));
    }

    /**
     * Replaces a member in a version.
     *
     * @throws IOException if it cannot be stored now
     */
    public Write replace(Version expected, T member) throws IOException {
        return write(member, open -> open.put(new DocumentId(member.id()), expected, text(member)));
    }

    /**
     * Removes a member.
     *
     * @throws IOException if it cannot be removed now
     */
    public Write remove(String id, Version expected) throws IOException {
        Write outcome = opened().delete(new DocumentId(id), expected);
        if (outcome instanceof Write.Stored stored) {
            apply(id, stored.version(), Optional.empty());
            onChange.accept(this);
        }
        return outcome;
    }

    private interface OneWrite {
        Write to(DocumentCollection<JsonText> open);
    }

    private Write write(T member, OneWrite write) throws IOException {
        Write outcome = write.to(opened());
        if (outcome instanceof Write.Stored stored) {
            apply(member.id(), stored.version(), Optional.of(text(member)));
            onChange.accept(this);
        }
        return outcome;
    }

    private JsonText text(T member) {
        return JsonText.of(member, codec);
    }

    /**
     * Waits until this node has seen what all nodes have acknowledged.
     *
     * @throws IOException if the cluster does not answer
     */
    public void awaitCurrent() throws IOException {
        try {
            opened().current().get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted");
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
