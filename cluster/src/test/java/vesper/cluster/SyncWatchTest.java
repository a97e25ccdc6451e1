package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.nats.client.api.ServerInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Answers of servers to {@link SyncWatch}, given by this test in their place. {@link ClusterTest} uses real servers.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SyncWatchTest {
    /** The monitoring address of a server, which answers as version 2.15 does. */
    private final class Monitoring {
        final HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        final String name;
        volatile String version = "2.15.2";
        volatile boolean syncsAlways = true;
        volatile String cluster = "";
        volatile boolean isSilent;

        Monitoring(String name) throws IOException {
            this.name = name;
            answer("/varz", () -> """
                    {"server_id":"%s","server_name":"%s","version":"%s"}""".formatted(id(), name, version));
            answer("/jsz", () -> """
                    {"config":{"sync_always":%s}%s}""".formatted(syncsAlways, cluster));
            http.start();
            all.add(this);
        }

        private void answer(String path, java.util.function.Supplier<String> body) {
            http.createContext(path, exchange -> {
                byte[] bytes = body.get().getBytes(UTF_8);
                exchange.sendResponseHeaders(isSilent ? 503 : 200, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
        }

        String id() {
            return "ID" + System.identityHashCode(this);
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
        }

        ServerInfo info() {
            return new ServerInfo("""
                    {"server_id":"%s","server_name":"%s","version":"%s"}""".formatted(id(), name, version));
        }

        /** Makes this server the leader, with this view of the others. */
        Monitoring leads(String... others) {
            cluster = ",\"meta_cluster\":{\"leader\":\"" + name + "\",\"replicas\":[" + String.join(",", others) + "]}";
            return this;
        }
    }

    private static final String SEEN = "{\"name\":\"%s\",\"current\":true,\"active\":500000000}";
    private static final String GONE = "{\"name\":\"%s\",\"current\":false,\"active\":11000000000}";

    private final List<Monitoring> all = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private SyncWatch watch;

    /** @param connected server that the node is connected to */
    private void watch(Monitoring connected, Monitoring... asked) {
        List<URI> monitoring = List.of(asked).stream().map(Monitoring::uri).toList();
        var settings =
                new ClusterSettings(List.of("nats://127.0.0.1:1"), "test", 3, ClusterAccess.OPEN, monitoring, false);
        watch = new SyncWatch(settings, () -> Optional.of(connected.info()), nanos::get);
        watch.check();
    }

    private void lookAfter(Duration time) {
        nanos.addAndGet(time.toNanos());
        watch.check();
    }

    @AfterEach
    void close() {
        if (watch != null) watch.close();
        all.forEach(each -> each.http.stop(0));
    }

    @Test
    void all_that_serve_have_said_that_they_sync() throws Exception {
        Monitoring one = new Monitoring("n1").leads(SEEN.formatted("n2"), GONE.formatted("n3"));
        Monitoring two = new Monitoring("n2");
        watch(two, one, two);
        assertThat(watch.writeRefusal()).isEmpty();
        two.syncsAlways = false;
        lookAfter(Duration.ofSeconds(11));
        assertThat(watch.refusal().orElseThrow())
                .contains("server n2", "acknowledges messages before they are on its disk");
        two.syncsAlways = true;
        lookAfter(Duration.ofSeconds(2));
        assertThat(watch.writeRefusal()).isEmpty();
    }

    @Test
    void one_that_serves_and_is_not_asked_is_named_however_many_answer() throws Exception {
        Monitoring one = new Monitoring("n1").leads(SEEN.formatted("n2"), SEEN.formatted("n3"));
        Monitoring two = new Monitoring("n2");
        watch(one, one, two, two);
        assertThat(watch.refusal().orElseThrow()).contains("server n3 is in the cluster", "cluster.monitoring");
    }

    @Test
    void one_that_serves_and_is_silent_is_believed_for_a_while() throws Exception {
        Monitoring one = new Monitoring("n1").leads(SEEN.formatted("n2"));
        Monitoring two = new Monitoring("n2");
        watch(one, one, two);
        two.isSilent = true;
        lookAfter(Duration.ofSeconds(100));
        assertThat(watch.writeRefusal()).isEmpty();
        lookAfter(Duration.ofSeconds(100));
        assertThat(watch.writeRefusal().orElseThrow())
                .contains("server n2 has not reported recently", two.uri().toString());
        assertThat(watch.refusal()).isEmpty();
        two.isSilent = false;
        lookAfter(Duration.ofSeconds(2));
        assertThat(watch.writeRefusal()).isEmpty();
    }

    @Test
    void what_a_server_of_another_cluster_says_is_not_said_by_the_one_that_is_spoken_to() throws Exception {
        Monitoring spokenTo = new Monitoring("n1");
        Monitoring namesake = new Monitoring("n1");
        watch(spokenTo, namesake);
        assertThat(watch.refusal().orElseThrow()).contains("server n1 is in the cluster");
    }

    @Test
    void an_old_server_is_refused() throws Exception {
        Monitoring one = new Monitoring("n1");
        one.version = "2.14.9";
        watch(one, one);
        assertThat(watch.refusal().orElseThrow()).contains("server n1 is version 2.14.9; 2.15 or newer");
    }

    @Test
    void nobody_is_believed_before_anything_was_said() throws Exception {
        Monitoring one = new Monitoring("n1");
        one.isSilent = true;
        watch(one, one);
        assertThat(watch.refusal()).isEmpty();
        assertThat(watch.writeRefusal().orElseThrow()).contains(one.uri().toString());
    }

    @Test
    void where_nothing_is_said_servers_are_asked_at_their_usual_port() {
        var settings = new ClusterSettings(
                List.of("nats://a:4222", "nats://a:4333", "tls://b:4222"),
                "test",
                3,
                ClusterAccess.OPEN,
                List.of(),
                false);
        assertThat(settings.monitoring()).containsExactly(URI.create("http://a:8222"), URI.create("https://b:8222"));
    }
}
