package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.documents.Action;
import vesper.documents.CollectionPolicy;
import vesper.documents.CopyPart;
import vesper.documents.DocumentId;
import vesper.documents.SharedLog;
import vesper.documents.SharedLog.Outcome;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class JetStreamLogTest {
    private static final String NOTES = "notes";
    private static final DocumentId A = new DocumentId("a");
    private static final Duration WAIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    /** A follower that accepts everything. */
    private static final class AcceptingFollower implements SharedLog.Follower {
        private volatile Optional<String> origin = Optional.empty();

        @Override
        public Optional<String> origin() {
            return origin;
        }

        @Override
        public void begin(String of) {
            origin = Optional.of(of);
        }

        @Override
        public boolean has(long sequence, SharedLog.Entry entry) {
            return true;
        }

        @Override
        public void entry(long sequence, String attempt, SharedLog.Entry entry) {}

        @Override
        public void mark(long sequence) {}

        @Override
        public Optional<CopyPart> part(String from) {
            return Optional.empty();
        }

        @Override
        public Optional<SortedMap<String, String>> differences(CopyPart theirs) {
            return Optional.empty();
        }
    }

    private static SharedLog.Entry version(int number) {
        Action action = number == 1 ? Action.CREATED : Action.UPDATED;
        return new SharedLog.Entry(A, number, action, number, Optional.empty(), TestNodes.json(number));
    }

    private static Outcome outcome(CompletableFuture<Outcome> appending) throws Exception {
        return appending.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void a_version_that_a_server_tells_before_the_leader_has_done_with_it_is_followed_by_the_next_one()
            throws Exception {
        try (TestNodes nodes = TestNodes.start(folder, 3)) {
            int leader = createLogAndFindLeader(nodes);
            // Connected to the leader's server, which is not paused.
            try (Cluster cluster = Cluster.connect(at(nodes, leader), WAIT);
                    SharedLog log = followed(cluster)) {
                Eventually.until("something is appended", () -> isAppended(log.mark()));
                long newest =
                        log.newest().get(WAIT.toSeconds(), TimeUnit.SECONDS).sequence();
                CompletableFuture<Outcome> first;
                CompletableFuture<Outcome> next;
                try {
                    for (int i = 0; i < 3; i++) if (i != leader) nodes.servers.pause(i);
                    first = log.append(version(1), 0, "first");
                    // Sent by a node to which the first version has already been delivered.
                    next = log.append(version(2), newest + 1, "next");
                    cluster.requestConnection().flush(WAIT);
                } finally {
                    for (int i = 0; i < 3; i++) if (i != leader) nodes.servers.resume(i);
                }
                assertThat(outcome(first)).isEqualTo(new Outcome.Appended(newest + 1, false));
                assertThat(outcome(next)).isEqualTo(new Outcome.Appended(newest + 2, false));
            }
        }
    }

    /** Creates the log on the servers. @return the server that leads it */
    private static int createLogAndFindLeader(TestNodes nodes) throws Exception {
        try (Cluster cluster = Cluster.connect(nodes.settings(), WAIT);
                SharedLog log = followed(cluster)) {
            Eventually.until("something is appended", () -> isAppended(log.mark()));
            String stream = new NatsNames(nodes.settings().name()).streamName(NOTES);
            String leader =
                    cluster.management().getStreamInfo(stream).getClusterInfo().getLeader();
            return Integer.parseInt(leader.substring(1)) - 1;
        }
    }

    private static ClusterSettings at(TestNodes nodes, int server) {
        ClusterSettings all = nodes.settings();
        return new ClusterSettings(
                List.of(all.servers().get(server)),
                all.name(),
                all.replicas(),
                ClusterAccess.OPEN,
                nodes.servers.monitoring(),
                false);
    }

    private static SharedLog followed(Cluster cluster) throws Exception {
        SharedLog log = cluster.open(NOTES, CollectionPolicy.REPLICATED);
        log.follow(0, new AcceptingFollower());
        return log;
    }

    private static boolean isAppended(CompletableFuture<Outcome> appending) throws Exception {
        return outcome(appending) instanceof Outcome.Appended;
    }
}
