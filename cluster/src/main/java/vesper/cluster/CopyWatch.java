package vesper.cluster;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.CopyPart;

/**
 * Checks that all nodes have the same documents. The leader of a collection publishes digests of its copy, a few
 * documents every two seconds. After the last document it pauses for a minute, or until a node joins. Each other node
 * compares the digests with its own copy. Differences are reported and nothing is changed, since no node can know which
 * copy is right.
 */
final class CopyWatch implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** Pause between the end of one pass over a collection and the start of the next. */
    private static final Duration PASS_INTERVAL = Duration.ofMinutes(1);

    /** Age at which a watch is replaced. One that has broken silently looks like one that has nothing to deliver. */
    private static final Duration WATCH_MAX_AGE = Duration.ofMinutes(1);

    private static final String PREFIX = "copy.";
    /** Limit for each collection. */
    private static final int MAX_DIFFERENCES = 100;

    /** @param node that has this copy */
    record PublishedPart(String node, CopyPart part) {
        PublishedPart {
            requireNonNull(node);
            requireNonNull(part);
        }
    }

    private final Bucket bucket;
    private final String node;
    private final Map<String, JetStreamLog> logs;
    private final Supplier<Set<String>> members;
    private final BucketWatch watch;
    private final Codec codec = new Codec(false);
    private final PeriodicTask task = new PeriodicTask("cluster-copies", PAUSE, this::runRound);

    /** Last part received from another node, by collection, until it is compared. */
    private final Map<String, PublishedPart> received = new ConcurrentHashMap<>();
    /** Differences found, by collection and document id. */
    private final SortedMap<String, SortedMap<String, String>> differences = new ConcurrentSkipListMap<>();

    private final AtomicLong comparedCount = new AtomicLong();

    /**
     * Id after which the next part starts, for each collection that this node leads. Used by the thread of the rounds
     * only, like the fields below.
     */
    private final Map<String, String> nextAfter = new HashMap<>();
    /** Time when the last part was published, for each collection whose pass has ended. */
    private final Map<String, Long> passEndedAt = new HashMap<>();

    private Set<String> knownNodes = Set.of();
    private int nextCollection;

    /**
     * @param logs by collection
     * @param members returns the current nodes, including this one
     * @param connectionChanges changes whenever the watch may have broken
     */
    CopyWatch(
            Bucket bucket,
            String node,
            Map<String, JetStreamLog> logs,
            Supplier<Set<String>> members,
            LongSupplier connectionChanges) {
        this.bucket = bucket;
        this.node = node;
        this.logs = logs;
        this.members = members;
        this.watch = new BucketWatch(bucket, PREFIX + ">", connectionChanges, this::onPart);
    }

    void start() {
        task.start();
    }

    private void runRound() throws IOException {
        if (!watch.isIntact() || watch.isOlderThan(WATCH_MAX_AGE)) watch.restart();
        received.forEach(this::compareOrDrop);
        Set<String> current = members.get();
        // A node that has just joined may have different documents on its disk.
        if (!knownNodes.containsAll(current)) passEndedAt.clear();
        knownNodes = current;
        if (current.size() > 1) publishNextPart();
    }

    private void onPart(String key, Optional<byte[]> value) {
        // A newer version of Vesper may have changed the format.
        if (value.isPresent()
                && codec.read(MediaFormat.JSON, value.get(), PublishedPart.class)
                        instanceof DecodeResult.Value<Object>(var read)
                && read instanceof PublishedPart published
                && !published.node().equals(node)) {
            String collection = key.substring(PREFIX.length());
            // If the collection is not open here yet, a later pass will send the part again.
            if (logs.containsKey(collection)) received.put(collection, published);
        }
    }

    /** Publishes the next few documents of one of the collections that this node leads. */
    private void publishNextPart() throws IOException {
        long now = System.nanoTime();
        passEndedAt.values().removeIf(at -> now - at > PASS_INTERVAL.toNanos());
        List<String> led = logs.entrySet().stream()
                .filter(each -> each.getValue().term().isPresent())
                .map(Map.Entry::getKey)
                .filter(each -> !passEndedAt.containsKey(each))
                .sorted()
                .toList();
        if (led.isEmpty()) return;
        String collection = led.get(Math.floorMod(nextCollection++, led.size()));
        JetStreamLog log = logs.get(collection);
        Optional<CopyPart> part = log == null ? Optional.empty() : log.part(nextAfter.getOrDefault(collection, ""));
        if (part.isEmpty()) return;
        var published = new PublishedPart(node, part.get());
        bucket.put(PREFIX + collection, codec.write(MediaFormat.JSON, published));
        nextAfter.put(collection, published.part().last());
        if (published.part().last().isEmpty()) passEndedAt.put(collection, now);
        // Drop differences that this node found under another leader. The other nodes compare these documents now.
        updateDifferences(collection, published, new TreeMap<>());
    }

    /** Compares a part, or drops it if that fails, so that the other collections are still compared. */
    private void compareOrDrop(String collection, PublishedPart published) {
        try {
            compare(collection, published);
        } catch (RuntimeException failure) {
            received.remove(collection, published);
            LOG.warn("could not compare collection {} with the copy of node {}", collection, published.node(), failure);
        }
    }

    /**
     * Compares a part with this node's copy. If the copy is still behind it, the part waits for a later round, unless a
     * newer part replaces it.
     */
    private void compare(String collection, PublishedPart published) {
        JetStreamLog log = logs.get(collection);
        Optional<SortedMap<String, String>> found = log == null ? Optional.empty() : log.differences(published.part());
        if (found.isEmpty()) return;
        received.remove(collection, published);
        comparedCount.addAndGet(published.part().items().size());
        updateDifferences(collection, published, found.get());
    }

    private void updateDifferences(String collection, PublishedPart published, SortedMap<String, String> found) {
        SortedMap<String, String> before = differences.computeIfAbsent(collection, _ -> new ConcurrentSkipListMap<>());
        before.keySet().removeIf(id -> published.part().covers(id) && !found.containsKey(id));
        found.forEach((id, what) -> {
            if (before.size() >= MAX_DIFFERENCES && !before.containsKey(id)) return;
            if (before.put(id, what) != null) return;
            LOG.error(
                    "document {} of collection {} differs from the copy of another node: {} ({})",
                    id,
                    collection,
                    what,
                    published.node());
        });
    }

    /** Describes, in sentences, the documents that differed when they were last compared. */
    List<String> differences() {
        List<String> all = new ArrayList<>();
        differences.forEach((collection, documents) -> {
            if (!logs.containsKey(collection)) return;
            documents.forEach((id, what) -> all.add("document " + id + " of collection " + collection + ": " + what));
        });
        return all;
    }

    /** Returns how many documents have been compared. */
    long comparedCount() {
        return comparedCount.get();
    }

    @Override
    public void close() {
        task.close();
    }
}
