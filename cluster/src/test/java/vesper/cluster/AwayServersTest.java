package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.documents.Write;
import vesper.testing.Eventually;

/** Nodes while all servers are down, and after they come back. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class AwayServersTest {
    @TempDir
    Path folder;

    private TestNodes nodes;

    @AfterEach
    void close() {
        nodes.close();
    }

    /** Version that nodes publish. It changes while the servers are down, to tell old descriptions from new ones. */
    private volatile String saying = "before";

    private boolean areMembers(Node... all) {
        for (Node node : all) {
            List<Member> members = node.cluster().members();
            boolean isSaid = members.stream().allMatch(each -> each.version().equals(saying));
            if (members.size() != all.length || !isSaid) return false;
        }
        return true;
    }

    private void requireMembersAgain(int count, boolean forgets) throws Exception {
        nodes = TestNodes.start(folder, count);
        Node one = nodes.node("one");
        Node two = nodes.node("two");
        one.publish(() -> saying);
        two.publish(() -> saying);
        Eventually.until("both are members", () -> areMembers(one, two));
        nodes.killAll();
        if (forgets) TestNodes.delete(nodes.servers.dataFolder(0));
        saying = "after";
        nodes.startAll();
        Eventually.until("both are members again", () -> areMembers(one, two));
        Eventually.until(
                "one leads", () -> one.notes().isLeader() != two.notes().isLeader());
        one.awaitPut(A, 1);
    }

    @Test
    void members_and_a_leader_are_there_again_when_the_servers_are() throws Exception {
        requireMembersAgain(3, false);
    }

    @Test
    void members_and_a_leader_are_there_again_where_the_servers_have_lost_everything() throws Exception {
        requireMembersAgain(1, true);
    }

    @Test
    void a_node_starts_without_them_and_reads_what_it_has() throws Exception {
        nodes = TestNodes.start(folder, 1);
        Node before = nodes.node("one");
        before.awaitPut(A, 1);
        nodes.stop(before);
        nodes.killAll();

        Node one = nodes.node("one");
        assertThat(one.number(A)).isEqualTo(1);
        assertThat(one.notes().lag()).isEmpty();
        assertThat(one.cluster().isConnected()).isFalse();
        assertThat(one.trouble()).contains("none of the NATS servers nats://", "answers");
        assertThat(one.put(A, 2)).isIn(new Write.Busy(), new Write.OutcomeUnknown());

        nodes.startAll();
        one.awaitPut(A, 3);
        Eventually.until("it has caught up", () -> one.notes().lag().isPresent());
        assertThat(one.trouble()).isEmpty();
    }
}
