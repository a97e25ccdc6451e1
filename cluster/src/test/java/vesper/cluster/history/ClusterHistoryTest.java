package vesper.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.testing.Eventually;
import vesper.testing.History;
import vesper.testing.Link;

/**
 * Clients that write and read a few documents at all nodes of a cluster, while nodes and servers are killed and stand still
 * and links fail, and whether what they were told fits one order of each document. {@code VESPER_CLUSTER_SECONDS} says for
 * how long, {@code VESPER_CLUSTER_SEED} repeats what is done to the cluster.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(2000)
class ClusterHistoryTest {
    private static final int DOCUMENTS = 6;
    private static final int CLIENTS = 8;
    private static final int SECONDS = setting("VESPER_CLUSTER_SECONDS", 30);
    private static final int SEED = setting("VESPER_CLUSTER_SEED", (int) (System.nanoTime() & 0xffffff));

    private static final int HARM_MILLIS = 3000;
    private static final int ENOUGH = 20;
    private static final Duration LONGEST_HEALING = Duration.ofSeconds(60);
    private static final long MINUTE_MILLIS = 60_000;
    private static final int TRIES = 5;

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final History.Ticks ticks = new History.Ticks();
    private final List<History> histories = new ArrayList<>();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong stored = new AtomicLong();
    private final AtomicBoolean stops = new AtomicBoolean();
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final List<NodeProcess> nodes = new ArrayList<>();
    private NatsServers servers;
    private long begunNanos;

    /** By who connects, then by server. */
    private Link[][] routes = {};

    private Link[][] connections = {};

    private static int setting(String name, int otherwise) {
        String text = System.getenv(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    @Test
    void what_clients_of_three_nodes_are_told_fits_one_order_whatever_fails() throws Exception {
        run(3);
    }

    @Test
    void what_clients_of_five_nodes_are_told_fits_one_order_whatever_fails() throws Exception {
        run(5);
    }

    @AfterEach
    void end() throws Exception {
        stops.set(true);
        clients.shutdownNow();
        for (NodeProcess node : nodes) node.close();
        if (servers != null) servers.close();
        for (Link[][] all : List.of(routes, connections)) {
            for (Link[] of : all) {
                for (Link link : of) if (link != null) link.close();
            }
        }
    }

    private void run(int count) throws Exception {
        System.out.println("VESPER_CLUSTER_SEED=" + SEED + " with " + count + " nodes");
        start(count);
        for (int i = 0; i < DOCUMENTS; i++) histories.add(new History(0));
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            var own = new Random(SEED * 31L + i);
            running.add(clients.submit(() -> {
                while (!stops.get()) act(own);
            }));
        }
        Future<Integer> once = clients.submit(this::createOnce);
        begunNanos = System.nanoTime();
        awaitGoingOn("the start");
        while (System.nanoTime() - begunNanos < Duration.ofSeconds(SECONDS).toNanos()) harm();
        stops.set(true);
        for (Future<?> client : running) client.get();
        int creations = once.get();
        checkEnd(creations);
        System.out.println(stored.get() + " writes, " + creations + " creations with a key");
    }

    private void start(int count) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        routes = new Link[count][count];
        servers = NatsServers.start(program, folder.resolve("nats"), count, "always", (from, to, port) -> {
            routes[from][to] = Link.to(port);
            return routes[from][to].port();
        });
        connections = new Link[count][count];
        String monitoring = servers.monitoring().stream().map(Object::toString).collect(Collectors.joining(","));
        List<Future<?>> starting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int to = 0; to < count; to++) connections[i][to] = Link.to(servers.port(to));
            String urls = Arrays.stream(connections[i])
                    .map(link -> "nats://127.0.0.1:" + link.port())
                    .collect(Collectors.joining(","));
            long wrongMillis = (i - 1) * MINUTE_MILLIS * 10;
            var node = new NodeProcess(
                    folder.resolve("node" + i + ".log"),
                    List.of(
                            folder.resolve("node" + i).toString(),
                            urls,
                            monitoring,
                            Integer.toString(count),
                            Long.toString(wrongMillis)));
            nodes.add(node);
            starting.add(clients.submit(() -> {
                node.start();
                return null;
            }));
        }
        for (Future<?> each : starting) each.get();
    }

    // Clients

    private void act(Random own) {
        int document = own.nextInt(DOCUMENTS);
        NodeProcess node = nodes.get(own.nextInt(nodes.size()));
        History history = histories.get(document);
        long value = values.incrementAndGet();
        String id = "d" + document;
        long begun = ticks.next();
        switch (own.nextInt(8)) {
            case 0, 1, 2 -> tell(history, begun, -1, node.ask("read " + id + " 0"));
            case 3 -> tell(history, begun, value, node.ask("create " + id + " " + value));
            case 4 -> tell(history, begun, value, node.ask("put " + id + " " + value));
            case 5 -> replace(own, history, id, value);
            case 6 -> tell(history, begun, value, node.ask("update " + id + " " + value));
            default -> tell(history, begun, 0, node.ask("delete " + id + " 0"));
        }
    }

    /** Writes at one node against what another one has said. */
    private void replace(Random own, History history, String id, long value) {
        long begun = ticks.next();
        String[] read =
                nodes.get(own.nextInt(nodes.size())).ask("read " + id + " 0").split(" ");
        if (!read[0].equals("seen")) return;
        history.seen(begun, ticks.next(), Long.parseLong(read[1]), Long.parseLong(read[2]));
        begun = ticks.next();
        String answer = nodes.get(own.nextInt(nodes.size())).ask("replace " + id + " " + value + " " + read[1]);
        tell(history, begun, value, answer);
        if (answer.startsWith("stale ")) {
            // The version that was named was there, so it is below what is there now.
            assertThat(Long.parseLong(answer.substring(6))).isGreaterThan(Long.parseLong(read[1]));
        }
    }

    /** @param value that was to be stored; -1 where none was */
    private void tell(History history, long begun, long value, String answer) {
        long ended = ticks.next();
        String[] said = answer.split(" ");
        switch (said[0]) {
            case "stored" -> {
                history.stored(begun, ended, Long.parseLong(said[1]), value);
                stored.incrementAndGet();
            }
            case "seen" -> history.seen(begun, ended, Long.parseLong(said[1]), Long.parseLong(said[2]));
            case "exists" -> history.seenVersion(begun, ended, Long.parseLong(said[1]));
            case "missed" -> history.missed(begun, ended);
            case "unsure", "gone", "failed" -> {
                if (value >= 0) history.unsure(begun, value);
            }
            case "busy", "stale" -> {}
            default -> throw new AssertionError(answer);
        }
    }

    /** Creates documents, each with a key and as often as it takes, at whatever node. @return how many were acknowledged */
    private int createOnce() {
        var own = new Random(SEED * 37L);
        int acknowledged = 0;
        while (!stops.get()) {
            String key = "k" + acknowledged;
            String first = "";
            for (int attempt = 0, left = TRIES; left > 0 && !stops.get(); attempt++) {
                // Who sends it again gets another id for it, as servers draw them.
                String answer = nodes.get(own.nextInt(nodes.size())).ask("once " + key + "-" + attempt + " 1 0 " + key);
                if (!answer.startsWith("stored ")) continue;
                left--;
                assertThat(answer).as(key + ", attempt " + attempt).isEqualTo(first.isEmpty() ? answer : first);
                first = answer;
            }
            if (!first.isEmpty()) acknowledged++;
        }
        return acknowledged;
    }

    // What is done to the cluster

    private void harm() throws Exception {
        int count = nodes.size();
        int one = random.nextInt(count);
        int other = (one + 1 + random.nextInt(count - 1)) % count;
        switch (random.nextInt(9)) {
            case 0 -> {
                say("node " + one + " is killed");
                nodes.get(one).kill();
                awaitMillis(HARM_MILLIS / 3);
                nodes.get(one).start();
            }
            case 1 -> {
                say("node " + one + " stands still");
                nodes.get(one).pause();
                awaitMillis(HARM_MILLIS);
                nodes.get(one).resume();
            }
            case 2 -> {
                say("server " + one + " is killed");
                servers.kill(one);
                awaitMillis(HARM_MILLIS);
                servers.start(one);
            }
            case 3 -> {
                say("all servers are killed");
                for (int i = 0; i < count; i++) servers.kill(i);
                for (int i = 0; i < count; i++) servers.start(i);
            }
            case 4 -> {
                say("server " + one + " stands still");
                servers.pause(one);
                awaitMillis(HARM_MILLIS);
                servers.resume(one);
            }
            case 5 -> {
                say("server " + one + " is cut off from all others");
                for (int i = 0; i < count; i++) if (i != one) hold(one, i, true, true);
                awaitMillis(HARM_MILLIS * 2);
                for (int i = 0; i < count; i++) if (i != one) hold(one, i, false, false);
            }
            case 6 -> {
                say("nothing comes from server " + one + " to server " + other);
                hold(one, other, true, false);
                awaitMillis(HARM_MILLIS * 2);
                hold(one, other, false, false);
            }
            case 7 -> {
                boolean there = random.nextBoolean();
                say("node " + one + (there ? " is not heard" : " hears nothing"));
                for (Link link : connections[one]) link.hold(there, !there);
                awaitMillis(HARM_MILLIS);
                for (Link link : connections[one]) link.release();
            }
            default -> {
                say("connections of node " + one + " and server " + other + " are reset");
                for (Link link : connections[one]) link.reset();
                for (Link link : routes[other]) if (link != null) link.reset();
            }
        }
        awaitGoingOn("it");
    }

    private void hold(int one, int other, boolean there, boolean back) {
        routes[one][other].hold(there, back);
        routes[other][one].hold(back, there);
    }

    private void say(String what) {
        System.out.printf("%5.1f s: %s%n", (System.nanoTime() - begunNanos) / 1e9, what);
    }

    /** For so long it lasts, whatever the cluster makes of it. */
    private static void awaitMillis(int millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    private void awaitGoingOn(String after) {
        long before = stored.get();
        boolean isGoingOn = Eventually.holdsWithin(LONGEST_HEALING, () -> stored.get() >= before + ENOUGH);
        assertThat(isGoingOn).as("they go on after " + after + ", seed " + SEED).isTrue();
    }

    // At the end

    private void checkEnd(int creations) {
        NodeProcess first = nodes.getFirst();
        for (NodeProcess node : nodes) {
            Eventually.until(
                    "a node has caught up", () -> !node.ask("read d0 0").equals("failed"));
        }
        for (int i = 0; i < DOCUMENTS; i++) {
            SortedMap<Long, Long> versions = valuesOf(sameOnAll("versions d" + i + " 0"));
            try {
                histories.get(i).settle(versions);
                assertThat(histories.get(i).check()).isEqualTo(versions.isEmpty() ? 0 : versions.lastKey());
            } catch (AssertionError failure) {
                throw new AssertionError("seed " + SEED + ", document " + i, failure);
            }
        }
        List<String> created = Arrays.stream(sameOnAll("ids all 0").split(" "))
                .filter(id -> id.startsWith("k"))
                .map(id -> id.substring(0, id.indexOf('-')))
                .toList();
        assertThat(created).doesNotHaveDuplicates().hasSizeBetween(creations, creations + 1);
    }

    /** What was sent and nobody was told of may still be on its way. */
    private String sameOnAll(String question) {
        List<String> answers = new ArrayList<>();
        Eventually.until(
                () -> {
                    answers.clear();
                    for (NodeProcess node : nodes) answers.add(node.ask(question));
                    return answers.stream().distinct().count() == 1;
                },
                () -> answers);
        return answers.getFirst();
    }

    private static SortedMap<Long, Long> valuesOf(String versions) {
        SortedMap<Long, Long> values = new TreeMap<>();
        for (String each : versions.split(" ")) {
            if (each.isEmpty()) continue;
            String[] parts = each.split(":");
            values.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
        return values;
    }
}
