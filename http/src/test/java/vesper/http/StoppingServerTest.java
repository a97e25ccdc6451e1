package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/**
 * A server that is stopping, or not listening yet, as clients see it: each gets a response or a refusal, and nothing
 * else.
 */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoppingServerTest {
    private static final int CLIENTS = 4;
    private static final HttpSettings PATIENT =
            new TestSettings().drainIdle(Duration.ofSeconds(8)).build();

    private static void awaitRefused(InetSocketAddress address) throws Exception {
        Eventually.until("newcomers are refused", () -> {
            try (Client _ = Client.connect(address)) {
                return false;
            } catch (ConnectException refused) {
                return true;
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_connection_that_was_used_a_moment_ago_is_answered_once_more(Mode mode) throws Exception {
        HttpServer server = mode.start(PATIENT, new EchoHandler());
        InetSocketAddress address = server.address();
        try (Client client = Client.connect(server)) {
            assertThat(client.get("/").closes()).isFalse();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
            awaitRefused(address);
            Answer last = client.get("/");
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.closes()).isTrue();
            stop.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_connection_over_which_nothing_was_asked_yet_is_answered_once() throws Exception {
        HttpServer server = HttpServer.start(PATIENT, new EchoHandler(), List.of());
        InetSocketAddress address = server.address();
        try (Client client = Client.connect(server)) {
            Eventually.until("it is there", () -> server.connections() == 1);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::close);
            awaitRefused(address);
            Answer last = client.get("/");
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.closes()).isTrue();
            stop.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_connection_that_is_idle_for_longer_is_closed() throws Exception {
        HttpSettings settings =
                new TestSettings().drainIdle(Duration.ofMillis(1)).build();
        HttpServer server = HttpServer.start(settings, new EchoHandler(), List.of());
        try (Client client = Client.connect(server)) {
            client.get("/");
            server.close();
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    /** Includes connections that the kernel had accepted before the stop, and the server had not. */
    @Test
    void whoever_can_connect_is_answered() throws Exception {
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            HttpServer server = HttpServer.start(PATIENT, new EchoHandler(), List.of());
            InetSocketAddress address = server.address();
            AtomicInteger answered = new AtomicInteger();
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(() -> {
                    askUntilRefused(address, answered);
                    return null;
                }));
            }
            Eventually.until("they are answered", () -> answered.get() > 50 * CLIENTS);
            server.close();
            for (Future<?> each : clients) each.get(20, TimeUnit.SECONDS);
        }
    }

    private static void askUntilRefused(InetSocketAddress address, AtomicInteger answered) throws Exception {
        while (true) {
            Client client;
            try {
                client = Client.connect(address);
            } catch (ConnectException refused) {
                return;
            }
            try (client) {
                assertThat(client.get("/").status()).isEqualTo(200);
                answered.incrementAndGet();
            }
        }
    }

    @Test
    void a_port_that_is_claimed_is_nobody_elses_and_refuses_until_it_is_listened_on() throws Exception {
        HttpSettings settings = new TestSettings().build();
        try (HttpServer other = HttpServer.start(settings, new EchoHandler(), List.of())) {
            HttpSettings taken =
                    new TestSettings().port(other.address().getPort()).build();
            assertThatThrownBy(() -> HttpServer.claim(taken, new EchoHandler(), Destinations.NONE, List.of()))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("in use");
        }
        try (HttpServer server = HttpServer.claim(settings, new EchoHandler(), Destinations.NONE, List.of())) {
            InetSocketAddress address = server.address();
            assertThat(address.getPort()).isPositive();
            assertThatThrownBy(() -> Client.connect(address)).isInstanceOf(ConnectException.class);
            server.listen();
            server.listen();
            assertThat(server.address()).isEqualTo(address);
            try (Client client = Client.connect(server)) {
                assertThat(client.get("/").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_port_that_is_claimed_is_not_claimed_nor_listened_on_by_another() throws Exception {
        try (HttpServer server =
                HttpServer.claim(new TestSettings().build(), new EchoHandler(), Destinations.NONE, List.of())) {
            HttpSettings same =
                    new TestSettings().port(server.address().getPort()).build();
            assertThatThrownBy(() -> HttpServer.claim(same, new EchoHandler(), Destinations.NONE, List.of()))
                    .isInstanceOf(BindException.class);
            assertThatThrownBy(() -> HttpServer.start(same, new EchoHandler(), List.of()))
                    .isInstanceOf(BindException.class);
            server.listen();
            try (Client client = Client.connect(server)) {
                assertThat(client.get("/").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_port_that_was_closed_is_not_listened_on_any_more() throws Exception {
        HttpServer server =
                HttpServer.claim(new TestSettings().build(), new EchoHandler(), Destinations.NONE, List.of());
        server.close();
        assertThatThrownBy(server::listen).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_server_that_has_not_listened_yet_is_closed() throws Exception {
        HttpServer server =
                HttpServer.claim(new TestSettings().build(), new EchoHandler(), Destinations.NONE, List.of());
        int port = server.address().getPort();
        server.close();
        HttpSettings same = new TestSettings().port(port).build();
        try (HttpServer next = HttpServer.start(same, new EchoHandler(), List.of())) {
            assertThat(next.address().getPort()).isEqualTo(port);
        }
    }
}
