package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;

import io.nats.client.Connection;
import io.nats.client.Nats;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.testing.Eventually;

/** Messages that no node would write, from a client that is allowed to publish. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForeignMessagesTest {
    @TempDir
    Path folder;

    private TestNodes nodes;
    private Node one;
    private Connection stranger;

    @BeforeEach
    void start() throws Exception {
        nodes = TestNodes.start(folder, 1);
        one = nodes.node("one");
        one.awaitPut(A, 1);
        stranger = Nats.connect(nodes.servers.urls().getFirst());
    }

    @AfterEach
    void stop() throws Exception {
        stranger.close();
        nodes.close();
    }

    private void publish(String subject, String body) throws Exception {
        stranger.publish(subject, body.getBytes(UTF_8));
        stranger.flush(Duration.ofSeconds(10));
    }

    @Test
    void what_is_no_version_in_a_log_is_passed_over_by_all_nodes_and_said() throws Exception {
        Node two = nodes.node("two");
        publish("vesper.test.notes.zz.y.x", "junk");
        publish("vesper.test.notes.d.b", "{}");
        for (Node each : new Node[] {one, two}) {
            each.awaitTrouble("that no node has written");
        }
        one.awaitPut(A, 2);
        two.notes().current().join();
        assertThat(two.number(A)).isEqualTo(2);
        assertThat(two.notes().count()).isOne();

        publish("vesper.test.notes.zz", "junk");
        Node again = nodes.restart(one);
        again.awaitPut(A, 3);
    }

    @Test
    void members_and_parts_of_copies_that_lack_something_are_none() throws Exception {
        String bucket = "$KV.vesper-test.";
        publish(bucket + "member.evil", "{}");
        publish(bucket + "member.evil2", "{\"node\":\"x\",\"address\":null}");
        publish(bucket + "copy.notes", "{\"node\":\"evil\",\"part\":null}");
        publish(bucket + "copy.notes", "{\"node\":\"evil\",\"part\":{\"log\":null,\"items\":[null,{\"id\":\"\"}]}}");
        Node two = nodes.node("two");
        one.publish();
        two.publish();
        Eventually.until(
                "they see each other alone", () -> one.cluster().members().size() == 2);
        Eventually.until(
                "they compare nevertheless",
                () -> one.cluster().comparedCount() + two.cluster().comparedCount() > 0);
    }
}
