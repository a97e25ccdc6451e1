package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

/** Clients of a server whose connections keep moving between event loops. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MovingConnectionsTest {
    private static final int LOOPS = 3;
    private static final int CLIENTS = 24;
    private static final int LARGE = 4 << 20;
    /** More than systems buffer for a client that does not read. */
    private static final int LARGER = 16 << 20;

    private static final int MIB = 1 << 20;

    private final AtomicInteger told = new AtomicInteger();
    private final Semaphore events = new Semaphore(0);
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<Client> clients = new ArrayList<>();

    private HttpServer server;
    private volatile boolean isOver;
    private int moves;

    @AfterEach
    void stop() throws Exception {
        isOver = true;
        for (Client client : clients) client.close();
        if (server != null) server.close();
        pool.shutdownNow();
    }

    @Test
    void resets_leave_nothing_behind() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        for (int round = 0; round < 20; round++) {
            List<Client> some = askEach(CLIENTS);
            for (Client client : some) client.reset();
        }
        Client last = connected();
        assertThat(last.get("/last").text()).isEqualTo("GET /last");
        Eventually.until("one is counted", () -> server.connections() == 1);
        end(moving);
        assertThat(onLoops()).isEqualTo(1);
    }

    @Test
    void whoever_asks_for_much_and_closes_his_side_gets_all_of_it() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            assertThat(client.get("/first").text()).isEqualTo("GET /first");
            client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n").endOutput();
            assertThat(client.read().text()).hasSize(LARGE);
            assertThat(client.readByte()).isEqualTo(-1);
        });
        Eventually.until("none is counted", () -> server.connections() == 0);
        end(moving);
        assertThat(onLoops()).isZero();
    }

    /**
     * Holds the loop until the request and the client's end have arrived. The loop then finds both before it moves the
     * connection.
     */
    @Test
    void an_answer_that_has_begun_when_a_connection_should_leave_is_sent_whole() throws Exception {
        start(new TestSettings());
        Client client = Client.connectWithSmallBuffer(server);
        clients.add(client);
        assertThat(client.get("/first").text()).isEqualTo("GET /first");
        Loop loop = loopOfOne();
        List<Loop> others = server.eventLoops().loops().stream()
                .filter(each -> !each.equals(loop))
                .toList();
        CountDownLatch isHeld = new CountDownLatch(1);
        CountDownLatch isSent = new CountDownLatch(1);
        loop.eventLoop.execute(() -> {
            isHeld.countDown();
            await(isSent);
            loop.connections().getFirst().channel.config().setSendBufferSize(16 << 10);
            // The number of tasks that a loop runs between checks of the clock.
            for (int i = 0; i < 256; i++) loop.eventLoop.execute(() -> {});
            loop.handOver(others, 0, 1);
        });
        await(isHeld);
        client.send("GET /larger HTTP/1.1\r\nHost: a\r\n\r\n").endOutput();
        isSent.countDown();
        onLoop(loop, () -> {});
        // By now the connection has moved or decided to stay.
        onLoop(loop, () -> {});
        assertThat(client.read().text()).hasSize(LARGER);
        assertThat(client.readByte()).isEqualTo(-1);
        Eventually.until("none is counted", () -> server.connections() == 0);
    }

    @Test
    void one_that_is_closed_when_it_should_leave_is_counted_no_more() throws Exception {
        start(new TestSettings());
        List<Client> idle = askEach(CLIENTS);
        List<Loop> loops = server.eventLoops().loops();
        for (Loop loop : loops) {
            onLoop(loop, () -> {
                loop.handOver(List.of(loops.getFirst()), 0, CLIENTS);
                loop.connections().forEach(OpenConnection::stopNow);
            });
        }
        for (Client client : idle) assertThat(client.isAtEnd()).isTrue();
        Eventually.until("none is counted", () -> server.connections() == 0);
        assertThat(onLoops()).isZero();
    }

    @Test
    void heads_may_come_byte_by_byte() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            for (int i = 0; i < 20; i++) {
                String head = "GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n";
                for (byte each : head.getBytes(ISO_8859_1)) client.send(new byte[] {each});
                assertThat(client.read().text()).isEqualTo("GET /" + i);
            }
        });
        end(moving);
    }

    @Test
    void contents_of_a_mebibyte_come_without_a_pause() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        String content = "x".repeat(MIB);
        forEach(8, client -> {
            for (int i = 0; i < 10; i++)
                assertThat(client.post("/" + i, content).text()).hasSize(8 + MIB);
        });
        end(moving);
    }

    @Test
    void requests_that_are_sent_ahead_are_answered_in_turn() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            for (int round = 0; round < 20; round++) {
                StringBuilder ahead = new StringBuilder();
                for (int i = 0; i < 64; i++) ahead.append("GET /").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
                client.send(ahead.toString());
                for (int i = 0; i < 64; i++) assertThat(client.read().text()).isEqualTo("GET /" + i);
            }
        });
        end(moving);
        assertThat(told.get()).isEqualTo(CLIENTS * 20 * 64);
        assertThat(server.exchanges()).isZero();
    }

    @Test
    void who_does_not_read_for_a_while_finds_the_whole_answer() throws Exception {
        start(new TestSettings());
        List<Client> slow = askEach(8);
        for (Client client : slow) client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        Future<?> moving = movesGoOn();
        for (int i = 0; i < 50; i++) move();
        for (Client client : slow) {
            assertThat(client.read().text()).hasSize(LARGE);
            assertThat(client.get("/after").text()).isEqualTo("GET /after");
        }
        end(moving);
    }

    @Test
    void a_thousand_idle_connections_are_moved_to_and_fro_and_still_served() throws Exception {
        start(new TestSettings());
        List<Client> many = askEach(1000);
        for (int i = 0; i < 200; i++) move();
        assertThat(onLoops()).isEqualTo(1000);
        assertThat(server.connections()).isEqualTo(1000);
        for (Client client : many) assertThat(client.get("/again").text()).isEqualTo("GET /again");
        for (Client client : many) client.close();
        Eventually.until("none is counted", () -> server.connections() == 0);
        assertThat(onLoops()).isZero();
        assertThat(told.get()).isEqualTo(2000);
    }

    @Test
    void moving_makes_no_connection_less_idle() throws Exception {
        start(new TestSettings().idleTimeout(Duration.ofSeconds(2)));
        List<Client> idle = askEach(CLIENTS);
        Future<?> moving = movesGoOn();
        for (Client client : idle) assertThat(client.isAtEnd()).isTrue();
        Eventually.until("none is counted", () -> server.connections() == 0);
        end(moving);
        assertThat(onLoops()).isZero();
    }

    @Test
    void a_server_stops_while_they_move() throws Exception {
        start(new TestSettings().drain(Duration.ofSeconds(1)));
        List<Client> idle = askEach(200);
        Future<?> moving = movesGoOn();
        long begun = System.nanoTime();
        server.close();
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(8));
        end(moving);
        for (Client client : idle) assertThat(client.isAtEnd()).isTrue();
        assertThat(server.connections()).isZero();
    }

    @Test
    void every_exchange_is_told_of_once() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            for (int i = 0; i < 200; i++) client.get("/" + i);
        });
        end(moving);
        assertThat(told.get()).isEqualTo(CLIENTS * 200);
        assertThat(server.exchanges()).isZero();
        assertThat(server.connections()).isEqualTo(CLIENTS);
        assertThat(onLoops()).isEqualTo(CLIENTS);
    }

    @Test
    void less_usual_requests_are_answered_as_ever() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            for (int i = 0; i < 20; i++) {
                client.send("GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                assertThat(client.read().text()).isEqualTo("GET /old");
                client.send("POST /asks HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
                assertThat(client.read().status()).isEqualTo(100);
                assertThat(client.send("body").read().text()).isEqualTo("POST /asks body");
                client.send("GET /up HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
                assertThat(client.read().text()).isEqualTo("GET /up");
                client.send("POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbo");
                assertThat(client.send("dy\r\n0\r\n\r\n").read().text()).isEqualTo("POST /chunks body");
            }
            client.send("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
            assertThat(client.read().status()).isGreaterThanOrEqualTo(400);
        });
        end(moving);
    }

    @Test
    void http_2_does_not_begin_after_a_request() throws Exception {
        start(new TestSettings());
        Future<?> moving = movesGoOn();
        forEach(CLIENTS, client -> {
            assertThat(client.get("/first").text()).isEqualTo("GET /first");
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            assertThat(client.read().status()).isBetween(400, 505);
        });
        end(moving);
    }

    @Test
    void streams_go_on_while_other_connections_move() throws Exception {
        start(new TestSettings());
        List<Client> listening = askEach(8);
        for (Client client : listening) client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
        List<Client> others = askEach(CLIENTS);
        Future<?> moving = movesGoOn();
        for (int i = 0; i < 50; i++) {
            events.release(listening.size());
            move();
        }
        for (Client client : listening) assertThat(client.read().text()).isEqualTo("event\n".repeat(50));
        for (Client client : listening) assertThat(client.get("/after").text()).isEqualTo("GET /after");
        for (Client client : others) assertThat(client.get("/after").text()).isEqualTo("GET /after");
        end(moving);
    }

    @Test
    void connections_may_come_and_go() throws Exception {
        start(new TestSettings().connections(CLIENTS));
        Future<?> moving = movesGoOn();
        for (int round = 0; round < 20; round++) {
            List<Client> some = askEach(CLIENTS);
            for (Client client : some) client.close();
            Eventually.until("none is counted", () -> server.connections() == 0);
        }
        end(moving);
        assertThat(onLoops()).isZero();
    }

    // ---- server and clients ----

    private void start(TestSettings settings) throws IOException {
        EchoHandler echo = new EchoHandler();
        Response larger = EchoHandler.text(200, "x".repeat(LARGER));
        Response large = EchoHandler.text(200, "x".repeat(LARGE));
        Handler handler = request -> switch (request.path()) {
            case "/large" -> large;
            case "/larger" -> larger;
            case "/events" ->
                Response.of(200).body(out -> {
                    for (int i = 0; i < 50; i++) {
                        events.acquireUninterruptibly();
                        out.write("event\n".getBytes(ISO_8859_1));
                        out.flush();
                    }
                });
            default -> echo.handle(request);
        };
        HttpSettings chosen = settings.eventLoops(LOOPS).gatheringByHand().build();
        server = HttpServer.start(chosen, handler, List.of(_ -> told.incrementAndGet()));
    }

    private Client connected() throws IOException {
        Client client = Client.connect(server);
        synchronized (clients) {
            clients.add(client);
        }
        return client;
    }

    private List<Client> askEach(int count) throws IOException {
        List<Client> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) asked.add(connected());
        for (Client client : asked) assertThat(client.get("/asked").text()).isEqualTo("GET /asked");
        return asked;
    }

    @FunctionalInterface
    private interface Asking {
        void with(Client client) throws IOException;
    }

    private void forEach(int count, Asking asking) throws Exception {
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Client client = connected();
            all.add(() -> {
                asking.with(client);
                return null;
            });
        }
        for (Future<Void> each : pool.invokeAll(all)) each.get();
    }

    // ---- moves ----

    private Future<?> movesGoOn() {
        return pool.submit(() -> {
            while (!isOver) move();
            return null;
        });
    }

    private void end(Future<?> moving) throws Exception {
        isOver = true;
        moving.get(10, TimeUnit.SECONDS);
    }

    /** Moves all connections to each loop in rotation. */
    private synchronized void move() {
        List<Loop> loops = server.eventLoops().loops();
        Loop target = loops.get(moves++ % LOOPS);
        for (Loop loop : loops) {
            if (!loop.equals(target)) onLoop(loop, () -> loop.handOver(List.of(target), 0, Integer.MAX_VALUE));
        }
        for (Loop loop : loops) onLoop(loop, () -> {});
    }

    private int onLoops() {
        AtomicInteger count = new AtomicInteger();
        for (Loop loop : server.eventLoops().loops())
            onLoop(loop, () -> count.addAndGet(loop.connections().size()));
        return count.get();
    }

    private Loop loopOfOne() {
        List<Loop> with = new ArrayList<>();
        for (Loop loop : server.eventLoops().loops())
            onLoop(loop, () -> {
                if (!loop.connections().isEmpty()) with.add(loop);
            });
        assertThat(with).hasSize(1);
        return with.getFirst();
    }

    private static void onLoop(Loop loop, Runnable task) {
        try {
            loop.eventLoop.submit(task).awaitUninterruptibly(10_000);
        } catch (RejectedExecutionException e) {
            // The server has stopped.
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
