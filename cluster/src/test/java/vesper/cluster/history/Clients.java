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
    private record Copy(int document, int node, int life) {}

    /** @param value to store, 0 for a deletion */
    private record Deed(int document, int node, long begun, long value) {
        Copy copy(NodeProcess.Answer answer) {
            return new Copy(document, node, answer.life());
        }
    }

    private final List<NodeProcess> nodes;
    private final long seed;
    private final History.Ticks ticks = new History.Ticks();
    private final List<History> histories = new ArrayList<>();
    private final Map<Copy, LocalHistory> copies = new ConcurrentHashMap<>();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong stored = new AtomicLong();
    private final AtomicBoolean stops = new AtomicBoolean();
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

    void begin() {
        for (int i = 0; i < CLIENTS; i++) {
            var own = new Random(seed * 31 + i);
            running.add(threads.submit(() -> {
                while (!stops.get()) act(own);
            }));
        }
        running.add(threads.submit(this::createOnce));
    }

    /** Waits until all clients have finished. @throws AssertionError if an answer was inconsistent */
    void end() throws Exception {
        stops.set(true);
        try {
            for (Future<?> client : running) client.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof AssertionError wrong) throw wrong;
            throw failure;
        } finally {
            log.flush();
        }
    }

    long stored() {
        return stored.get();
    }

    @Override
    public String toString() {
        return stored + " writes, " + creations + " creations with a key, "
                + copies.values().stream().mapToInt(LocalHistory::size).sum() + " times a copy was asked in "
                + copies.keySet().stream()
                        .map(copy -> copy.node() + "/" + copy.life())
                        .distinct()
                        .count()
                + " lives of nodes";
    }

    // Operations

    private void act(Random own) {
        int document = own.nextInt(DOCUMENTS);
        int node = own.nextInt(nodes.size());
        switch (own.nextInt(14)) {
            case 0, 1, 2 -> tell(new Deed(document, node, ticks.next(), NOTHING), "read");
            case 3, 4, 5 -> readHere(new Deed(document, node, ticks.next(), NOTHING));
            case 6 -> list(document, node);
            case 7 -> tell(new Deed(document, node, ticks.next(), values.incrementAndGet()), "create");
            case 8 -> tell(new Deed(document, node, ticks.next(), values.incrementAndGet()), "put");
            case 9 -> replace(own, document, node);
            case 10 -> tell(new Deed(document, node, ticks.next(), values.incrementAndGet()), "update");
            case 11 -> actOnce(own, document);
            case 12 -> tell(new Deed(document, node, ticks.next(), 0), "delete");
            default -> draft(own, node);
        }
    }

    private NodeProcess.Answer ask(int node, String what, int document, long value, String more) {
        String question = what + " " + HistoryNode.NOTES + " d" + document + " " + value + " " + more;
        long begun = System.nanoTime();
        NodeProcess.Answer answer = nodes.get(node).ask(question.strip());
        log.println(begun + " " + System.nanoTime() + " node " + node + "/" + answer.life() + " " + question.strip()
                + ": " + answer.text());
        if (answer.text().startsWith("nothing to "))
            throw new AssertionError("node " + node + " says " + answer.text());
        return answer;
    }

    private void tell(Deed deed, String what) {
        tell(deed, ask(deed.node, what, deed.document, Math.max(deed.value, 0), ""));
    }

    private void tell(Deed deed, NodeProcess.Answer answer) {
        long ended = ticks.next();
        String[] said = answer.words();
        History history = histories.get(deed.document);
        switch (said[0]) {
            case "stored" -> {
                long version = Long.parseLong(said[1]);
                history.stored(deed.begun, ended, version, deed.value);
                here(deed, answer).stored(deed.begun, ended, version, deed.value);
                stored.incrementAndGet();
            }
            case "seen" -> {
                history.seen(deed.begun, ended, Long.parseLong(said[1]), Long.parseLong(said[2]));
                here(deed, answer).seen(deed.begun, ended, Long.parseLong(said[1]), Long.parseLong(said[2]));
            }
            case "exists" -> history.seenVersion(deed.begun, ended, Long.parseLong(said[1]));
            case "missed" -> {
                history.missed(deed.begun, ended);
                here(deed, answer).missed(deed.begun, ended);
            }
            case "unsure", "gone", "failed" -> {
                if (deed.value != NOTHING) history.unsure(deed.begun, deed.value);
            }
            case "busy", "stale" -> {}
            default -> throw new AssertionError(answer.text());
        }
    }

    private LocalHistory here(Deed deed, NodeProcess.Answer answer) {
        return copies.computeIfAbsent(deed.copy(answer), _ -> new LocalHistory());
    }

    /** Reads a node's own copy. It may lag behind, but only by as much as the node reports. */
    private void readHere(Deed deed) {
        NodeProcess.Answer answer = ask(deed.node, "local", deed.document, 0, "");
        String[] said = answer.words();
        // The request failed, or the node ended.
        if (said.length == 1) return;
        long ended = ticks.next();
        boolean isThere = said[1].equals("seen");
        long version = isThere ? Long.parseLong(said[2]) : 0;
        long value = isThere ? Long.parseLong(said[3]) : 0;
        LocalHistory here = here(deed, answer);
        if (isThere) here.seen(deed.begun, ended, version, value);
        else here.missed(deed.begun, ended);
        if (said[0].equals(HistoryNode.UNKNOWN)) return;
        long asOf = deed.begun - Long.parseLong(said[0]);
        if (isThere) histories.get(deed.document).seen(asOf, ended, version, value);
        else histories.get(deed.document).missed(asOf, ended);
    }

    /** Lists versions, whose numbers must have no gap on any node, however far it lags behind. */
    private void list(int document, int node) {
        NodeProcess.Answer answer = ask(node, "listed", document, 0, "");
        String[] said = answer.words();
        if (!said[0].equals("listed")) return;
        for (int i = 2; i < said.length; i++) {
            assertThat(Long.parseLong(said[i]))
                    .as("d" + document + " at node " + node + ": " + answer.text())
                    .isEqualTo(Long.parseLong(said[i - 1]) - 1);
        }
    }

    /** Reads at one node, and writes at another one on the condition that the version is unchanged. */
    private void replace(Random own, int document, int node) {
        var reading = new Deed(document, node, ticks.next(), NOTHING);
        NodeProcess.Answer read = ask(node, "read", document, 0, "");
        tell(reading, read);
        if (!read.words()[0].equals("seen")) return;
        String version = read.words()[1];
        var writing = new Deed(document, own.nextInt(nodes.size()), ticks.next(), values.incrementAndGet());
        NodeProcess.Answer answer = ask(writing.node, "replace", document, writing.value, version);
        tell(writing, answer);
        if (answer.words()[0].equals("stale")) {
            // The version that the request named existed, so the current one must be higher.
            assertThat(Long.parseLong(answer.words()[1])).isGreaterThan(Long.parseLong(version));
        }
    }

    /** Repeats an action with the same idempotency key at several nodes. It must take effect once. */
    private void actOnce(Random own, int document) {
        long value = values.incrementAndGet();
        long begun = ticks.next();
        String first = "";
        for (int left = TRIES; left > 0; left--) {
            int node = own.nextInt(nodes.size());
            NodeProcess.Answer answer = ask(node, "act", document, value, "a" + value);
            if (!answer.words()[0].equals("stored")) continue;
            if (first.isEmpty()) tell(new Deed(document, node, begun, value), answer);
            assertThat(answer.text()).as("done again").isEqualTo(first.isEmpty() ? answer.text() : first);
            first = answer.text();
        }
        if (first.isEmpty()) histories.get(document).unsure(begun, value);
    }

    /**
     * Writes to the collection that keeps few versions. Answers are not checked; the copies are compared at the end.
     */
    private void draft(Random own, int node) {
        String id = "f" + own.nextInt(DOCUMENTS);
        String what = own.nextInt(4) == 0 ? "delete " : "put ";
        nodes.get(node).ask(what + HistoryNode.DRAFTS + " " + id + " " + values.incrementAndGet());
    }

    /** Creates documents, each with an idempotency key. Sends each creation several times, to any node. */
    private void createOnce() {
        var own = new Random(seed * 37);
        while (!stops.get()) {
            String key = "k" + creations.get();
            String first = "";
            for (int attempt = 0, left = TRIES; left > 0 && !stops.get(); attempt++) {
                // Each attempt has another id, since servers draw ids at random.
                String question = "once " + HistoryNode.NOTES + " " + key + "-" + attempt + " 1 " + key;
                String answer =
                        nodes.get(own.nextInt(nodes.size())).ask(question).text();
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
                        askFirst("newest " + HistoryNode.NOTES + " all 0").split(" "))
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
                        "node " + copy.node + ", life " + copy.life + ": " + failure.getMessage(), failure);
            }
        });
    }

    /** Returns the values of a document by version. */
    private SortedMap<Long, Long> values(int document) {
        SortedMap<Long, Long> values = new TreeMap<>();
        for (String each :
                askFirst("counts " + HistoryNode.NOTES + " d" + document + " 0").split(" ")) {
            if (each.isEmpty()) continue;
            String[] parts = each.split(":");
            values.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
        return values;
    }

    private String askFirst(String question) {
        return nodes.getFirst().ask(question, LONGEST_ANSWER).text();
    }

    @Override
    public void close() {
        stops.set(true);
        threads.shutdownNow();
        log.close();
    }
}
