package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.testing.Eventually;

/** Nodes in this process, with real NATS servers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class ClusterTest {
    private static final DocumentId A = new DocumentId("a.*b");
    private static final Duration WAIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final List<Node> nodes = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private NatsServers servers;

    private record Node(Cluster cluster, Documents documents, DocumentCollection<JsonText> notes) {
        void close() {
            documents.close();
            cluster.close();
        }
    }

    private void serve(int count, String sync) throws Exception {
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), count, sync);
    }

    private ClusterSettings settings(boolean isRelaxed) {
        return new ClusterSettings(
                servers.urls(), "test", servers.count(), ClusterAccess.OPEN, servers.monitoring(), isRelaxed);
    }

    private Node node(String name) throws Exception {
        Cluster cluster = Cluster.connect(settings(false), WAIT);
        Documents documents =
                Documents.ofNode(folder.resolve(name), Clock.systemUTC(), DocumentsOptions.DEFAULTS, cluster);
        var node = new Node(
                cluster, documents, documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED));
        nodes.add(node);
        return node;
    }

    @AfterEach
    void close() {
        nodes.forEach(Node::close);
        if (servers != null) servers.close();
        threads.shutdownNow();
    }

    private static JsonText json(int n) {
        return JsonText.of(Map.of("n", n), new Codec(false));
    }

    private static Write put(Node node, DocumentId id, int n) {
        return node.notes().put(id, json(n));
    }

    /** Waits until a write succeeds: servers must first elect the leader of a new log. */
    private static void awaitWrite(Node node) {
        Eventually.until("something is stored", () -> put(node, new DocumentId("first"), 0) instanceof Write.Stored);
    }

    @Test
    void what_one_node_stores_is_read_on_another_and_conditions_hold() throws Exception {
        serve(3, "always");
        Node one = node("one");
        Node three = node("three");
        awaitWrite(one);
        assertThat(put(one, A, 1)).isInstanceOf(Write.Stored.class);
        Eventually.until("it knows what is newest", () -> isCurrent(three));
        assertThat(three.notes().get(A).orElseThrow().value()).isEqualTo(json(1));
        assertThat(three.notes().put(A, new Version(1), json(2))).isInstanceOf(Write.Stored.class);
        Eventually.until("it knows what is newest", () -> isCurrent(one));
        assertThat(one.notes().put(A, new Version(1), json(3)))
                .isEqualTo(new Write.Stale(new Version(1), new Version(2)));
        assertThat(one.notes().delete(A)).isInstanceOf(Write.Stored.class);
        assertThat(one.notes().create(A, json(4))).isInstanceOf(Write.Stored.class);
        assertThat(one.notes().version(A)).isEqualTo(new Version(4));
        Eventually.until("both know it", () -> three.notes().version(A).equals(new Version(4)));
        Eventually.until(
                "one leads", () -> one.notes().isLeader() != three.notes().isLeader());
    }

    @Test
    void what_is_larger_than_servers_take_is_refused_and_what_comes_behind_it_is_stored() throws Exception {
        serve(1, "always");
        Node one = node("one");
        awaitWrite(one);
        int most = CollectionPolicy.REPLICATED.maxBytes();
        var full = JsonText.of("x".repeat(most - 2), new Codec(false));
        // The server has the same limit, but counts the headers of the message too.
        assertThat(one.notes().put(A, full)).isInstanceOfSatisfying(Write.TooLarge.class, refused -> {
            assertThat(refused.sizeBytes()).isEqualTo(most);
            assertThat(refused.limitBytes()).isBetween(most - 500L, most - 1L);
        });
        assertThat(put(one, A, 1)).isInstanceOf(Write.Stored.class);
        assertThat(one.notes().version(A)).isEqualTo(new Version(1));
    }

    @Test
    void servers_that_do_not_sync_are_refused_unless_that_is_accepted() throws Exception {
        serve(1, "2m");
        assertThatThrownBy(() -> node("careful"))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("acknowledges messages before they are on its disk");
        try (Cluster relaxed = Cluster.connect(settings(true), WAIT);
                Documents documents = Documents.ofNode(
                        folder.resolve("relaxed"), Clock.systemUTC(), DocumentsOptions.DEFAULTS, relaxed)) {
            var notes = documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED);
            Eventually.until("it is stored", () -> notes.put(A, json(1)) instanceof Write.Stored);
        }
    }

    @Test
    void nothing_acknowledged_is_lost_while_a_server_is_killed() throws Exception {
        serve(3, "always");
        Node one = node("one");
        Node two = node("two");
        awaitWrite(one);
        Map<DocumentId, Integer> acknowledged = new HashMap<>();
        var stops = new AtomicBoolean();
        List<Future<Map<DocumentId, Integer>>> writers = new ArrayList<>();
        var stored = new AtomicInteger();
        for (int w = 0; w < 4; w++) {
            Node node = w % 2 == 0 ? one : two;
            int writer = w;
            writers.add(threads.submit(() -> {
                Map<DocumentId, Integer> newest = new HashMap<>();
                for (int n = 1; !stops.get(); n++) {
                    var id = new DocumentId("w" + writer + "-" + n % 20);
                    if (put(node, id, n) instanceof Write.Stored) {
                        newest.put(id, n);
                        stored.incrementAndGet();
                    }
                }
                return newest;
            }));
        }
        Eventually.until("they write", () -> stored.get() > 200);
        servers.kill(0);
        int before = stored.get();
        Eventually.until("writes continue", () -> stored.get() > before + 200);
        servers.start(0);
        servers.awaitReady();
        stops.set(true);
        for (Future<Map<DocumentId, Integer>> writer : writers) acknowledged.putAll(writer.get());
        Node three = node("three");
        for (Node node : List.of(one, two, three)) {
            Eventually.until("it has caught up", () -> isCurrent(node));
            for (var each : acknowledged.entrySet()) {
                // A writer's last attempt may have been stored after it timed out.
                assertThat(number(node, each.getKey())).isGreaterThanOrEqualTo(each.getValue());
            }
            assertSame(one, node);
        }
    }

    private static int number(Node node, DocumentId id) {
        String text = node.notes().get(id).orElseThrow().value().toString();
        return Integer.parseInt(text.replaceAll("\\D", ""));
    }

    private static boolean isCurrent(Node node) {
        try {
            node.notes().current().join();
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    /** Compares all versions of all documents byte by byte. */
    private static void assertSame(Node one, Node other) {
        for (DocumentId id : one.notes().ids(Optional.empty(), 1000).items()) {
            var versions = one.notes().versions(id, Optional.empty(), 1000).items();
            assertThat(other.notes().versions(id, Optional.empty(), 1000).items())
                    .isEqualTo(versions);
            versions.forEach(info -> assertThat(other.notes().get(id, info.version()))
                    .isEqualTo(one.notes().get(id, info.version())));
        }
    }

    @Test
    void without_a_majority_writes_end_soon_reads_go_on_and_it_heals() throws Exception {
        serve(3, "always");
        Node one = node("one");
        awaitWrite(one);
        put(one, A, 1);
        servers.kill(1);
        servers.kill(2);
        long begun = System.nanoTime();
        assertThat(put(one, A, 2)).isEqualTo(new Write.OutcomeUnknown());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(4));
        assertThat(number(one, A)).isEqualTo(1);
        assertThatThrownBy(() -> one.notes().current().join()).isInstanceOf(RuntimeException.class);
        servers.start(1);
        servers.start(2);
        Eventually.until("it heals", () -> put(one, A, 3) instanceof Write.Stored);
        assertThat(number(one, A)).isEqualTo(3);
    }

    @Test
    void without_a_majority_the_age_of_reads_is_no_less_than_that() throws Exception {
        serve(3, "always");
        Node one = node("one");
        awaitWrite(one);
        Eventually.until(
                "it is current",
                () -> one.notes()
                        .lag()
                        .filter(lag -> lag.compareTo(Duration.ofSeconds(3)) < 0)
                        .isPresent());
        servers.pause(1);
        servers.pause(2);
        long lost = System.nanoTime();
        try {
            // A leader that loses its followers answers as leader for about four seconds.
            Eventually.until("four seconds have passed", () -> {
                Duration passed = Duration.ofNanos(System.nanoTime() - lost);
                assertThat(one.notes().lag().orElseThrow()).isGreaterThanOrEqualTo(passed);
                return passed.compareTo(Duration.ofSeconds(4)) > 0;
            });
        } finally {
            servers.resume(1);
            servers.resume(2);
        }
        Eventually.until(
                "it is current again",
                () -> one.notes()
                        .lag()
                        .filter(lag -> lag.compareTo(Duration.ofSeconds(3)) < 0)
                        .isPresent());
    }

    @Test
    void a_server_that_stands_still_is_left_for_another() throws Exception {
        serve(3, "always");
        Node one = node("one");
        awaitWrite(one);
        for (int i = 0; i < 3; i++) {
            servers.pause(i);
            int n = i;
            try {
                Eventually.until("writes continue without server " + i, () -> put(one, A, n) instanceof Write.Stored);
            } finally {
                servers.resume(i);
            }
        }
        assertThat(number(one, A)).isEqualTo(2);
    }

    @Test
    void members_tell_of_themselves_until_they_end() throws Exception {
        serve(1, "always");
        Node one = node("one");
        Node two = node("two");
        one.cluster().publishMember(() -> member(one, "http://127.0.0.1:1"));
        two.cluster().publishMember(() -> member(two, "http://127.0.0.1:2"));
        Eventually.until("both are there", () -> membersOf(one).size() == 2);
        assertThat(membersOf(one))
                .extracting(Member::address)
                .containsExactly("http://127.0.0.1:1", "http://127.0.0.1:2");
        nodes.remove(two);
        two.close();
        Eventually.until("one is left", () -> membersOf(one).size() == 1);
        Eventually.until("it leads", () -> one.notes().isLeader());
    }

    private static List<Member> membersOf(Node node) {
        return node.cluster().members();
    }

    private static Member member(Node node, String address) {
        return new Member(node.cluster().node(), address, "1", "2026-01-01T00:00:00Z", true, 0, List.of("notes 1"));
    }
}
