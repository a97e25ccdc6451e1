package vesper.launcher.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.access.Access;
import vesper.documents.CollectionPolicy;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.records.admin.Records;
import vesper.records.rules.RuleBook;
import vesper.records.rules.SharedRules;
import vesper.services.collections.OpenCollections;

/**
 * Shares the rules of recording, throttling and access among the nodes of a cluster. All rules of one kind are one
 * replicated document. If the cluster has no rules yet, it takes those of the first node that has some.
 */
final class ClusterRules implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterRules.class);
    private static final String COLLECTION = "vesper.rules";
    /** Delay before retrying to open the collection, or to offer rules that the cluster did not accept. */
    private static final Duration AGAIN = Duration.ofSeconds(2);

    /** Interval at which the thread checks whether the server is stopping. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final int MOST_CHANGES = 100;

    private final OpenCollections collections;
    private final List<RuleBook<?>> books;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread following;
    private volatile @Nullable DocumentCollection<JsonText> documents;
    private volatile String missing = "the rules were not read from the cluster yet";

    private ClusterRules(OpenCollections collections, Records records, Access access) {
        this.collections = collections;
        this.books = List.of(records.monitorRules(), records.throttlingRules(), access.rules());
        records.monitorRules().share(new RulesDocument(new DocumentId("monitor")));
        records.throttlingRules().share(new RulesDocument(new DocumentId("throttling")));
        access.rules().share(new RulesDocument(new DocumentId("access")));
        this.following = Thread.ofVirtual().name("cluster rules").start(this::follow);
    }

    /** Starts sharing rules, until closed. The rules stay the same until the cluster delivers others. */
    static ClusterRules share(OpenCollections collections, Records records, Access access) {
        return new ClusterRules(collections, records, access);
    }

    private void follow() {
        while (!isClosing(Duration.ZERO)) {
            try {
                followUntilClosed(opened());
            } catch (IOException | StorageException failure) {
                missing = String.valueOf(failure.getMessage());
                LOG.debug("the rules of the cluster cannot be read", failure);
                if (isClosing(AGAIN)) return;
            }
        }
    }

    private DocumentCollection<JsonText> opened() throws IOException {
        DocumentCollection<JsonText> opened =
                collections.documents().collection(COLLECTION, StateForm.json(), CollectionPolicy.REPLICATED);
        documents = opened;
        return opened;
    }

    private void followUntilClosed(DocumentCollection<JsonText> opened) throws IOException {
        Deque<RuleBook<?>> unoffered = new ArrayDeque<>(books);
        long offeredNanos = System.nanoTime() - AGAIN.toNanos();
        while (!isClosing(Duration.ZERO)) {
            try (Feed<JsonText> feed = opened.follow(opened.sequence())) {
                books.forEach(RuleBook::refresh);
                do {
                    if (System.nanoTime() - offeredNanos >= AGAIN.toNanos()) {
                        while (!unoffered.isEmpty() && offer(unoffered.getFirst())) unoffered.remove();
                        offeredNanos = System.nanoTime();
                    }
                } while (followStep(feed));
            }
        }
    }

    private boolean followStep(Feed<JsonText> feed) throws IOException {
        try {
            return switch (feed.next(MOST_CHANGES, LOOK)) {
                case Feed.PollResult.Changes<JsonText>(var changes) -> {
                    if (!changes.isEmpty()) books.forEach(RuleBook::refresh);
                    yield !isClosing(Duration.ZERO);
                }
                case Feed.PollResult.Gone<JsonText> _ -> false;
            };
        } catch (InterruptedException interrupt) {
            throw new IOException("interrupted", interrupt);
        }
    }

    /**
     * Checks, waiting at most {@code longestWait}, whether the server is stopping. An interrupt would not do: it would
     * close the files from which the thread reads documents.
     */
    private boolean isClosing(Duration longestWait) {
        try {
            return closing.await(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }

    /** Offers the rules of this node to the cluster. Returns whether this is done and need not be retried. */
    private static boolean offer(RuleBook<?> book) {
        try {
            book.offer();
            return true;
        } catch (SharedRules.TooLargeException tooLarge) {
            LOG.error("the rules of this node cannot be stored in the cluster: {}", tooLarge.getMessage());
            return true;
        } catch (IOException notNow) {
            LOG.debug("retrying to store the rules of this node in the cluster", notNow);
            return false;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            following.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The rules of one kind, stored in their document. */
    private final class RulesDocument implements SharedRules {
        private final DocumentId id;

        RulesDocument(DocumentId id) {
            this.id = id;
        }

        private DocumentCollection<JsonText> all() throws IOException {
            DocumentCollection<JsonText> opened = documents;
            if (opened == null) throw new IOException(missing);
            return opened;
        }

        @Override
        public Text known() {
            DocumentCollection<JsonText> opened = documents;
            Optional<Document<JsonText>> found = opened == null ? Optional.empty() : opened.get(id);
            return found.map(there ->
                            new Text(there.version().number(), there.value().toString()))
                    .orElse(Text.NONE);
        }

        @Override
        public Text newest() throws IOException {
            try {
                all().current().get();
                return known();
            } catch (ExecutionException unanswered) {
                throw new IOException("the cluster did not return the rules", unanswered);
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", interrupt);
            }
        }

        @Override
        public boolean replace(long version, String json) throws IOException {
            Write outcome = all().put(id, new Version(version), JsonText.written(json.getBytes(UTF_8)));
            return switch (outcome) {
                case Write.Stored _, Write.Unchanged _ -> true;
                case Write.Stale _, Write.Exists _, Write.Missing _ -> false;
                case Write.Busy _ -> throw new IOException("the cluster does not answer; nothing was changed");
                case Write.OutcomeUnknown _ ->
                    throw new IOException("the cluster did not answer in time; the change may still take effect");
                case Write.TooLarge(long size, long limit) ->
                    throw new TooLargeException("all rules of this kind would take " + size
                            + " bytes, and the cluster accepts at most " + limit);
                case Write.Unnamed _, Write.Immutable _, Write.Refused _, Write.KeyUsed _, Write.Deadlocked _ ->
                    throw new IOException("the cluster rejected the change: " + outcome);
            };
        }
    }
}
