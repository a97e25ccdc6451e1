package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** Clients and handlers that take more than their share. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class HostileClientTest {
    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "PLATFORM"})
    void a_client_that_closes_its_side_and_then_resets_is_let_go_while_its_handler_waits(Mode mode) throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Handler waiting = request -> {
            handling.countDown();
            release.await();
            return EchoHandler.text(200, "late");
        };
        try (HttpServer server = mode.start(waiting);
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").endOutput();
            handling.await();
            client.reset();
            Eventually.until("the connection is gone", () -> server.connections() == 0);
            release.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void content_that_began_fast_may_not_stop_for_hours(Mode mode) throws IOException {
        HttpSettings settings =
                new TestSettings().bodyRate(1000, Duration.ofMillis(500)).build();
        try (HttpServer server = mode.start(settings, new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n");
            client.send(new byte[1_000_000]);
            assertThat(client.read().status()).isEqualTo(408);
        }
    }

    @Test
    void more_connections_than_allowed_are_closed_and_not_kept_lingering() throws IOException {
        HttpSettings settings = new TestSettings().connections(2).build();
        try (HttpServer server = Mode.VIRTUAL.start(settings, new EchoHandler());
                Client first = Client.connect(server);
                Client second = Client.connect(server)) {
            Eventually.until("both are there", () -> server.connections() == 2);
            List<Client> refused = new ArrayList<>();
            for (int i = 0; i < 20; i++) refused.add(Client.connect(server));
            for (Client client : refused) assertThat(client.read().status()).isEqualTo(503);
            Eventually.until("only the first are left", () -> server.connections() == 2);
            for (Client client : refused) client.close();
            assertThat(first.get("/").status()).isEqualTo(200);
            assertThat(second.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void a_stop_finishes_an_answer_that_is_being_read() throws Exception {
        byte[] large = new byte[20_000_000];
        HttpServer server = Mode.VIRTUAL.start(request -> Response.of(200).body(large));
        try (Client client = Client.connectWithSmallBuffer(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it is handled", () -> server.connections() == 1 && server.exchanges() == 0);
            assertThat(client.readByte()).isEqualTo('H');
            Thread stopping = Thread.ofPlatform().start(server::close);
            assertThat(client.readToEnd()).hasSizeGreaterThan(large.length);
            stopping.join();
        }
    }
}
