package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ServerLinkTest {
    private static final Duration SOON = Duration.ofMillis(300);

    @TempDir
    Path folder;

    private NatsServers servers;
    private ServerLink link;

    @BeforeEach
    void connect() throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), 1, "always");
        link = new ServerLink(
                new ClusterSettings(servers.urls(), "test", 1, ClusterAccess.OPEN, List.of(), false), "testing", SOON);
        link.start();
    }

    @AfterEach
    void close() {
        link.close();
        servers.close();
    }

    private void kill() throws Exception {
        servers.kill(0);
        Eventually.until("it is broken", () -> !link.isConnected());
    }

    @Test
    void while_it_is_broken_nothing_is_kept_to_be_sent_later() throws Exception {
        kill();
        assertThatThrownBy(() -> link.connection().publish("somewhere", new byte[1]))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void one_that_is_broken_for_long_ends_with_all_that_was_to_be_sent_and_another_is_made() throws Exception {
        Connection first = link.connection();
        kill();
        Eventually.until("it is closed", () -> first.getStatus() == Connection.Status.CLOSED);
        servers.start(0);
        Eventually.until("there is another connection", link::isConnected);
        assertThat(link.connection()).isNotSameAs(first);
    }

    @Test
    void one_that_was_closed_is_made_anew_and_what_is_heard_of_it_later_changes_nothing() throws Exception {
        Connection first = link.connection();
        first.close();
        Eventually.until("there is another connection", link::isConnected);
        Connection second = link.connection();
        long turns = link.connectionChanges();
        link.onEvent(first, Events.DISCONNECTED);
        link.onEvent(first, Events.CLOSED);
        assertThat(link.connectionChanges()).isEqualTo(turns);
        assertThat(link.connection()).isSameAs(second);
    }

    @Test
    void whenever_one_is_closed_there_is_another_one() throws Exception {
        for (int i = 0; i < 20; i++) {
            Connection before = link.connection();
            before.close();
            Eventually.until(
                    "there is another connection",
                    () -> link.isConnected() && !link.connection().equals(before));
        }
    }

    @Test
    void none_is_made_once_it_is_closed() throws Exception {
        Connection first = link.connection();
        link.close();
        link.connectInBackground();
        assertThat(link.connection()).isSameAs(first);
        assertThat(link.isConnected()).isFalse();
    }
}
