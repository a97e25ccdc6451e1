package vesper.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;

/**
 * The members of the cluster. Each node publishes a description of itself every two seconds, and a node that has not
 * for {@link Bucket#VALUE_TTL} is no longer a member.
 */
final class Members implements Closeable {
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final String PREFIX = "member.";

    private record ReceivedMember(Member member, long atNanos) {
        boolean isFresh() {
            return System.nanoTime() - atNanos < Bucket.VALUE_TTL.toNanos();
        }
    }

    private final Bucket bucket;
    private final String key;
    private final Runnable onMemberLeft;
    private final BucketWatch watch;
    private final Codec codec = new Codec(false);
    private final Map<String, ReceivedMember> received = new ConcurrentHashMap<>();
    private final PeriodicTask task = new PeriodicTask("cluster-members", PAUSE, this::runRound);
    private volatile @Nullable Supplier<Member> self;
    /**
     * True once this node has published itself since {@link #watch} last started. Used by the thread of the rounds
     * only.
     */
    private boolean hasPublished;

    /**
     * @param connectionChanges changes whenever the watch may have broken
     * @param onMemberLeft runs when a node announces that it leaves
     */
    Members(Bucket bucket, String node, LongSupplier connectionChanges, Runnable onMemberLeft) {
        this.bucket = bucket;
        this.key = PREFIX + node;
        this.onMemberLeft = onMemberLeft;
        this.watch = new BucketWatch(bucket, PREFIX + ">", connectionChanges, this::onValue);
    }

    void start() {
        task.start();
    }

    void publish(Supplier<Member> supplier) {
        self = supplier;
        task.runNow();
    }

    private void runRound() throws IOException {
        received.values().removeIf(each -> !each.isFresh());
        if (!isWatching()) restartWatch();
        Supplier<Member> supplier = self;
        if (supplier != null) bucket.put(key, codec.write(MediaFormat.JSON, supplier.get()));
        hasPublished = supplier != null;
    }

    /**
     * Returns whether the watch works. A node that publishes but does not receive its own description receives nothing.
     */
    private boolean isWatching() {
        return watch.isIntact() && (!hasPublished || received.containsKey(key));
    }

    private void restartWatch() throws IOException {
        watch.restart();
        hasPublished = false;
    }

    private void onValue(String publishedKey, Optional<byte[]> value) {
        // A newer version of Vesper may have added fields, or changed them.
        if (value.isPresent()
                && codec.read(MediaFormat.JSON, value.get(), Member.class)
                        instanceof DecodeResult.Value<Object>(var read)
                && read instanceof Member member) {
            received.put(publishedKey, new ReceivedMember(member, System.nanoTime()));
        } else {
            received.remove(publishedKey);
            if (value.isEmpty()) onMemberLeft.run();
        }
    }

    List<Member> current() {
        return received.values().stream()
                .filter(ReceivedMember::isFresh)
                .map(ReceivedMember::member)
                .sorted(Comparator.comparing(Member::address).thenComparing(Member::node))
                .toList();
    }

    @Override
    public void close() {
        task.close();
        if (self != null) bucket.deleteQuietly(key);
    }
}
