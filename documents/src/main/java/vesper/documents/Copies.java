package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import vesper.journal.Journal;
import vesper.journal.SyncPolicy;

/**
 * This node's copies of replicated collections, in a folder of their own, with the logs that they follow. Writes do not
 * wait for this node's disk: the log delivers again what a power cut takes from a copy.
 */
final class Copies implements Closeable {
    private static final SyncPolicy SYNC = new SyncPolicy.Interval(Duration.ofSeconds(1));
    private static final long TICK_MILLIS = 100;
    private static final int LOOK_EVERY = 5;
    private static final String ORIGINS = "origins";

    private final Path folder;
    private final DocumentsOptions options;
    private final InstantSource clock;
    private final SharedLog.Opening logs;
    private final Runnable wake;
    /** Identifies this process of this node. */
    private final String node = UUID.randomUUID().toString();

    private final List<Replication> replications = new CopyOnWriteArrayList<>();
    private final Upkeep ticking = new Upkeep("documents-replication", TICK_MILLIS, this::tick);
    /** Null until the first replicated collection is opened. */
    private @Nullable DurableStore store;

    private int ticks;

    /**
     * @param wake starts a round of upkeep early
     */
    Copies(Path folder, DocumentsOptions options, InstantSource clock, SharedLog.Opening logs, Runnable wake) {
        this.folder = folder;
        this.options = options.withSync(SYNC);
        this.clock = clock;
        this.logs = logs;
        this.wake = wake;
    }

    /** Opens a collection that is not open yet. */
    synchronized <T> ReplicatedCollection<T> open(
            String name,
            StateForm<T> form,
            CollectionPolicy policy,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits)
            throws IOException {
        SharedLog log = logs.open(name, policy);
        try {
            DurableStore in = store();
            VersionIndex<T> index = in.index(name, Retention.of(policy));
            var copy = DurableCollection.open(index, in, policy, form, validator, lockWaits, options, clock);
            LogIdentity identity = LogIdentity.read(folder.resolve(ORIGINS).resolve(name));
            var opened = ReplicatedCollection.open(copy, log, identity, node, validator, lockWaits, options);
            replications.add(opened.replication());
            return opened;
        } catch (IOException | RuntimeException failure) {
            log.close();
            throw failure;
        }
    }

    synchronized void setRetention(String name, CollectionPolicy policy) throws IOException {
        store().index(name, Retention.of(policy));
    }

    private DurableStore store() throws IOException {
        DurableStore there = store;
        if (there == null) {
            there = DurableStore.open(folder, options, Journal::open);
            there.start(wake);
            store = there;
            ticking.start();
        }
        return there;
    }

    private void tick() {
        boolean looks = ++ticks % LOOK_EVERY == 0;
        for (Replication replication : replications) {
            replication.tick();
            if (looks) replication.pollNewest();
        }
    }

    private synchronized @Nullable DurableStore opened() {
        return store;
    }

    /** Runs one round of the thread that maintains the view. */
    void round() throws IOException {
        DurableStore there = opened();
        if (there != null) there.round();
    }

    @Override
    public void close() throws IOException {
        DurableStore there = opened();
        if (there == null) return;
        ticking.close();
        // Each has to finish what it waits for; stopping all first lets them do so at the same time.
        replications.forEach(Replication::stop);
        for (Replication replication : replications) replication.close();
        there.close();
    }
}
