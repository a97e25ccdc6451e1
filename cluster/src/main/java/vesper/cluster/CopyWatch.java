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
import vesper.codec.Decoded;
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
    private static final Duration REST = Duration.ofMinutes(1);

    /** Age at which a watch is replaced. One that has broken silently looks like one that has nothing to deliver. */
    private static final Duration HEARING = Duration.ofMinutes(1);

    private static final String PREFIX = "copy.";
    /** Limit for each collection. */
    private static final int MOST_DIFFERENCES = 100;

    /** @param node that has this copy */
    record Told(String node, CopyPart part) {
        Told {
            requireNonNull(node);
            requireNonNull(part);
        }
    }

    private final Bucket bucket;
    private final String node;
    private final Map<String, JetStreamLog> logs;
    private final Supplier<Set<String>> members;
    private final Listening listening;
    private final Codec codec = new Codec(false);
    private final Rounds rounds = new Rounds("cluster-copies", PAUSE, this::round);

    /** Last part received from another node, by collection, until it is compared. */
    private final Map<String, Told> heard = new ConcurrentHashMap<>();
    /** Differences found, by collection and document id. */
    private final SortedMap<String, SortedMap<String, String>> differences = new ConcurrentSkipListMap<>();

    private final AtomicLong compared = new AtomicLong();

    /**
     * Id after which the next part starts, for each collection that this node leads. Used by the thread of the rounds
     * only, like the fields below.
     */
    private final Map<String, String> places = new HashMap<>();
    /** Time when the last part was published, for each collection whose pass has ended. */
    private final Map<String, Long> ended = new HashMap<>();

    private Set<String> known = Set.of();
    private int turn;

    /**
     * @param logs by collection
     * @param members returns the current nodes, including this one
     * @param turns changes whenever the watch may have broken
     */
    CopyWatch(
            Bucket bucket,
            String node,
            Map<String, JetStreamLog> logs,
            Supplier<Set<String>> members,
            LongSupplier turns) {
        this.bucket = bucket;
        this.node = node;
        this.logs = logs;
        this.members = members;
        this.listening = new Listening(bucket, PREFIX + ">", turns, this::hear);
    }

    void start() {
        rounds.start();
    }

    private void round() throws IOException {
        if (!listening.isWhole() || listening.isOlderThan(HEARING)) listening.begin();
        heard.forEach(this::compareIfPossible);
        Set<String> there = members.get();
        // A node that has just joined may have different documents on its disk.
        if (!known.containsAll(there)) ended.clear();
        known = there;
        if (there.size() > 1) tell();
    }

    private void hear(String key, Optional<byte[]> value) {
        // A newer version of Vesper may have changed the format.
        if (value.isPresent()
                && codec.read(MediaFormat.JSON, value.get(), Told.class) instanceof Decoded.Value<Object>(var read)
                && read instanceof Told told
                && !told.node().equals(node)) {
            String collection = key.substring(PREFIX.length());
            // If the collection is not open here yet, a later pass will send the part again.
            if (logs.containsKey(collection)) heard.put(collection, told);
        }
    }

    /** Publishes the next few documents of one of the collections that this node leads. */
    private void tell() throws IOException {
        long now = System.nanoTime();
        ended.values().removeIf(at -> now - at > REST.toNanos());
        List<String> led = logs.entrySet().stream()
                .filter(each -> each.getValue().term().isPresent())
                .map(Map.Entry::getKey)
                .filter(each -> !ended.containsKey(each))
                .sorted()
                .toList();
        if (led.isEmpty()) return;
        String collection = led.get(Math.floorMod(turn++, led.size()));
        JetStreamLog log = logs.get(collection);
        Optional<CopyPart> part = log == null ? Optional.empty() : log.part(places.getOrDefault(collection, ""));
        if (part.isEmpty()) return;
        var told = new Told(node, part.get());
        bucket.put(PREFIX + collection, codec.write(MediaFormat.JSON, told));
        places.put(collection, told.part().last());
        if (told.part().last().isEmpty()) ended.put(collection, now);
        // Drop differences that this node found under another leader. The other nodes compare these documents now.
        keep(collection, told, new TreeMap<>());
    }

    /** Compares a part, or drops it if that fails, so that the other collections are still compared. */
    private void compareIfPossible(String collection, Told told) {
        try {
            compare(collection, told);
        } catch (RuntimeException failure) {
            heard.remove(collection, told);
            LOG.warn("what node {} told of collection {} could not be compared", told.node(), collection, failure);
        }
    }

    /**
     * Compares a part with this node's copy. If the copy is still behind it, the part waits for a later round, unless a
     * newer part replaces it.
     */
    private void compare(String collection, Told told) {
        JetStreamLog log = logs.get(collection);
        Optional<SortedMap<String, String>> found = log == null ? Optional.empty() : log.differences(told.part());
        if (found.isEmpty()) return;
        heard.remove(collection, told);
        compared.addAndGet(told.part().items().size());
        keep(collection, told, found.get());
    }

    private void keep(String collection, Told told, SortedMap<String, String> found) {
        SortedMap<String, String> before = differences.computeIfAbsent(collection, _ -> new ConcurrentSkipListMap<>());
        before.keySet().removeIf(id -> told.part().covers(id) && !found.containsKey(id));
        found.forEach((id, what) -> {
            if (before.size() >= MOST_DIFFERENCES && !before.containsKey(id)) return;
            if (before.put(id, what) != null) return;
            LOG.error(
                    "document {} of collection {} is not the same on all nodes: {} ({})",
                    id,
                    collection,
                    what,
                    told.node());
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
    long compared() {
        return compared.get();
    }

    @Override
    public void close() {
        rounds.close();
    }
}
