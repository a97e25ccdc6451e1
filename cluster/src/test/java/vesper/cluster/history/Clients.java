package vesper.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import vesper.testing.History;
import vesper.testing.LocalHistory;

/** Clients that read and write a few documents at all nodes, and check that the answers are consistent. */
final class Clients implements AutoCloseable {
    private static final int DOCUMENTS = 6;
    private static final int CLIENTS = 8;
    private static final int TRIES = 5;
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    /** Value of an operation that stores nothing. */
    private static final long NOTHING = -1;

    /** A document at a node, from one start of the node to the next. */
    private record Copy(int document, int node, int run) {}

    /** @param value to store, 0 for a deletion */
    private record Operation(int document, int node, long startedAt, long value) {
        Copy copy(NodeProcess.Answer answer) {
            return new Copy(document, node, answer.run());
        }
    }

    private final List<NodeProcess> nodes;
    private final long seed;
    private final History.Ticks ticks = new History.Ticks();
    private final List<History> histories = new ArrayList<>();
    private final Map<Copy, LocalHistory> copies = new ConcurrentHashMap<>();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong storedCount = new AtomicLong();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();
    /** Number of acknowledged creations with an idempotency key. One of the clients makes them. */
    private final AtomicLong creations = new AtomicLong();

    private final PrintWriter log;

    /** @param log receives a line for each request: start, end, node, request and answer */
    Clients(List<NodeProcess> nodes, long seed, Path log) throws IOException {
        this.nodes = nodes;
        this.seed = seed;
        this.log = new PrintWriter(Files.newBufferedWriter(log));
        for (int i = 0; i < DOCUMENTS; i++) histories.add(new History(0));
    }

    void start() {
        for (int i = 0; i < CLIENTS; i++) {
            var own = new Random(seed * 31 + i);
            running.add(threads.submit(() -> {
                while (!stopping.get()) runRandomOperation(own);
            }));
        }
        running.add(threads.submit(this::createWithKey));
    }

    /** Waits until all clients have finished. @throws AssertionError if an answer was inconsistent */
    void stop() throws Exception {
        stopping.set(true);
        try {
            for (Future<?> client : running) client.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof AssertionError wrong) throw wrong;
            throw failure;
        } finally {
            log.flush();
        }
    }

    long storedCount() {
        return storedCount.get();
    }

    @Override
    public String toString() {
        return storedCount + " writes, " + creations + " creations with a key, "
                + copies.values().stream().mapToInt(LocalHistory::size).sum() + " local reads over "
                + copies.keySet().stream()
                        .map(copy -> copy.node() + "/" + copy.run())
                        .distinct()
                        .count()
                + " runs of nodes";
    }

    // Operations

    private void runRandomOperation(Random own) {
        int document = own.nextInt(DOCUMENTS);
        int node = own.nextInt(nodes.size());
        switch (own.nextInt(14)) {
            case 0, 1, 2 -> record(new Operation(document, node, ticks.next(), NOTHING), "read");
            case 3, 4, 5 -> readLocal(new Operation(document, node, ticks.next(), NOTHING));
            case 6 -> list(document, node);
            case 7 -> record(new Operation(document, node, ticks.next(), values.incrementAndGet()), "create");
            case 8 -> record(new Operation(document, node, ticks.next(), values.incrementAndGet()), "put");
            case 9 -> replace(own, document, node);
            case 10 -> record(new Operation(document, node, ticks.next(), values.incrementAndGet()), "update");
            case 11 -> decideWithKey(own, document);
            case 12 -> record(new Operation(document, node, ticks.next(), 0), "delete");
            default -> draft(own, node);
        }
    }

    private NodeProcess.Answer send(int node, String what, int document, long value, String more) {
        String command = what + " " + HistoryNode.NOTES + " d" + document + " " + value + " " + more;
        long startedAt = System.nanoTime();
        NodeProcess.Answer answer = nodes.get(node).send(command.strip());
        log.println(startedAt + " " + System.nanoTime() + " node " + node + "/" + answer.run() + " " + command.strip()
                + ": " + answer.text());
        if (answer.text().startsWith("nothing to "))
            throw new AssertionError("node " + node + " did not answer: " + answer.text());
        return answer;
    }

    private void record(Operation operation, String what) {
        record(operation, send(operation.node, what, operation.document, Math.max(operation.value, 0), ""));
    }

    private void record(Operation operation, NodeProcess.Answer answer) {
        long ended = ticks.next();
        String[] words = answer.words();
        History history = histories.get(operation.document);
        switch (words[0]) {
            case "stored" -> {
                long version = Long.parseLong(words[1]);
                history.stored(operation.startedAt, ended, version, operation.value);
                localHistory(operation, answer).stored(operation.startedAt, ended, version, operation.value);
                storedCount.incrementAndGet();
            }
            case "seen" -> {
                history.seen(operation.startedAt, ended, Long.parseLong(words[1]), Long.parseLong(words[2]));
                localHistory(operation, answer)
                        .seen(operation.startedAt, ended, Long.parseLong(words[1]), Long.parseLong(words[2]));
            }
            case "exists" -> history.seenVersion(operation.startedAt, ended, Long.parseLong(words[1]));
            case "missed" -> {
                history.missed(operation.startedAt, ended);
                localHistory(operation, answer).missed(operation.startedAt, ended);
            }
            case "unsure", "gone", "failed" -> {
                if (operation.value != NOTHING) history.unsure(operation.startedAt, operation.value);
            }
            case "busy", "stale" -> {}
            default -> throw new AssertionError(answer.text());
        }
    }

    private LocalHistory localHistory(Operation operation, NodeProcess.Answer answer) {
        return copies.computeIfAbsent(operation.copy(answer), _ -> new LocalHistory());
    }

    /** Reads a node's own copy. It may lag behind, but only by as much as the node reports. */
    private void readLocal(Operation operation) {
        NodeProcess.Answer answer = send(operation.node, "local", operation.document, 0, "");
        String[] words = answer.words();
        // The request failed, or the node ended.
        if (words.length == 1) return;
        long ended = ticks.next();
        boolean isThere = words[1].equals("seen");
        long version = isThere ? Long.parseLong(words[2]) : 0;
        long value = isThere ? Long.parseLong(words[3]) : 0;
        LocalHistory here = localHistory(operation, answer);
        if (isThere) here.seen(operation.startedAt, ended, version, value);
        else here.missed(operation.startedAt, ended);
        if (words[0].equals(HistoryNode.UNKNOWN)) return;
        long asOf = operation.startedAt - Long.parseLong(words[0]);
        if (isThere) histories.get(operation.document).seen(asOf, ended, version, value);
        else histories.get(operation.document).missed(asOf, ended);
    }

    /** Lists versions, whose numbers must have no gap on any node, however far it lags behind. */
    private void list(int document, int node) {
        NodeProcess.Answer answer = send(node, "listed", document, 0, "");
        String[] words = answer.words();
        if (!words[0].equals("listed")) return;
        for (int i = 2; i < words.length; i++) {
            assertThat(Long.parseLong(words[i]))
                    .as("d" + document + " at node " + node + ": " + answer.text())
                    .isEqualTo(Long.parseLong(words[i - 1]) - 1);
        }
    }

    /** Reads at one node, and writes at another one on the condition that the version is unchanged. */
    private void replace(Random own, int document, int node) {
        var reading = new Operation(document, node, ticks.next(), NOTHING);
        NodeProcess.Answer read = send(node, "read", document, 0, "");
        record(reading, read);
        if (!read.words()[0].equals("seen")) return;
        String version = read.words()[1];
        var writing = new Operation(document, own.nextInt(nodes.size()), ticks.next(), values.incrementAndGet());
        NodeProcess.Answer answer = send(writing.node, "replace", document, writing.value, version);
        record(writing, answer);
        if (answer.words()[0].equals("stale")) {
            // The version that the request named existed, so the current one must be higher.
            assertThat(Long.parseLong(answer.words()[1])).isGreaterThan(Long.parseLong(version));
        }
    }

    /** Repeats an action with the same idempotency key at several nodes. It must take effect once. */
    private void decideWithKey(Random own, int document) {
        long value = values.incrementAndGet();
        long startedAt = ticks.next();
        String first = "";
        for (int left = TRIES; left > 0; left--) {
            int node = own.nextInt(nodes.size());
            NodeProcess.Answer answer = send(node, "act", document, value, "a" + value);
            if (!answer.words()[0].equals("stored")) continue;
            if (first.isEmpty()) record(new Operation(document, node, startedAt, value), answer);
            assertThat(answer.text()).as("done again").isEqualTo(first.isEmpty() ? answer.text() : first);
            first = answer.text();
        }
        if (first.isEmpty()) histories.get(document).unsure(startedAt, value);
    }

    /**
     * Writes to the collection that keeps few versions. Answers are not checked; the copies are compared at the end.
     */
    private void draft(Random own, int node) {
        String id = "f" + own.nextInt(DOCUMENTS);
        String what = own.nextInt(4) == 0 ? "delete " : "put ";
        nodes.get(node).send(what + HistoryNode.DRAFTS + " " + id + " " + values.incrementAndGet());
    }

    /** Creates documents, each with an idempotency key. Sends each creation several times, to any node. */
    private void createWithKey() {
        var own = new Random(seed * 37);
        while (!stopping.get()) {
            String key = "k" + creations.get();
            String first = "";
            for (int attempt = 0, left = TRIES; left > 0 && !stopping.get(); attempt++) {
                // Each attempt has another id, since servers draw ids at random.
                String command = "once " + HistoryNode.NOTES + " " + key + "-" + attempt + " 1 " + key;
                String answer =
                        nodes.get(own.nextInt(nodes.size())).send(command).text();
                if (!answer.startsWith("stored ")) continue;
                left--;
                assertThat(answer).as(key + ", attempt " + attempt).isEqualTo(first.isEmpty() ? answer : first);
                first = answer;
            }
            if (!first.isEmpty()) creations.incrementAndGet();
        }
    }

    // Checks

    /** Checks all answers against the first node, once all nodes have been found to be equal. */
    void check() {
        for (int document = 0; document < DOCUMENTS; document++) {
            SortedMap<Long, Long> values = values(document);
            try {
                checkOne(document, values);
            } catch (AssertionError failure) {
                throw new AssertionError("document d" + document + ": " + failure.getMessage(), failure);
            }
        }
        List<String> created = Arrays.stream(
                        sendToFirst("newest " + HistoryNode.NOTES + " all 0").split(" "))
                .filter(id -> id.startsWith("k"))
                .map(id -> id.substring(0, id.indexOf('-')))
                .toList();
        assertThat(created).doesNotHaveDuplicates();
        assertThat((long) created.size()).isBetween(creations.get(), creations.get() + 1);
    }

    private void checkOne(int document, SortedMap<Long, Long> values) {
        histories.get(document).settle(values);
        assertThat(histories.get(document).check()).isEqualTo(values.isEmpty() ? 0 : values.lastKey());
        copies.forEach((copy, history) -> {
            if (copy.document != document) return;
            try {
                history.check(values);
            } catch (AssertionError failure) {
                throw new AssertionError(
                        "node " + copy.node + ", run " + copy.run + ": " + failure.getMessage(), failure);
            }
        });
    }

    /** Returns the values of a document by version. */
    private SortedMap<Long, Long> values(int document) {
        SortedMap<Long, Long> values = new TreeMap<>();
        for (String each : sendToFirst("counts " + HistoryNode.NOTES + " d" + document + " 0")
                .split(" ")) {
            if (each.isEmpty()) continue;
            String[] parts = each.split(":");
            values.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
        return values;
    }

    private String sendToFirst(String command) {
        return nodes.getFirst().send(command, LONGEST_ANSWER).text();
    }

    @Override
    public void close() {
        stopping.set(true);
        threads.shutdownNow();
        log.close();
    }
}
