package vesper.records.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.journal.Journal;
import vesper.records.capture.Capture;
import vesper.records.capture.Recorder;
import vesper.records.capture.RecordingRules;
import vesper.records.capture.Routes;
import vesper.records.store.RecordStore;
import vesper.records.store.StoreOptions;
import vesper.records.store.StoreStatus;

/**
 * Monitor and Tracker of one server: what decides whether something is recorded, and where it goes. The files are
 * opened when something is to be recorded or searched for the first time.
 */
public final class Records implements AutoCloseable {
    private static final int TAP_SHARE = 32;

    private final Path folder;
    private final StoreOptions options;
    private final Clock clock;
    private final Capture capture;
    private volatile LongSupplier inFlight = () -> 0;
    private volatile @Nullable RecordStore store;
    private boolean trackerEnabled;
    private boolean closed;

    /** @param json makes JSON of what code gives as payloads of states */
    public Records(Path folder, StoreOptions options, Routes routes, Clock clock, Function<Object, byte[]> json) {
        this.folder = folder;
        this.options = options;
        this.clock = clock;
        long tapBytes = Runtime.getRuntime().maxMemory() / TAP_SHARE;
        this.capture = new Capture(this::journal, routes, clock, json, tapBytes);
    }

    /** A handler around the one that answers. */
    public Handler recording(Handler next) {
        return new Recorder(next, capture);
    }

    /** Told of every exchange. */
    public ExchangeListener listener() {
        return capture;
    }

    /**
     * The server runs; from now on it is recorded as was decided.
     *
     * @param requestsInFlight which sealing must not hinder
     */
    public synchronized void start(LongSupplier requestsInFlight, boolean tracker) throws IOException {
        inFlight = requestsInFlight;
        enableTracker(tracker);
    }

    public synchronized void enableTracker(boolean enabled) throws IOException {
        trackerEnabled = enabled;
        decide();
    }

    public synchronized boolean isTrackerEnabled() {
        return trackerEnabled;
    }

    public synchronized Switch tracker() {
        return trackerEnabled
                ? new Switch(true, "tracker.enabled")
                : new Switch(false, "tracker.enabled is false; PUT /admin/tracker/enabled true switches it on");
    }

    public Switch monitor() {
        return new Switch(false, "no rule is enabled");
    }

    private void decide() throws IOException {
        if (trackerEnabled) opened();
        capture.decideBy(trackerEnabled ? new RecordingRules() : null);
    }

    /** The store; empty where nothing was ever recorded. */
    public Optional<RecordStore> store() {
        return Optional.ofNullable(store);
    }

    private synchronized RecordStore opened() throws IOException {
        if (closed) throw new IOException("the server stops");
        RecordStore known = store;
        if (known != null) return known;
        known = RecordStore.open(folder, capture.loops(), options, clock, () -> inFlight.getAsLong() > 0);
        store = known;
        return known;
    }

    private Journal journal(int loop) {
        RecordStore known = store;
        if (known == null) throw new IllegalStateException("nothing is to be recorded");
        return known.ofLoop(loop);
    }

    public StoreStatus status() {
        return store().map(RecordStore::status).orElse(StoreStatus.NOTHING);
    }

    /** Exchanges that should have been recorded and were not. */
    public long lost() {
        return capture.lostCount();
    }

    /** After the server has stopped. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        capture.decideBy(null);
        RecordStore known = store;
        if (known != null) known.close();
    }
}
