package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

/** Connections of real clients that move to another event loop, which must not be noticeable. */
class LoopGroupTest {
    private static final int LOOPS = 4;
    private static final int CLIENTS = 16;
    private static final int LARGE = 300_000;

    /** The loops that handled requests of {@code /where}. */
    private final Set<String> loops = ConcurrentHashMap.newKeySet();

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        HttpSettings settings =
                new TestSettings().eventLoops(LOOPS).gatheringByHand().build();
        server = HttpServer.start(settings, new EchoHandler(), List.of(new NotedLoops()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void connections_that_wait_for_a_request_are_served_by_fewer_loops() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        assertThat(loops).hasSize(LOOPS);

        use(1, CLIENTS);
        loops.clear();
        askEach(clients);
        assertThat(loops).hasSize(1);
        assertThat(server.connections()).isEqualTo(CLIENTS);
        close(clients);
    }

    @Test
    void they_are_spread_again() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        use(1, CLIENTS);

        server.eventLoops().use(LOOPS);
        int each = CLIENTS / LOOPS;
        Eventually.until(
                "all loops have as many",
                () -> server.eventLoops().loops().stream()
                        .allMatch(loop -> loop.sample().connections() == each));
        loops.clear();
        askEach(clients);
        assertThat(loops).hasSize(LOOPS);
        close(clients);
    }

    @Test
    void what_was_busy_is_spread_when_it_is_asked_for_again() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        use(1, CLIENTS);
        for (Client client : clients) client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nhal");
        Eventually.until("all are busy", () -> server.exchanges() == CLIENTS);
        server.eventLoops().use(LOOPS);
        samplesAreNew();
        assertThat(onFirst()).isEqualTo(CLIENTS);
        for (Client client : clients) {
            client.send("f");
            assertThat(client.read().text()).endsWith("half");
        }
        use(LOOPS, CLIENTS / LOOPS);
        loops.clear();
        askEach(clients);
        assertThat(loops).hasSize(LOOPS);
        close(clients);
    }

    @Test
    void what_is_new_or_busy_follows_when_it_is_asked_for_again() throws Exception {
        List<Client> clients = connected(CLIENTS);
        for (Client client : clients) client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nhal");
        server.eventLoops().use(1);
        for (Client client : clients) {
            client.send("f");
            assertThat(client.read().text()).contains("POST /later").endsWith("half");
        }
        use(1, CLIENTS);
        loops.clear();
        askEach(clients);
        assertThat(loops).hasSize(1);
        close(clients);
    }

    @Test
    void the_beginning_of_a_head_keeps_a_connection_where_it_is() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        for (Client client : clients) client.send("GET /split HT");
        samplesAreNew();
        int before = onFirst();
        server.eventLoops().use(1);
        samplesAreNew();
        assertThat(onFirst()).isEqualTo(before);
        for (Client client : clients) {
            client.send("TP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().text()).isEqualTo("GET /split");
        }
        close(clients);
    }

    @Test
    void a_connection_that_has_not_asked_yet_may_still_speak_http_2() throws Exception {
        List<Client> clients = connected(CLIENTS);
        Eventually.until("all are connected", () -> server.connections() == CLIENTS);
        server.eventLoops().use(1);
        samplesAreNew();
        for (Client client : clients) {
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            client.send(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            assertThat(client.readByte()).as("its settings' length").isZero();
        }
        close(clients);
    }

    @Test
    void a_client_that_closes_its_side_is_closed_wherever_its_connection_went() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        server.eventLoops().use(1);
        for (Client client : clients) client.endOutput();
        for (Client client : clients) assertThat(client.readByte()).isEqualTo(-1);
        Eventually.until("none is counted", () -> server.connections() == 0);
        close(clients);
    }

    @Test
    void clients_that_ask_all_the_time_get_every_answer_while_their_connections_move() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        try (var pool = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Client client = clients.get(i);
                int number = i;
                asking.add(pool.submit(() -> askManyThings(client, number)));
            }
            int moves = 0;
            while (asking.stream().anyMatch(each -> !each.isDone()))
                server.eventLoops().use(1 + moves++ % LOOPS);
            for (Future<?> each : asking) each.get(1, TimeUnit.MINUTES);
            assertThat(moves).isGreaterThan(10);
        }
        assertThat(server.connections()).isEqualTo(CLIENTS);
        assertThat(server.exchanges()).isZero();
        close(clients);
    }

    @Test
    void a_server_stops_while_connections_move() throws Exception {
        List<Client> clients = connected(CLIENTS);
        askEach(clients);
        server.eventLoops().use(1);
        long begun = System.nanoTime();
        server.close();
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(8));
        for (Client client : clients) assertThat(client.readByte()).isEqualTo(-1);
        close(clients);
    }

    private Void askManyThings(Client client, int number) throws IOException {
        String large = "x".repeat(LARGE);
        for (int i = 0; i < 200; i++) {
            String name = number + "-" + i;
            if (i % 100 == 50) {
                client.send("POST /" + name + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n");
                client.send(large);
                assertThat(client.read().text()).hasSize(("POST /" + name + " ").length() + LARGE);
            } else if (i % 3 == 0) {
                client.send(
                        ("GET /" + name + "a HTTP/1.1\r\nHost: a\r\n\r\nGET /" + name + "b HTTP/1.1\r\nHost: a\r\n\r\n")
                                .getBytes(ISO_8859_1));
                assertThat(client.read().text()).isEqualTo("GET /" + name + "a");
                assertThat(client.read().text()).isEqualTo("GET /" + name + "b");
            } else {
                assertThat(client.get("/" + name).text()).isEqualTo("GET /" + name);
            }
        }
        return null;
    }

    private List<Client> connected(int count) throws IOException {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) clients.add(Client.connect(server));
        return clients;
    }

    private static void askEach(List<Client> clients) throws IOException {
        for (Client client : clients) assertThat(client.get("/where").text()).isEqualTo("GET /where");
    }

    private static void close(List<Client> clients) throws IOException {
        for (Client client : clients) client.close();
    }

    /** Gathers connections, and waits until all have moved. */
    private void use(int count, int connections) {
        Eventually.until("connections are on " + count + " loops", () -> {
            server.eventLoops().use(count);
            return onFirst() == connections;
        });
    }

    private int onFirst() {
        return server.eventLoops().loops().getFirst().sample().connections();
    }

    /** Waits until every loop has had a round since, so that earlier tasks are done and samples are current. */
    private void samplesAreNew() throws Exception {
        List<LoopSample> before =
                server.eventLoops().loops().stream().map(Loop::sample).toList();
        Eventually.until(
                "every loop had a round",
                () -> IntStream.range(0, LOOPS)
                        .noneMatch(i -> server.eventLoops().loops().get(i).sample() == before.get(i)));
    }

    /** Records the loop on which an exchange ended. */
    private final class NotedLoops implements ExchangeListener {
        @Override
        public void finished(Exchange exchange) {
            if (exchange.parsed() instanceof Request request && request.path().equals("/where"))
                loops.add(Thread.currentThread().getName());
        }
    }
}
