package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.cluster.TestNodes.A;
import static vesper.cluster.TestNodes.json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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

/** Servers that each lead some of the streams, and nodes that lead collections. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LeadersTest {
    private static final int SERVERS = 3;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_STEPDOWNS = 5;
    /** NATS places a consumer on one of three servers. All tries miss the wanted one in one run of 200,000. */
    private static final int MAX_PLACEMENTS = 30;

    private static final Pattern LEADER = Pattern.compile("\"leader\":\\s*\"([^\"]+)\"");

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private TestNodes nodes;
    private Node node;

    @AfterEach
    void close() {
        threads.shutdownNow();
        nodes.close();
        http.close();
    }

    /** @param took time from the kill of a server until a write was stored */
    private record Recovery(Write first, Duration took) {}

    @Test
    void a_server_that_is_killed_stops_the_writes_of_the_collections_that_it_led_and_of_no_other() throws Exception {
        nodes = TestNodes.start(folder, SERVERS);
        node = nodes.node("one", connectedTo(0));
        List<DocumentCollection<JsonText>> collections = new ArrayList<>();
        List<Future<DocumentCollection<JsonText>>> led = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            int server = i;
            led.add(threads.submit(() -> ledBy(server, "collection-" + server)));
        }
        for (Future<DocumentCollection<JsonText>> each : led) collections.add(each.get());

        nodes.servers.kill(1);
        long killed = System.nanoTime();
        List<Future<Recovery>> awaited = collections.stream()
                .map(each -> threads.submit(() -> awaitRecovery(each, killed)))
                .toList();
        Recovery back = awaited.get(1).get();

        assertThat(back.first).isNotInstanceOf(Write.Stored.class);
        for (int other : List.of(0, 2)) {
            assertThat(awaited.get(other).get().took)
                    .as("writes to collection-%s continue before collection-1 has another leader", other)
                    .isLessThan(back.took);
        }
    }

    /** While the servers have no leader of their own, for some seconds, no consumer can be placed on another server. */
    @Test
    void a_server_that_is_killed_and_led_all_servers_stops_no_write_of_a_collection_that_it_told_and_did_not_lead()
            throws Exception {
        nodes = TestNodes.start(folder, SERVERS);
        int killed = leaderOfServers(0).orElseThrow();
        int asked = (killed + 1) % SERVERS;
        node = nodes.node("one", connectedTo(asked));
        int led = (killed + 2) % SERVERS;
        DocumentCollection<JsonText> collection = consumedFrom(killed, led);

        long before = collection.version(A).number();
        nodes.servers.kill(killed);

        var n = new AtomicInteger();
        Eventually.until("another server hosts the consumer", () -> {
            assertThat(collection.put(A, json(n.incrementAndGet()))).isInstanceOf(Write.Stored.class);
            return hostsConsumer(asked, collection) || hostsConsumer(led, collection);
        });
        for (int i = 0; i < 100; i++) {
            assertThat(collection.put(A, json(n.incrementAndGet()))).isInstanceOf(Write.Stored.class);
        }
        assertThat(collection.version(A).number()).isEqualTo(before + n.get());
    }

    @Test
    void what_a_node_led_that_ends_another_one_leads_without_waiting_for_its_lease_to_run_out() throws Exception {
        nodes = TestNodes.start(folder, 1);
        Node first = nodes.node("first");
        Eventually.until("it leads", () -> first.notes().isLeader());
        Node second = nodes.node("second");
        for (Node each : List.of(first, second)) each.publish();
        Eventually.until(
                "they know of each other", () -> second.cluster().members().size() == 2);

        nodes.stop(first);

        // The lease was renewed less than two seconds ago, so it would not have expired in this time.
        assertThat(Eventually.holdsWithin(Bucket.VALUE_TTL.minusSeconds(2), second.notes()::isLeader))
                .isTrue();
    }

    /**
     * Returns settings for a node that connects to this server only. The tests kill another one, so the node need not
     * reconnect.
     */
    private ClusterSettings connectedTo(int server) {
        ClusterSettings all = nodes.settings();
        return new ClusterSettings(
                List.of(all.servers().get(server)),
                all.name(),
                all.replicas(),
                all.access(),
                all.monitoring(),
                all.isRelaxed());
    }

    private static Recovery awaitRecovery(DocumentCollection<JsonText> collection, long since) {
        Write first = collection.put(A, json(2));
        if (!(first instanceof Write.Stored)) {
            Eventually.until("it is stored again", () -> collection.put(A, json(2)) instanceof Write.Stored);
        }
        return new Recovery(first, Duration.ofNanos(System.nanoTime() - since));
    }

    /** Opens a collection whose stream this server leads, and waits until it accepts writes. */
    private DocumentCollection<JsonText> ledBy(int server, String name) throws Exception {
        DocumentCollection<JsonText> collection =
                node.documents().collection(name, StateForm.json(), CollectionPolicy.REPLICATED);
        Eventually.until("it is stored", () -> collection.put(A, json(1)) instanceof Write.Stored);
        String stream = new NatsNames("test").streamName(name);
        String wanted = nameOf(server);
        boolean isLed = wanted.equals(leaderOf(stream));
        for (int tries = 0; !isLed && tries < MAX_STEPDOWNS; tries++) {
            requestLeader(stream, wanted);
            isLed = Eventually.holdsWithin(REQUEST_TIMEOUT, () -> wanted.equals(leaderOf(stream)));
        }
        assertThat(isLed).as("%s leads %s", wanted, stream).isTrue();
        Eventually.until("it is stored", () -> collection.put(A, json(1)) instanceof Write.Stored);
        return collection;
    }

    private String nameOf(int server) {
        return nodes.servers.runningServers().get(server).name();
    }

    private OptionalInt leaderOfServers(int asked) throws Exception {
        Matcher leader = LEADER.matcher(get(asked, "/jsz"));
        if (!leader.find()) return OptionalInt.empty();
        return IntStream.range(0, SERVERS)
                .filter(server -> nameOf(server).equals(leader.group(1)))
                .findFirst();
    }

    /** Returns whether a consumer of the collection runs on this server. */
    private boolean hostsConsumer(int server, DocumentCollection<?> collection) throws Exception {
        String stream = new NatsNames("test").streamName(collection.name());
        return Pattern.compile("\"stream_name\":\\s*" + Pattern.quote('"' + stream + '"'))
                .matcher(get(server, "/jsz?consumers=true"))
                .find();
    }

    private String get(int server, String path) throws Exception {
        URI state = nodes.servers.monitoring().get(server).resolve(path);
        return http.send(HttpRequest.newBuilder(state).build(), BodyHandlers.ofString())
                .body();
    }

    /** Opens a collection that one server delivers to the node while another one leads it. */
    private DocumentCollection<JsonText> consumedFrom(int server, int leader) throws Exception {
        for (int i = 0; i < MAX_PLACEMENTS; i++) {
            DocumentCollection<JsonText> made = ledBy(leader, "collection-" + i);
            if (hostsConsumer(server, made)) return made;
        }
        throw new AssertionError("no consumer was placed on " + nameOf(server));
    }

    /** Returns the leader of a stream; null if no server answers, for example during an election. */
    private @Nullable String leaderOf(String stream) throws Exception {
        try {
            return node.cluster()
                    .management()
                    .getStreamInfo(stream)
                    .getClusterInfo()
                    .getLeader();
        } catch (IOException notNow) {
            return null;
        }
    }

    /** Asks the leader of a stream to step down in favor of this server. */
    private void requestLeader(String stream, String server) throws Exception {
        byte[] request = ("{\"placement\":{\"preferred\":\"" + server + "\"}}").getBytes(UTF_8);
        var _ = node.cluster()
                .requestConnection()
                .request("$JS.API.STREAM.LEADER.STEPDOWN." + stream, request, REQUEST_TIMEOUT);
    }
}
