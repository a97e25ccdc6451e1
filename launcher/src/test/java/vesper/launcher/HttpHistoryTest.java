package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;
import vesper.testing.History;
import vesper.testing.LocalHistory;
import vesper.testing.Rounds;
import vesper.testing.network.Split;

/**
 * Clients read, write and call actions of a few documents over HTTP, at all nodes of a cluster with injected failures.
 * The test then checks that the responses are consistent with one order of writes for each document. {@code
 * VESPER_CLUSTER_SECONDS} sets the duration, {@code VESPER_CLUSTER_SEED} repeats the same failures.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(2000)
class HttpHistoryTest {
    private static final int NODES = 3;
    private static final int DOCUMENTS = 4;
    private static final int CLIENTS = 6;
    private static final int TRIES = 4;
    private static final int SECONDS = Rounds.of("VESPER_CLUSTER_SECONDS", 4, 600);
    private static final long SEED = Rounds.seed("VESPER_CLUSTER_SEED");
    private static final int HARM_MILLIS = 2000;
    private static final int ENOUGH = 20;
    private static final Duration LONGEST_HEALING = Duration.ofSeconds(60);
    private static final Pattern VERSION = Pattern.compile("\\{[^{}]*\"version\"\\s*:\\s*(\\d+)[^{}]*}");
    private static final Pattern NEXT = Pattern.compile("\"next\"\\s*:\\s*\"(\\d+)\"");

    private static final String COUNTS = """
            import vesper.documents.*;
            import vesper.services.*;

            @DocumentService(collection = "counts", state = Counts.Count.class, storage = Storage.REPLICATED, versions = 1_000_000)
            public class Counts {
                public record Count(long n) {}

                public record Sent(long n) {}

                @DocumentAction
                public Count set(Count current, Sent sent) {
                    return new Count(sent.n());
                }
            }
            """;

    /** A document on one node, between two starts of that node. */
    private record Copy(int document, int node, int life) {}

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final Random random = new Random(SEED);
    private final History.Ticks ticks = new History.Ticks();
    private final List<History> histories = new ArrayList<>();
    private final Map<Copy, LocalHistory> copies = new ConcurrentHashMap<>();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong stored = new AtomicLong();
    private final AtomicBoolean stops = new AtomicBoolean();
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private HttpCluster cluster;

    @AfterEach
    void end() throws Exception {
        stops.set(true);
        clients.shutdownNow();
        if (cluster != null) cluster.close();
    }

    @Test
    void what_clients_are_told_by_http_fits_one_order_whatever_fails() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/shop/code"));
        Files.writeString(code.resolve("Counts.java"), COUNTS);
        cluster = HttpCluster.start(folder, NODES);
        for (int i = 0; i < DOCUMENTS; i++) histories.add(new History(0));
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            var own = new Random(SEED * 31 + i);
            running.add(clients.submit(() -> {
                while (!stops.get()) act(own);
                return null;
            }));
        }
        awaitGoingOn();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < Duration.ofSeconds(SECONDS).toNanos()) {
            harm();
            awaitGoingOn();
        }
        stops.set(true);
        for (Future<?> client : running) client.get();
        for (int document = 0; document < DOCUMENTS; document++) check(document);
        System.out.println(stored + " writes");
    }

    private void awaitGoingOn() {
        long before = stored.get();
        boolean isGoingOn = Eventually.holdsWithin(LONGEST_HEALING, () -> stored.get() >= before + ENOUGH);
        assertThat(isGoingOn).as("they go on, seed " + SEED).isTrue();
    }

    // Failures of the cluster

    private void harm() throws Exception {
        int one = random.nextInt(NODES);
        switch (random.nextInt(4)) {
            case 0 -> {
                System.out.println("node " + one + " is killed");
                cluster.kill(one);
                cluster.start(one);
            }
            case 1 -> {
                System.out.println("server " + one + " is killed");
                cluster.servers().kill(one);
                Thread.sleep(HARM_MILLIS);
                cluster.servers().start(one);
            }
            default -> {
                Split split = Split.draw(NODES, random);
                System.out.println(split);
                cluster.network().cut(split.cut());
                Thread.sleep(HARM_MILLIS * (1 + random.nextInt(2)));
                cluster.network().cut(Set.of());
            }
        }
    }

    // Actions of the clients

    private static String path(int document) {
        return "/api/counts/d" + document;
    }

    private static String json(long value) {
        return "{\"n\":" + value + "}";
    }

    private static long value(String json) {
        return Long.parseLong(json.replaceAll("\\D", ""));
    }

    private void act(Random own) {
        int document = own.nextInt(DOCUMENTS);
        int node = own.nextInt(NODES);
        switch (own.nextInt(10)) {
            case 0, 1 -> read(document, node, "?consistent=true");
            case 2, 3, 4 -> read(document, node, "");
            case 5 -> put(document, node);
            case 6 -> put(document, node, "If-None-Match", "*");
            case 7 -> replace(document, node, own.nextInt(NODES));
            case 8 -> call(document, own);
            default -> delete(document, node);
        }
    }

    /**
     * Reads a document.
     *
     * @return its version; 0 without one
     */
    private long read(int document, int node, String how) {
        long begun = ticks.next();
        try {
            HttpCluster.Answer answer = cluster.ask(node, "GET", path(document) + how, "");
            long ended = ticks.next();
            History history = histories.get(document);
            LocalHistory here = here(document, node, answer);
            switch (answer.status()) {
                case 200 -> {
                    long value = value(answer.body());
                    here.seen(begun, ended, answer.version(), value);
                    history.seen(how.isEmpty() ? asOf(begun, answer) : begun, ended, answer.version(), value);
                    return answer.version();
                }
                case 404 -> {
                    here.missed(begun, ended);
                    if (!how.isEmpty()) history.missed(begun, ended);
                }
                case 503 -> {}
                default -> throw new AssertionError(answer.status() + " " + answer.body());
            }
        } catch (IOException gone) {
            // No response.
        }
        return 0;
    }

    private LocalHistory here(int document, int node, HttpCluster.Answer answer) {
        return copies.computeIfAbsent(new Copy(document, node, answer.life()), _ -> new LocalHistory());
    }

    /** Returns the earliest time whose state a stale read may show. */
    private static long asOf(long begun, HttpCluster.Answer answer) {
        String lag = answer.response().headers().firstValue("Vesper-Lag").orElseThrow();
        return lag.equals("unknown")
                ? Long.MIN_VALUE
                : begun - Duration.ofMillis(Long.parseLong(lag)).toNanos();
    }

    private void put(int document, int node, String... fields) {
        long value = values.incrementAndGet();
        long begun = ticks.next();
        try {
            tell(document, node, begun, value, cluster.ask(node, "PUT", path(document), json(value), fields));
        } catch (IOException gone) {
            histories.get(document).unsure(begun, value);
        }
    }

    /** Writes at one node on the condition of a version read from another. */
    private void replace(int document, int node, int other) {
        long version = read(document, other, "?consistent=true");
        if (version > 0) put(document, node, "If-Match", "\"" + version + "\"");
    }

    /**
     * Records the outcome of a write.
     *
     * @return whether it was stored
     */
    private boolean tell(int document, int node, long begun, long value, HttpCluster.Answer answer) {
        long ended = ticks.next();
        History history = histories.get(document);
        switch (answer.status()) {
            case 200, 201 -> {
                history.stored(begun, ended, answer.version(), value);
                here(document, node, answer).stored(begun, ended, answer.version(), value);
                stored.incrementAndGet();
                return true;
            }
            case 404 -> history.missed(begun, ended);
            case 412 -> {}
            case 503 -> history.unsure(begun, value);
            default -> throw new AssertionError(answer.status() + " " + answer.body());
        }
        return false;
    }

    /** Calls an action several times with the same key, at random nodes. It must be carried out once. */
    private void call(int document, Random own) {
        long value = values.incrementAndGet();
        long begun = ticks.next();
        long first = 0;
        for (int left = TRIES; left > 0; left--) {
            int node = own.nextInt(NODES);
            try {
                HttpCluster.Answer answer =
                        cluster.ask(node, "POST", path(document) + "/set", json(value), "Idempotency-Key", "a" + value);
                if (answer.status() != 200) continue;
                if (first == 0) tell(document, node, begun, value, answer);
                assertThat(answer.version()).as("done again").isEqualTo(first == 0 ? answer.version() : first);
                assertThat(value(answer.body())).isEqualTo(value);
                first = answer.version();
            } catch (IOException gone) {
                // Retried.
            }
        }
        if (first == 0) histories.get(document).unsure(begun, value);
    }

    /**
     * Deletes a document. The response does not contain the version of the deletion, so its outcome is recorded as
     * unsure.
     */
    private void delete(int document, int node) {
        long begun = ticks.next();
        try {
            HttpCluster.Answer answer = cluster.ask(node, "DELETE", path(document), "");
            switch (answer.status()) {
                case 204, 503 -> histories.get(document).unsure(begun, 0);
                case 404 -> histories.get(document).missed(begun, ticks.next());
                default -> throw new AssertionError(answer.status() + " " + answer.body());
            }
        } catch (IOException gone) {
            histories.get(document).unsure(begun, 0);
        }
    }

    // Check of the histories

    private void check(int document) throws IOException {
        List<SortedMap<Long, String>> all = new ArrayList<>();
        Eventually.until(
                () -> {
                    all.clear();
                    for (int node = 0; node < NODES; node++) all.add(versions(document, node));
                    return all.stream().distinct().count() == 1;
                },
                () -> "seed " + SEED + ", document d" + document + ", " + firstDifference(all));
        SortedMap<Long, Long> values = new TreeMap<>();
        all.getFirst()
                .forEach((version, text) -> values.put(version, text.contains("DELETED") ? 0 : value(stateOf(text))));
        histories.get(document).settle(values);
        assertThat(histories.get(document).check()).isEqualTo(values.isEmpty() ? 0 : values.lastKey());
        copies.forEach((copy, history) -> {
            if (copy.document == document) history.check(values);
        });
    }

    private static String firstDifference(List<SortedMap<Long, String>> all) {
        for (long version :
                all.stream().flatMap(each -> each.keySet().stream()).sorted().toList()) {
            List<String> said =
                    all.stream().map(each -> each.getOrDefault(version, "none")).toList();
            if (said.stream().distinct().count() > 1) return "version " + version + ": " + said;
        }
        return "the same by now";
    }

    private static String stateOf(String version) {
        return version.substring(version.lastIndexOf(' '));
    }

    /** Returns the versions of a document on a node: the entry in the list and, if it has one, the state. */
    private SortedMap<Long, String> versions(int document, int node) throws IOException {
        SortedMap<Long, String> versions = new TreeMap<>();
        String cursor = "";
        do {
            String page = cluster.ask(node, "GET", path(document) + "/versions?limit=1000" + cursor, "")
                    .body();
            for (MatchResult found : VERSION.matcher(page).results().toList()) {
                String number = found.group(1);
                HttpCluster.Answer state = cluster.ask(node, "GET", path(document) + "?version=" + number, "");
                versions.put(Long.parseLong(number), found.group() + (state.status() == 200 ? " " + state.body() : ""));
            }
            cursor = NEXT.matcher(page)
                    .results()
                    .findFirst()
                    .map(next -> "&cursor=" + next.group(1))
                    .orElse("");
        } while (!cursor.isEmpty());
        return versions;
    }
}
