package vesper.services.collections;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.documents.DocumentCollection;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Storage;
import vesper.documents.queries.CursorKey;
import vesper.documents.queries.IndexPolicy;
import vesper.documents.queries.IndexStatus;
import vesper.documents.queries.QueryIndex;
import vesper.rest.triggers.RunningTrigger;
import vesper.rest.triggers.Triggers;
import vesper.services.timers.TimerStore;
import vesper.services.webhooks.WebhookSettings;
import vesper.services.webhooks.Webhooks;

/**
 * The documents of a server, in the collections that its packages declare. The storage is opened when it is first
 * needed. Thread-safe.
 */
public final class OpenCollections implements Closeable {
    /** Maximum size of a schema file. */
    public static final int MAX_SCHEMA_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(OpenCollections.class);
    private static final String INDEXES = "index";

    /** Every collection that is not in memory has an index with its own thread. */
    private static final int MAX_COLLECTIONS = 1000;

    private final Path folder;
    private final DocumentsOptions options;
    private final WebhookSettings webhookSettings;
    private final SecureRandom random;
    private final InstantSource clock;
    private final ReplicationMode replicated;
    private final CursorKey cursors;
    private final DocumentIds ids;
    /** The owners of the declared collections, by the name of the collection. */
    private final Map<String, Owner> owners = new ConcurrentHashMap<>();

    private final Map<String, QueryIndex> indexes = new ConcurrentHashMap<>();
    /** Background activities by the folder of the package. */
    private final Map<String, RunningActivities> active = new HashMap<>();

    private final Triggers triggers;

    private volatile @Nullable Documents documents;
    private @Nullable Webhooks webhooks;
    private boolean closed;

    /**
     * @param folder folder of durable documents, created when the first durable collection is declared
     * @param replicated how replicated collections are stored
     */
    public OpenCollections(
            Path folder,
            DocumentsOptions options,
            ReplicationMode replicated,
            WebhookSettings webhookSettings,
            InstantSource clock,
            SecureRandom random) {
        this(folder, options, replicated, webhookSettings, clock, random, Triggers.unrecorded());
    }

    /**
     * @param folder folder of durable documents, created when the first durable collection is declared
     * @param replicated how replicated collections are stored
     * @param triggers lists and runs timers, tasks and deliveries
     */
    public OpenCollections(
            Path folder,
            DocumentsOptions options,
            ReplicationMode replicated,
            WebhookSettings webhookSettings,
            InstantSource clock,
            SecureRandom random,
            Triggers triggers) {
        this.folder = folder;
        this.triggers = triggers;
        this.options = options;
        this.replicated = replicated;
        this.webhookSettings = webhookSettings;
        this.random = random;
        this.clock = clock;
        this.cursors = CursorKey.random(random);
        this.ids = new DocumentIds(clock, random);
    }

    /**
     * Starts to open existing documents in the background, in parallel with the rest of the server's start. Failures
     * are reported to the first caller that needs the documents.
     */
    public void openInBackground() {
        if (!Files.isDirectory(folder)) return;
        Thread.ofPlatform().daemon().name("documents-opening").start(() -> {
            try {
                documents();
            } catch (IOException | RuntimeException failure) {
                LOG.debug("documents are not open yet", failure);
            }
        });
    }

    /**
     * Opens the collections that a package declares. An open collection takes the form that the package declares now.
     * Collections that the package no longer declares become available to other packages; their documents are kept.
     *
     * @param owner identifies the package: its folder, which stays the same if the package is renamed
     * @param packageName for messages
     * @param schemas schema files of the package, by their paths in its folder
     * @param codec codec for the package's classes
     * @throws BadDeclarationException if a collection cannot be opened as declared; the package then keeps its previous
     *     ones
     */
    public synchronized List<OpenCollection<?>> open(
            String owner, String packageName, List<Declaration> declared, Map<String, ByteBuffer> schemas, Codec codec)
            throws BadDeclarationException {
        if (declared.isEmpty()) {
            releaseNames(owner);
            return List.of();
        }
        for (Declaration each : declared) requireAvailableName(each, owner, declared);
        long others = owners.values().stream()
                .filter(other -> !other.folder().equals(owner))
                .count();
        if (others + declared.size() > MAX_COLLECTIONS) {
            throw new BadDeclarationException("package " + packageName + " declares " + declared.size()
                    + " collections and other packages have " + others + "; the limit is " + MAX_COLLECTIONS);
        }
        List<OpenCollection<?>> opened = new ArrayList<>();
        try {
            var opener = new CollectionOpener(packageName, schemas, codec, documents(), webhooks(), this::index, clock);
            List<CollectionOpener.CheckedDeclaration> checked = new ArrayList<>();
            for (Declaration each : declared) checked.add(opener.check(replicated.resolve(each)));
            // The previous declarations no longer apply from here on.
            for (CollectionOpener.CheckedDeclaration each : checked) opened.add(each.open());
        } catch (IOException failure) {
            throw new BadDeclarationException("documents cannot be opened: " + failure.getMessage());
        }
        releaseNames(owner);
        declared.forEach(each -> owners.put(each.name(), new Owner(owner, packageName)));
        return opened;
    }

    private void requireAvailableName(Declaration declared, String owner, List<Declaration> all)
            throws BadDeclarationException {
        Owner current = owners.get(declared.name());
        if (current != null && !current.folder().equals(owner)) {
            throw new BadDeclarationException(declared.origin() + ": collection " + declared.name()
                    + " belongs to package " + current.packageName());
        }
        if (declared.name().startsWith(TimerStore.RESERVED_PREFIX)) {
            throw new BadDeclarationException(
                    declared.origin() + ": " + declared.name() + ": names that start with vesper. are reserved");
        }
        for (Declaration other : all) {
            if (!other.equals(declared) && other.name().equals(declared.name())) {
                throw new BadDeclarationException(
                        declared.origin() + ": collection " + declared.name() + " is declared by " + other.origin());
            }
        }
    }

    /**
     * Starts the background activities of a package, after ending its previous ones.
     *
     * @param owner as for {@link #open}
     * @param opened the result of {@link #open}
     */
    public void activate(String owner, String packageName, List<OpenCollection<?>> opened) {
        RunningActivities before = remove(owner);
        if (before != null) before.stop(triggers);
        if (opened.isEmpty()) return;
        List<Activity> activities =
                opened.stream().flatMap(each -> each.activities().stream()).toList();
        activities.forEach(activity -> activity.start().run());
        List<RunningTrigger> running = opened.stream()
                .flatMap(each -> each.triggers().stream())
                .map(trigger -> triggers.run(trigger, owner, packageName))
                .toList();
        put(owner, new RunningActivities(activities, running));
    }

    private synchronized @Nullable RunningActivities remove(String owner) {
        return active.remove(owner);
    }

    private synchronized void put(String owner, RunningActivities running) {
        active.put(owner, running);
    }

    /** A package: its folder, which identifies it, and its name at the moment, for messages. */
    private record Owner(String folder, String packageName) {}

    /** The background activities and triggers of the collections of a package. */
    private record RunningActivities(List<Activity> activities, List<RunningTrigger> running) {
        void stop(Triggers triggers) {
            running.forEach(triggers::stopAndRemove);
            activities.forEach(activity -> activity.stop().run());
        }
    }

    /** Ends the activities of a package and makes its collections available to other packages. Documents are kept. */
    public void release(String owner) {
        activate(owner, "", List.of());
        releaseNames(owner);
    }

    private synchronized void releaseNames(String owner) {
        owners.values().removeIf(each -> each.folder().equals(owner));
    }

    /** Opens an index that reads documents as JSON, so it does not depend on the package's classes. */
    private Optional<QueryIndex> index(Declaration declared) throws IOException {
        if (declared.policy().storage() == Storage.MEMORY) return Optional.empty();
        QueryIndex known = indexes.get(declared.name());
        if (known != null) return Optional.of(known);
        DocumentCollection<JsonText> json =
                documents().collection(declared.name(), StateForm.json(), declared.policy());
        QueryIndex index = QueryIndex.open(
                indexFolder(folder, declared.name()), new CollectionIndexSource(json), IndexPolicy.DEFAULTS, clock);
        indexes.put(declared.name(), index);
        return Optional.of(index);
    }

    /** Returns the folder of a collection's index inside the folder of documents. */
    public static Path indexFolder(Path folder, String collection) {
        return folder.resolve(INDEXES).resolve(collection);
    }

    /** Returns the webhooks of all collections. */
    public synchronized Webhooks webhooks() throws IOException {
        Webhooks open = webhooks;
        if (open == null) {
            Codec codec = new Codec(false);
            webhooks = open = Webhooks.open(documents(), webhookSettings, codec, clock, random, triggers);
        }
        return open;
    }

    /** Returns all documents, for code that accesses them directly. */
    public synchronized Documents documents() throws IOException {
        if (closed) throw new IOException("the server stops");
        Documents open = documents;
        if (open == null) documents = open = replicated.open(folder, clock, options);
        return open;
    }

    public CursorKey cursors() {
        return cursors;
    }

    public Supplier<UUID> ids() {
        return ids;
    }

    public InstantSource clock() {
        return clock;
    }

    /** Returns the name of a collection in which this node is still catching up, or empty if it is up to date. */
    public Optional<String> catchingUp() {
        return replicas()
                .filter(DocumentCollection::isCatchingUp)
                .map(DocumentCollection::name)
                .findFirst();
    }

    /** Returns the largest replication lag of all collections, or empty if it is not known for one of them. */
    public Optional<Duration> lag() {
        if (replicas().anyMatch(each -> each.lag().isEmpty())) return Optional.empty();
        return Optional.of(replicas()
                .flatMap(each -> each.lag().stream())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO));
    }

    private Stream<DocumentCollection<?>> replicas() {
        Documents open = documents;
        return open == null
                ? Stream.of()
                : open.collections().stream().filter(each -> each.policy().storage() == Storage.REPLICATED);
    }

    /** Returns empty if no collection is open. */
    public Optional<CollectionsStatus> status() {
        if (owners.isEmpty()) return Optional.empty();
        List<IndexStatus> found =
                indexes.values().stream().map(QueryIndex::status).toList();
        Documents open = documents;
        Optional<String> trouble =
                open == null ? Optional.empty() : open.trouble().map(Throwable::getMessage);
        return Optional.of(new CollectionsStatus(
                owners.size(),
                found.stream().mapToLong(IndexStatus::lag).sum(),
                trouble.or(() ->
                        found.stream().flatMap(it -> it.trouble().stream()).findFirst())));
    }

    /** Returns summaries of all declared collections, ordered by name. */
    public List<CollectionSummary> summaries() {
        Documents open = documents;
        if (open == null) return List.of();
        return open.collections().stream()
                .filter(each -> owners.containsKey(each.name()))
                .map(each -> CollectionSummary.of(each, packageOf(each.name()), indexLag(each.name())))
                .sorted(Comparator.comparing(CollectionSummary::name))
                .toList();
    }

    private String packageOf(String collection) {
        Owner owner = owners.get(collection);
        return owner == null ? "" : owner.packageName();
    }

    private OptionalLong indexLag(String collection) {
        QueryIndex index = indexes.get(collection);
        return index == null
                ? OptionalLong.empty()
                : OptionalLong.of(index.status().lagMillis());
    }

    @Override
    public void close() {
        List<String> packages;
        synchronized (this) {
            packages = List.copyOf(active.keySet());
        }
        packages.forEach(each -> activate(each, "", List.of()));
        closeDocuments();
    }

    private synchronized void closeDocuments() {
        closed = true;
        List<Closeable> open = new ArrayList<>(indexes.values());
        if (webhooks != null) open.addFirst(webhooks);
        if (documents != null) open.add(documents);
        for (Closeable each : open) {
            try {
                each.close();
            } catch (IOException | RuntimeException failure) {
                LOG.error("documents could not be closed cleanly", failure);
            }
        }
    }
}
