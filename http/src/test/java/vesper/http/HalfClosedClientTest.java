package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** A client may close its side after its requests, and still gets the responses (RFC 9112, section 9.6). */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HalfClosedClientTest {
    private static final byte[] LARGE = RequestBodyTest.noise(8 << 20);

    @ParameterizedTest
    @EnumSource
    void gets_every_answer_that_it_asked_for(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Client client = Client.connect(server)) {
            for (int i = 0; i < 100; i++) client.send("GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
            client.endOutput();
            for (int i = 0; i < 100; i++) assertThat(client.read().text()).isEqualTo("GET /" + i);
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no connection is left", () -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void gets_answers_that_come_after_it_has_closed(Mode mode) throws IOException {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        try (ExecutorService elsewhere = Executors.newSingleThreadExecutor();
                HttpServer server = mode.start(request -> Response.later(CompletableFuture.supplyAsync(
                        () -> {
                            awaitUninterruptibly(mayAnswer);
                            return EchoHandler.text(200, request.path());
                        },
                        elsewhere)));
                Client client = Client.connect(server)) {
            for (int i = 0; i < 10; i++) client.send("GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
            client.endOutput();
            Eventually.until("the first is begun", () -> server.exchanges() == 1);
            mayAnswer.countDown();
            for (int i = 0; i < 10; i++) {
                assertThat(client.read().text()).isEqualTo("/" + i);
            }
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no connection is left", () -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void gets_large_answers_whole_however_slowly_it_reads(Mode mode) throws IOException {
        try (HttpServer server = mode.start(request -> Response.of(200).body(LARGE));
                Client client = Client.connectWithSmallBuffer(server)) {
            for (int i = 0; i < 3; i++) client.send("GET /" + i + " HTTP/1.1\r\nHost: a\r\n\r\n");
            client.endOutput();
            Eventually.until("all is read that can be", () -> server.exchanges() == 0);
            for (int i = 0; i < 3; i++)
                assertThat(client.read().content()).hasSize(LARGE.length).endsWith(LARGE[LARGE.length - 1]);
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void is_closed_where_it_sent_half_a_head(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Client client = Client.connect(server)) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HT").endOutput();
            assertThat(client.read().text()).isEqualTo("GET /1");
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no connection is left", () -> server.connections() == 0);
        }
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
