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
 * Whether all nodes have the same documents. The node that leads a collection tells what it has, some documents every two
 * seconds until it was all, and again after a minute or when a node has come, and each other node compares that with its
 * own. What is not the same is said and changes nothing: which of two copies is right, nobody here can know.
 */
final class CopyWatch implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** From when all of a collection was told until it is again. */
    private static final Duration REST = Duration.ofMinutes(1);

    /** One that nothing is heard through any more looks like one that nothing is said through. */
    private static final Duration HEARING = Duration.ofMinutes(1);

    private static final String PREFIX = "copy.";
    /** Of one collection. */
    private static final int MOST_DIFFERENCES = 100;

    /** @param node which has it */
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

    /** What others have said last, by collection; each until it was compared. */
    private final Map<String, Told> heard = new ConcurrentHashMap<>();
    /** What was not the same, by collection and document. */
    private final SortedMap<String, SortedMap<String, String>> differences = new ConcurrentSkipListMap<>();

    private final AtomicLong compared = new AtomicLong();

    /** Where the next part begins of each collection that this node leads. Of the thread that does rounds, as what follows is. */
    private final Map<String, String> places = new HashMap<>();
    /** When the last part was told of those that rest. */
    private final Map<String, Long> ended = new HashMap<>();

    private Set<String> known = Set.of();
    private int turn;

    /**
     * @param logs by collection
     * @param members the nodes that are there, this one included
     * @param turns changes whenever what was heard through may be broken
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
        // Who has just come may have something else on its disk.
        if (!known.containsAll(there)) ended.clear();
        known = there;
        if (there.size() > 1) tell();
    }

    private void hear(String key, Optional<byte[]> value) {
        // A newer node may say it otherwise.
        if (value.isPresent()
                && codec.read(MediaFormat.JSON, value.get(), Told.class) instanceof Decoded.Value<Object>(var read)
                && read instanceof Told told
                && !told.node().equals(node)) {
            String collection = key.substring(PREFIX.length());
            // What is told of a collection that is not here yet is told again.
            if (logs.containsKey(collection)) heard.put(collection, told);
        }
    }

    /** Tells some documents more of one of the collections that this node leads. */
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
        // What it has found while another one led is compared by others now.
        keep(collection, told, new TreeMap<>());
    }

    /** What cannot be compared keeps no other collection from it. */
    private void compareIfPossible(String collection, Told told) {
        try {
            compare(collection, told);
        } catch (RuntimeException failure) {
            heard.remove(collection, told);
            LOG.warn("what node {} told of collection {} could not be compared", told.node(), collection, failure);
        }
    }

    /** Where this node was told less, it is compared when it was told as much, if nothing newer is said until then. */
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

    /** What was not the same when it was compared last, in sentences. */
    List<String> differences() {
        List<String> all = new ArrayList<>();
        differences.forEach((collection, documents) -> {
            if (!logs.containsKey(collection)) return;
            documents.forEach((id, what) -> all.add("document " + id + " of collection " + collection + ": " + what));
        });
        return all;
    }

    /** How many documents were compared. */
    long compared() {
        return compared.get();
    }

    @Override
    public void close() {
        rounds.close();
    }
}
