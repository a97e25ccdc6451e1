package vesper.peers.documents;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** An open store, on which it carries out commands. */
final class DrivenStore implements Closeable {
    private static final int CREATED_AT_ONCE = 256;

    /** Number of replicated documents to create at the same time, since each takes a while. */
    private static final int REPLICATED_AT_ONCE = 16;

    private static final String DRIVEN = "driven-";

    /**
     * Number of documents to create before the heap is measured, so that caches for the newest few thousand are full.
     */
    private static final int FIRST_OF_THEIR_KIND = 5000;

    private static final long SECONDS = 60;

    /** The operations on existing documents. */
    private enum Operation {
        PUT,
        GET
    }

    private final Store store;
    private final Map<Kind, Integer> driven = new EnumMap<>(Kind.class);

    DrivenStore(Store store) {
        this.store = store;
    }

    String address() {
        return store.address();
    }

    /** Drives documents, which are created on first use. */
    JsonLine drive(Command command) throws Exception {
        Kind kind = command.choice("kind", Kind.class);
        List<StoredDocument> documents =
                drivenDocuments(kind, command.choice("route", Route.class), command.number("documents"));
        boolean putting = command.choice("operation", Operation.class) == Operation.PUT;
        Requests requests = putting ? puts(documents) : gets(documents);
        boolean isTimed = command.values().containsKey("millis");
        Drive drive = isTimed
                ? Drive.during(Duration.ofMillis(command.number("millis")), requests)
                : new Drive(requests, command.number("count"));
        long before = versions(documents);
        Cost cost = Cost.of(() -> {
            if (command.values().containsKey("wave")) drive.flood(documents.size(), command.number("wave"));
            else drive.runWithInFlight(command.number("in-flight"));
        });
        long stored = versions(documents) - before;
        long wanted = putting ? drive.sentCount() - drive.failures().count() : 0;
        return line(drive.sentCount(), cost, drive.failures()).with("missing", wanted - stored);
    }

    JsonLine awaitCluster(Command command) throws Exception {
        int count = command.number("count");
        store.awaitCluster(count);
        return new JsonLine().with("count", count);
    }

    /** Reports versions without creating documents: the caller checks which writes have arrived from another node. */
    JsonLine versions(Command command) throws Exception {
        Kind kind = command.choice("kind", Kind.class);
        var versions = new StringJoiner(",");
        for (int i = 0; i < command.number("documents"); i++) {
            versions.add(Long.toString(
                    store.document(kind, Route.PROCESS, DRIVEN + i).localVersion()));
        }
        return new JsonLine().with("versions", versions.toString());
    }

    JsonLine fill(Command command) throws Exception {
        int count = command.number("count");
        Drive creation = creation(Kind.DURABLE, "filled-", count);
        Cost cost = Cost.of(() -> creation.runWithInFlight(CREATED_AT_ONCE));
        return line(count, cost, creation.failures());
    }

    /** Reads one of the documents that were filled in, possibly by an earlier process. */
    void requireFilled(int index) throws Exception {
        waitFor(store.document(Kind.DURABLE, Route.PROCESS, "filled-" + index)::get);
    }

    JsonLine idle(Command command) throws Exception {
        Kind kind = command.choice("kind", Kind.class);
        int count = command.number("count");
        creation(kind, "first-", FIRST_OF_THEIR_KIND).runWithInFlight(CREATED_AT_ONCE);
        store.awaitIdle(kind);

        long before = LiveHeap.bytes();
        Drive creation = creation(kind, "idle-", count);
        Cost cost = Cost.of(() -> creation.runWithInFlight(CREATED_AT_ONCE));
        store.awaitIdle(kind);
        return line(count, cost, creation.failures()).with("heapBytes", LiveHeap.bytes() - before);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }

    private List<StoredDocument> drivenDocuments(Kind kind, Route route, int count) throws Exception {
        List<StoredDocument> documents = IntStream.range(0, count)
                .mapToObj(i -> store.document(kind, route, DRIVEN + i))
                .toList();
        int there = driven.getOrDefault(kind, 0);
        if (there >= count) return documents;
        var creation = new Drive(
                (index, callback) ->
                        documents.get(there + index).create(new State(State.FIRST_NUMBER, State.newText()), callback),
                count - there);
        creation.runWithInFlight(kind == Kind.REPLICATED ? REPLICATED_AT_ONCE : 1);
        Optional<Throwable> failure = creation.failures().first();
        if (failure.isPresent()) throw rethrown(failure.get());
        driven.put(kind, count);
        return documents;
    }

    /** Keeps the type of an exception, since one for an unsupported operation is not a failure. */
    private static Exception rethrown(Throwable failure) {
        return failure instanceof Exception exception ? exception : new IllegalStateException(failure);
    }

    private static Requests puts(List<StoredDocument> documents) {
        StoredDocument[] all = documents.toArray(StoredDocument[]::new);
        String text = State.newText();
        return (index, callback) -> all[index % all.length].put(new State(State.FIRST_NUMBER + index, text), callback);
    }

    private static Requests gets(List<StoredDocument> documents) {
        StoredDocument[] all = documents.toArray(StoredDocument[]::new);
        return (index, callback) -> all[index % all.length].get(callback);
    }

    private Drive creation(Kind kind, String prefix, int count) {
        return new Drive(
                (index, callback) -> store.document(kind, Route.PROCESS, prefix + index)
                        .create(new State(State.FIRST_NUMBER + index, State.newText()), callback),
                count);
    }

    private static long versions(List<StoredDocument> documents) throws Exception {
        long sum = 0;
        for (StoredDocument document : documents) sum += document.version();
        return sum;
    }

    private static JsonLine line(long count, Cost cost, Failures failures) {
        JsonLine line = new JsonLine()
                .with("count", count)
                .with("seconds", cost.seconds())
                .with("cpuSeconds", cost.cpuSeconds())
                .with("failures", failures.count());
        failures.first().ifPresent(first -> line.with("firstFailure", first.toString()));
        return line;
    }

    private static void waitFor(Consumer<RequestCallback> request) throws Exception {
        var answered = new CompletableFuture<Void>();
        request.accept(RequestCallback.completing(answered));
        answered.get(SECONDS, TimeUnit.SECONDS);
    }
}
