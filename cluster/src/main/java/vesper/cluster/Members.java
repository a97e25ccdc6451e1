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
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * The members of the cluster. Each node publishes a description of itself every two seconds, and a node that has not
 * for {@link Bucket#LIFE} is no longer a member.
 */
final class Members implements Closeable {
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final String PREFIX = "member.";

    private record Heard(Member member, long atNanos) {
        boolean isNew() {
            return System.nanoTime() - atNanos < Bucket.LIFE.toNanos();
        }
    }

    private final Bucket bucket;
    private final String key;
    private final Runnable whenOneLeaves;
    private final Listening listening;
    private final Codec codec = new Codec(false);
    private final Map<String, Heard> heard = new ConcurrentHashMap<>();
    private final Rounds rounds = new Rounds("cluster-members", PAUSE, this::round);
    private volatile @Nullable Supplier<Member> self;
    /**
     * True once this node has published itself since {@link #listening} last started. Used by the thread of the rounds
     * only.
     */
    private boolean tells;

    /**
     * @param turns changes whenever the watch may have broken
     * @param whenOneLeaves runs when a node announces that it leaves
     */
    Members(Bucket bucket, String node, LongSupplier turns, Runnable whenOneLeaves) {
        this.bucket = bucket;
        this.key = PREFIX + node;
        this.whenOneLeaves = whenOneLeaves;
        this.listening = new Listening(bucket, PREFIX + ">", turns, this::hear);
    }

    void start() {
        rounds.start();
    }

    void introduce(Supplier<Member> telling) {
        self = telling;
        rounds.wake();
    }

    private void round() throws IOException {
        heard.values().removeIf(each -> !each.isNew());
        if (!isHearing()) listen();
        Supplier<Member> telling = self;
        if (telling != null) bucket.put(key, codec.write(MediaFormat.JSON, telling.get()));
        tells = telling != null;
    }

    /**
     * Returns whether the watch works. A node that publishes but does not receive its own description receives nothing.
     */
    private boolean isHearing() {
        return listening.isWhole() && (!tells || heard.containsKey(key));
    }

    private void listen() throws IOException {
        listening.begin();
        tells = false;
    }

    private void hear(String said, Optional<byte[]> value) {
        // A newer version of Vesper may have added fields, or changed them.
        if (value.isPresent()
                && codec.read(MediaFormat.JSON, value.get(), Member.class) instanceof Decoded.Value<Object>(var read)
                && read instanceof Member member) {
            heard.put(said, new Heard(member, System.nanoTime()));
        } else {
            heard.remove(said);
            if (value.isEmpty()) whenOneLeaves.run();
        }
    }

    List<Member> all() {
        return heard.values().stream()
                .filter(Heard::isNew)
                .map(Heard::member)
                .sorted(Comparator.comparing(Member::address).thenComparing(Member::node))
                .toList();
    }

    @Override
    public void close() {
        rounds.close();
        if (self != null) bucket.forget(key);
    }
}
