package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;

import io.nats.client.Connection;
import io.nats.client.KeyValueManagement;
import io.nats.client.KeyValueOptions;
import io.nats.client.Nats;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueStatus;
import io.nats.client.api.StorageType;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.testing.Eventually;

/** A cluster whose bucket was created by hand, with other settings than nodes need. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class BucketTest {
    private static final String NAME = "vesper-test";

    @TempDir
    Path folder;

    private TestNodes nodes;
    private Connection connection;
    private KeyValueManagement buckets;

    private void serve(int count) throws Exception {
        nodes = TestNodes.start(folder, count);
        connection = Nats.connect(nodes.servers.urls().getFirst());
        buckets = connection.keyValueManagement(
                KeyValueOptions.builder().jetStreamOptions(TestNodes.PATIENT).build());
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        nodes.close();
    }

    private static void awaitLeading(Node node) {
        Eventually.until("it leads", () -> node.notes().isLeader());
    }

    @Test
    void what_is_otherwise_than_nodes_need_it_is_set_right() throws Exception {
        serve(3);
        buckets.create(KeyValueConfiguration.builder(NAME)
                .storageType(StorageType.File)
                .replicas(1)
                .ttl(Duration.ofHours(1))
                .maxHistoryPerKey(5)
                .maxBucketSize(1 << 20)
                .build());
        Node one = nodes.node("one");
        awaitLeading(one);
        KeyValueStatus is = buckets.getStatus(NAME);
        assertThat(is.getTtl()).isEqualTo(Bucket.VALUE_TTL);
        assertThat(is.getReplicas()).isEqualTo(3);
        assertThat(is.getMaxHistoryPerKey()).isOne();
        assertThat(is.getMaxBucketSize()).isNegative();
        assertThat(one.trouble()).isEmpty();
    }

    @Test
    void one_in_memory_is_not_used_and_the_node_says_what_to_do() throws Exception {
        serve(1);
        buckets.create(KeyValueConfiguration.builder(NAME)
                .storageType(StorageType.Memory)
                .ttl(Bucket.VALUE_TTL)
                .build());
        Node one = nodes.node("one");
        one.awaitTrouble("it is stored in memory");
        assertThat(one.trouble()).contains("nats kv del " + NAME);
        assertThat(one.notes().isLeader()).isFalse();
        one.awaitPut(A, 1);

        buckets.delete(NAME);
        awaitLeading(one);
        assertThat(one.trouble()).isEmpty();
        assertThat(buckets.getStatus(NAME).getStorageType()).isEqualTo(StorageType.File);
    }

    @Test
    void what_no_server_can_have_is_said_as_what_it_is() throws Exception {
        serve(1);
        ClusterSettings three = new ClusterSettings(
                nodes.servers.urls(), "test", 3, ClusterAccess.OPEN, nodes.servers.monitoring(), false);
        Node one = nodes.node("one", three);
        one.awaitTrouble(
                "stream vesper+test+notes cannot be created: replicas > 1 not supported in non-clustered mode");
    }
}
