package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static vesper.cluster.TestNodes.A;
import static vesper.cluster.TestNodes.B;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.documents.Write;
import vesper.testing.Eventually;

/** Servers that lose a stream, or have another one in its place. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LostStreamTest {
    private static final String STREAM = "vesper+test+notes";

    @TempDir
    Path folder;

    private TestNodes nodes;
    private Node one;

    @BeforeEach
    void fill() throws Exception {
        nodes = TestNodes.start(folder, 1);
        one = nodes.node("one");
        one.awaitPut(A, 1);
    }

    @AfterEach
    void close() {
        nodes.close();
    }

    private static void assertRefusing(Node node) {
        assertThat(node.put(B, 9)).isEqualTo(new Write.Busy());
        assertThatThrownBy(() -> node.notes().current().join()).isInstanceOf(CompletionException.class);
        assertThat(node.notes().lag()).isEmpty();
    }

    private void wipe() throws Exception {
        nodes.killAll();
        TestNodes.delete(nodes.servers.dataFolder(0));
        nodes.startAll();
    }

    @Test
    void a_stream_that_is_gone_is_not_begun_anew_by_who_has_a_copy_of_it() throws Exception {
        wipe();
        one.awaitTrouble("stream vesper+test+notes no longer exists");
        assertRefusing(one);
        assertThat(one.cluster().divergence()).isPresent();
        assertThat(one.number(A)).isEqualTo(1);

        one = nodes.restart(one);
        one.awaitTrouble("no longer exists");
        assertRefusing(one);

        Node fresh = nodes.node("fresh");
        fresh.awaitPut(B, 1);
        one.awaitTrouble("was deleted and created again");
        Eventually.until("the node that can store leads", () -> fresh.notes().isLeader());
        assertThat(one.notes().isLeader()).isFalse();
        for (int n = 2; n <= 9; n++) fresh.awaitPut(B, n);
        assertRefusing(one);
        assertThat(one.notes().get(B)).isEmpty();

        nodes.stop(one);
        TestNodes.delete(nodes.copiesOf(one));
        one = nodes.node("one");
        Eventually.until("it has the new stream's", () -> one.notes().version(B).number() == 9);
        assertThat(one.notes().get(A)).isEmpty();
        one.awaitPut(A, 3);
    }

    @Test
    void a_copy_that_has_nothing_is_of_whatever_stream_there_is() throws Exception {
        Node idle = nodes.node("idle");
        nodes.stop(one);
        Eventually.until("it has caught up", () -> idle.notes().version(A).number() == 1);
        nodes.stop(idle);
        TestNodes.delete(nodes.copiesOf(idle));
        TestNodes.delete(nodes.copiesOf(one));
        wipe();
        Node empty = nodes.node("one");
        empty.awaitPut(A, 7);
        nodes.restart(empty).awaitPut(A, 8);
    }

    @Test
    void a_stream_of_an_earlier_state_is_not_gone_on_with_even_when_it_has_grown_again() throws Exception {
        nodes.killAll();
        Path backup = folder.resolve("backup");
        TestNodes.copy(nodes.servers.dataFolder(0), backup);
        nodes.startAll();
        one.awaitPut(A, 2);
        one.awaitPut(B, 3);

        nodes.killAll();
        TestNodes.delete(nodes.servers.dataFolder(0));
        TestNodes.copy(backup, nodes.servers.dataFolder(0));
        nodes.startAll();
        one.awaitTrouble("reset to an earlier state");
        assertRefusing(one);

        Node fresh = nodes.node("fresh");
        for (int n = 1; n <= 9; n++) fresh.awaitPut(B, n);
        one.awaitTrouble("than this node received");
        assertRefusing(one);
        one = nodes.restart(one);
        one.awaitTrouble("than this node received");
        assertThat(one.number(B)).isEqualTo(3);
    }

    @Test
    void a_store_that_is_put_back_is_gone_on_with() throws Exception {
        nodes.killAll();
        Path aside = folder.resolve("aside");
        TestNodes.copy(nodes.servers.dataFolder(0), aside);
        TestNodes.delete(nodes.servers.dataFolder(0));
        nodes.startAll();
        one.awaitTrouble("no longer exists");
        nodes.killAll();
        TestNodes.delete(nodes.servers.dataFolder(0));
        TestNodes.copy(aside, nodes.servers.dataFolder(0));
        nodes.startAll();
        one.awaitPut(A, 2);
        assertThat(one.notes().version(A).number()).isEqualTo(2);
        assertThat(one.trouble()).isEmpty();
    }

    @Test
    void a_stream_that_would_lose_documents_is_refused_until_it_is_set_right() throws Exception {
        Eventually.until("it leads", () -> one.notes().isLeader());
        change(stream -> StreamConfiguration.builder(stream)
                .maxAge(Duration.ofHours(1))
                .maxMessages(1000)
                .maximumMessageSize(5000)
                .discardPolicy(DiscardPolicy.New)
                .build());
        one.awaitTrouble(
                "max_age is PT1H instead of 0, max_msgs is 1000 instead of -1, max_msg_size is 5000 instead of -1,"
                        + " discard is new instead of old");
        assertRefusing(one);
        // The copy is as good as those of all other nodes.
        assertThat(one.cluster().divergence()).isEmpty();
        assertThat(one.notes().isCatchingUp()).isFalse();
        assertThat(one.number(A)).isEqualTo(1);
        assertThat(one.notes().isLeader()).isFalse();
        change(stream -> StreamConfiguration.builder(stream)
                .maxAge(Duration.ZERO)
                .maxMessages(-1)
                .maximumMessageSize(-1)
                .discardPolicy(DiscardPolicy.Old)
                .build());
        one.awaitPut(A, 2);
        Eventually.until("it leads again", () -> one.notes().isLeader());
        assertThat(one.trouble()).isEmpty();
    }

    @Test
    void a_stream_that_was_changed_is_found_out_however_much_is_written() throws Exception {
        change(stream ->
                StreamConfiguration.builder(stream).maxMessages(1_000_000).build());
        Eventually.until("it is found out", () -> {
            one.put(A, 2);
            return one.trouble().contains("max_msgs is 1000000 instead of -1");
        });
        assertThat(one.put(A, 3)).isEqualTo(new Write.Busy());
    }

    @Test
    void a_stream_that_was_restored_from_a_backup_is_the_same_one() throws Exception {
        for (int n = 2; n <= 5; n++) one.awaitPut(B, n);
        StreamBackup backup = request(connection -> StreamBackup.of(connection, STREAM));
        wipe();
        one.awaitTrouble("no longer exists");
        request(connection -> {
            backup.restore(connection, STREAM);
            return "";
        });
        one.awaitPut(B, 6);
        assertThat(one.notes().version(B).number()).isEqualTo(5);
        assertThat(one.trouble()).isEmpty();

        Node other = nodes.node("other");
        Eventually.until("it has all of it", () -> other.notes().version(B).number() == 5);
        assertThat(other.number(A)).isEqualTo(1);
    }

    @Test
    void a_backup_that_is_older_than_a_copy_is_gone_on_with_once_the_copy_is_made_anew() throws Exception {
        StreamBackup backup = request(connection -> StreamBackup.of(connection, STREAM));
        one.awaitPut(A, 2);
        wipe();
        request(connection -> {
            backup.restore(connection, STREAM);
            return "";
        });
        one.awaitTrouble("reset to an earlier state");
        assertRefusing(one);
        nodes.stop(one);
        TestNodes.delete(nodes.copiesOf(one));
        one = nodes.node("one");
        Eventually.until(
                "it is in the state of the backup", () -> one.notes().version(A).number() == 1);
        one.awaitPut(A, 3);
        assertThat(one.notes().version(A).number()).isEqualTo(2);
    }

    private interface Request<R> {
        R send(Connection connection) throws Exception;
    }

    private <R> R request(Request<R> request) throws Exception {
        Connection connection = Nats.connect(nodes.servers.urls().getFirst());
        try {
            return request.send(connection);
        } finally {
            connection.close();
        }
    }

    private void change(UnaryOperator<StreamConfiguration> changing) throws Exception {
        request(connection -> {
            JetStreamManagement management = connection.jetStreamManagement(TestNodes.PATIENT);
            StreamConfiguration actual = management.getStreamInfo(STREAM).getConfiguration();
            return management.updateStream(changing.apply(actual));
        });
    }
}
