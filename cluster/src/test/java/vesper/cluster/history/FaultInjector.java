package vesper.cluster.history;

import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import vesper.testing.network.Party;
import vesper.testing.network.Split;
import vesper.testing.network.Way;

/** Inflicts random failures on a cluster, one after the other. For use by a single thread. */
final class FaultInjector {
    private static final int SHORT_MILLIS = 1000;
    private static final int LONG_MILLIS = 3000;
    /**
     * Longest split, as a multiple of {@link #LONG_MILLIS}. Servers elect another leader after 4 to 9 seconds, and one
     * that is cut off believes that it leads for up to 10.
     */
    private static final int MAX_SPLIT_LENGTHS = 4;

    private final TestCluster cluster;
    private final Random random;
    private final Consumer<String> log;
    private final int count;

    FaultInjector(TestCluster cluster, Random random, Consumer<String> log) {
        this.cluster = cluster;
        this.random = random;
        this.log = log;
        this.count = cluster.nodes().size();
    }

    /** Inflicts one failure, and ends it. */
    void next() throws Exception {
        int one = random.nextInt(count);
        int other = (one + 1 + random.nextInt(count - 1)) % count;
        switch (random.nextInt(10)) {
            case 0 -> {
                log.accept("node " + one + " is killed");
                cluster.nodes().get(one).kill();
                sleep(SHORT_MILLIS);
                cluster.nodes().get(one).start();
            }
            case 1 -> {
                log.accept("node " + one + " is paused");
                cluster.nodes().get(one).pause();
                sleep(LONG_MILLIS);
                cluster.nodes().get(one).resume();
            }
            case 2 -> {
                log.accept("server " + one + " is killed");
                cluster.servers().kill(one);
                sleep(LONG_MILLIS);
                cluster.servers().start(one);
            }
            case 3 -> {
                log.accept("all servers are killed");
                for (int i = 0; i < count; i++) cluster.servers().kill(i);
                for (int i = 0; i < count; i++) cluster.servers().start(i);
            }
            case 4 -> {
                log.accept("server " + one + " is paused");
                cluster.servers().pause(one);
                sleep(LONG_MILLIS);
                cluster.servers().resume(one);
            }
            case 5 -> {
                log.accept("traffic from server " + one + " to server " + other + " is dropped");
                cluster.network().cut(Set.of(new Way(Party.server(one), Party.server(other))));
                sleep(2 * LONG_MILLIS);
                cluster.network().cut(Set.of());
            }
            case 6 -> {
                log.accept("connections of node " + one + " and server " + other + " are reset");
                cluster.network().reset(Party.node(one));
                cluster.network().reset(Party.server(other));
            }
            default -> split();
        }
    }

    /**
     * Cuts some nodes and servers off from the others. In half of the cases, also kills a node or server during the
     * split.
     */
    private void split() throws Exception {
        Split split = Split.draw(count, random);
        int millis = LONG_MILLIS * (1 + random.nextInt(MAX_SPLIT_LENGTHS));
        int one = random.nextInt(count);
        log.accept(split + ", for " + millis / 1000 + " s");
        cluster.network().cut(split.cut());
        switch (random.nextInt(4)) {
            case 0 -> {
                sleep(millis / 2);
                log.accept("node " + one + " is killed meanwhile");
                cluster.nodes().get(one).kill();
                sleep(millis / 2);
                cluster.network().cut(Set.of());
                cluster.nodes().get(one).start();
            }
            case 1 -> {
                sleep(millis / 2);
                log.accept("server " + one + " is killed meanwhile");
                cluster.servers().kill(one);
                sleep(millis / 2);
                cluster.network().cut(Set.of());
                cluster.servers().start(one);
            }
            default -> {
                sleep(millis);
                cluster.network().cut(Set.of());
            }
        }
    }

    /** Lets the failure last for this time, whether the cluster copes with it or not. */
    private static void sleep(int millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}
