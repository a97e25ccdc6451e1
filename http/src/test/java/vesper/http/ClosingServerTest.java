package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** A server that several callers close. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClosingServerTest {
    @ParameterizedTest
    @EnumSource
    void a_handler_closes_the_server_and_who_closes_it_too_waits_for_the_end(Mode mode) throws Exception {
        AtomicReference<HttpServer> own = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        HttpSettings settings = new TestSettings().drain(Duration.ofMillis(300)).build();
        HttpServer server = mode.start(settings, request -> {
            asked.countDown();
            own.get().close();
            return Response.of(204);
        });
        own.set(server);
        try (Client slow = Client.connect(server);
                Client closing = Client.connect(server)) {
            // Its request never completes, so the connection lasts until the drain is over.
            slow.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx");
            closing.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            server.close();
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void all_who_close_a_server_wait_for_its_end() throws Exception {
        HttpSettings settings = new TestSettings().drain(Duration.ofMillis(300)).build();
        try (HttpServer server = HttpServer.start(settings, request -> Response.of(204), List.of());
                Client slow = Client.connect(server)) {
            slow.send("GET / HTTP/1.1\r\nHost: a\r\n");
            Eventually.until("it is there", () -> server.connections() == 1);
            AtomicInteger leftBehind = new AtomicInteger();
            Runnable close = server::close;
            List<Thread> closing = List.of(
                    Thread.ofVirtual().unstarted(() -> closeAndLook(close, server, leftBehind)),
                    Thread.ofPlatform().unstarted(() -> closeAndLook(close, server, leftBehind)));
            closing.forEach(Thread::start);
            for (Thread each : closing) each.join();
            assertThat(leftBehind).hasValue(0);
        }
    }

    private static void closeAndLook(Runnable close, HttpServer server, AtomicInteger leftBehind) {
        close.run();
        leftBehind.addAndGet(server.connections());
    }
}
