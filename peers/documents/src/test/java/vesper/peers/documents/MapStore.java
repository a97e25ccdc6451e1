package vesper.peers.documents;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store in a map that keeps only the versions of documents. It answers on an executor, records the largest number of
 * requests in flight, and can lose writes.
 */
final class MapStore implements Store {
    private final Map<String, AtomicLong> versions = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Executor executor;
    private final long loseEvery;
    final AtomicInteger maxInFlight = new AtomicInteger();
    final AtomicInteger gets = new AtomicInteger();
    volatile boolean isClosed;

    /** @param loseEvery a write whose number is a multiple of this is acknowledged and lost; 0 for none */
    MapStore(Executor executor, long loseEvery) {
        this.executor = executor;
        this.loseEvery = loseEvery;
    }

    @Override
    public StoredDocument document(Kind kind, Route route, String id) {
        if (route == Route.HTTP) throw new UnsupportedOperationException("sockets");
        return new Entry(kind + "/" + id);
    }

    @Override
    public void awaitIdle(Kind kind) {}

    @Override
    public void awaitCluster(int count) {
        if (count > 1) throw new UnsupportedOperationException("other nodes");
    }

    @Override
    public String address() {
        return "here";
    }

    @Override
    public void close() {
        isClosed = true;
    }

    private void respond(RequestCallback callback, Runnable work) {
        maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        executor.execute(() -> {
            work.run();
            inFlight.decrementAndGet();
            callback.succeeded();
        });
    }

    private final class Entry implements StoredDocument {
        private final String key;

        private Entry(String key) {
            this.key = key;
        }

        @Override
        public void create(State state, RequestCallback callback) {
            respond(callback, () -> versions.put(key, new AtomicLong(1)));
        }

        @Override
        public void put(State state, RequestCallback callback) {
            respond(callback, () -> {
                boolean lost = loseEvery > 0 && state.number() % loseEvery == 0;
                if (!lost) versions.get(key).incrementAndGet();
            });
        }

        @Override
        public void get(RequestCallback callback) {
            gets.incrementAndGet();
            if (versions.containsKey(key)) respond(callback, () -> {});
            else callback.failed(new IllegalStateException("no " + key));
        }

        @Override
        public long version() {
            return versions.get(key).get();
        }

        @Override
        public long localVersion() {
            return versions.getOrDefault(key, new AtomicLong()).get();
        }
    }
}
