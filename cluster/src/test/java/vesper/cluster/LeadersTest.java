package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;
import static vesper.cluster.TestNodes.json;

import io.nats.client.api.ClusterInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.TestNodes.Node;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Write;
import vesper.testing.Eventually;

/** Collections whose streams are led by different servers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LeadersTest {
    private static final int SERVERS = 3;
    private static final Duration QUESTION = Duration.ofSeconds(5);

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private TestNodes nodes;
    private Node node;

    @AfterEach
    void close() {
        threads.shutdownNow();
        nodes.close();
    }

    /** @param took from when a server was killed until a write was stored */
    private record Back(Write first, Duration took) {}

    @Test
    void a_server_that_is_killed_stops_the_writes_of_the_collections_that_it_led_and_of_no_other() throws Exception {
        nodes = TestNodes.serve(folder, SERVERS);
        node = nodes.node("one");
        List<DocumentCollection<JsonText>> collections = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) collections.add(ledBy(server));

        nodes.servers.kill(1);
        long killed = System.nanoTime();
        List<Future<Back>> awaited = collections.stream()
                .map(each -> threads.submit(() -> back(each, killed)))
                .toList();
        Back led = awaited.get(1).get();

        assertThat(led.first).isNotInstanceOf(Write.Stored.class);
        for (int other : List.of(0, 2)) {
            assertThat(awaited.get(other).get().took)
                    .as("collection-%s goes on before collection-1 has another leader", other)
                    .isLessThan(led.took);
        }
    }

    private static Back back(DocumentCollection<JsonText> collection, long since) {
        Write first = collection.put(A, json(2));
        if (!(first instanceof Write.Stored)) {
            Eventually.until("it is stored again", () -> collection.put(A, json(2)) instanceof Write.Stored);
        }
        return new Back(first, Duration.ofNanos(System.nanoTime() - since));
    }

    /** A collection that takes writes, and whose stream this server leads. */
    private DocumentCollection<JsonText> ledBy(int server) throws Exception {
        String name = "collection-" + server;
        DocumentCollection<JsonText> collection =
                node.documents().collection(name, StateForm.json(), CollectionPolicy.REPLICATED);
        Eventually.until("it is stored", () -> collection.put(A, json(1)) instanceof Write.Stored);
        String stream = new Names("test").stream(name);
        String wanted = nodes.servers.running().get(server).name();
        Eventually.until(wanted + " leads " + stream, () -> isLedBy(wanted, stream));
        Eventually.until("it is stored", () -> collection.put(A, json(1)) instanceof Write.Stored);
        return collection;
    }

    /** Asks its leader to let this server lead, where it does not yet. */
    private boolean isLedBy(String server, String stream) throws Exception {
        ClusterInfo group = node.cluster().management().getStreamInfo(stream).getClusterInfo();
        if (server.equals(group.getLeader())) return true;
        byte[] wish = ("{\"placement\":{\"preferred\":\"" + server + "\"}}").getBytes(UTF_8);
        var _ = node.cluster().connection().request("$JS.API.STREAM.LEADER.STEPDOWN." + stream, wish, QUESTION);
        return false;
    }
}
