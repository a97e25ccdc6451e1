package vesper.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import vesper.testing.Eventually;
import vesper.testing.Rounds;

/**
 * A run of a cluster under load, while its nodes, servers and links fail. Afterwards it checks that the answers to
 * clients are consistent, and that all nodes have the same data. {@code VESPER_CLUSTER_SECONDS} sets the duration, and
 * {@code VESPER_CLUSTER_SEED} repeats the sequence of failures.
 */
final class ClusterRun {
    private static final int SHORT_SECONDS = 6;
    private static final int LONG_SECONDS = 600;
    private static final int ENOUGH = 20;
    private static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final int count;
    private final Duration length;
    private final int seed;
    private final long startedNanos = System.nanoTime();

    private ClusterRun(Path folder, int count, Duration length, int seed) {
        this.folder = folder;
        this.count = count;
        this.length = length;
        this.seed = seed;
    }

    /**
     * Runs the test.
     *
     * @param folder for all data and logs
     * @param count number of nodes, and of servers
     */
    static void run(Path folder, int count) throws Exception {
        int seconds = Rounds.of("VESPER_CLUSTER_SECONDS", SHORT_SECONDS, LONG_SECONDS);
        int seed = (int) Rounds.seed("VESPER_CLUSTER_SEED");
        System.out.println(count + " nodes for " + seconds + " s");
        try {
            new ClusterRun(folder, count, Duration.ofSeconds(seconds), seed).run();
        } catch (AssertionError failure) {
            String where = "VESPER_CLUSTER_SEED=" + seed + ", logs in " + folder + ": ";
            throw new AssertionError(where + failure.getMessage(), failure);
        }
    }

    private void run() throws Exception {
        try (TestCluster cluster = TestCluster.start(folder, count);
                Clients clients = new Clients(cluster.nodes(), seed, folder.resolve("clients.log"))) {
            clients.start();
            awaitProgress(clients, "the start");
            var faults = new FaultInjector(cluster, new Random(seed), this::print);
            long startedAt = System.nanoTime();
            while (System.nanoTime() - startedAt < length.toNanos()) {
                faults.next();
                awaitProgress(clients, "the failure");
            }
            clients.stop();
            print("compared");
            for (String collection : List.of(HistoryNode.NOTES, HistoryNode.DRAFTS)) {
                new Comparison(Comparison.Nodes.of(cluster.nodes()), collection).requireSame();
            }
            clients.check();
            print(clients.toString());
            requireNoDifferences(cluster);
        }
    }

    private void print(String what) {
        long now = System.nanoTime();
        System.out.printf("%5.1f s (%d): %s%n", (now - startedNanos) / 1e9, now, what);
    }

    /** Checks that the nodes found no differences when they compared their own copies during the run. */
    private void requireNoDifferences(TestCluster cluster) {
        List<String> comparisons = Eventually.answer(
                "what the nodes have compared",
                () -> cluster.nodes().stream()
                        .map(node -> node.send("compared " + HistoryNode.NOTES + " all 0")
                                .text())
                        .toList(),
                all -> all.stream().anyMatch(each -> !each.startsWith("0 ")));
        print("compared by the nodes themselves: " + comparisons);
        assertThat(comparisons).allMatch(each -> each.endsWith("[]"));
    }

    private static void awaitProgress(Clients clients, String after) throws Exception {
        long before = clients.storedCount();
        boolean isProgressing =
                Eventually.holdsWithin(RECOVERY_TIMEOUT, () -> clients.storedCount() >= before + ENOUGH);
        // A client may have failed on an inconsistent answer; report that first.
        if (!isProgressing) clients.stop();
        assertThat(isProgressing).as("writes continue after " + after).isTrue();
    }
}
