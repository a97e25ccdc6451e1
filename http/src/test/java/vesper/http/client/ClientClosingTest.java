package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

/** Closing a client ends its threads and all of its calls, at any stage. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClientClosingTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static void isToldOfTheEnd(CompletableFuture<?> call) {
        assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
    }

    @Test
    void a_call_in_the_pause_before_its_repetition_is_told() throws Exception {
        Duration pause = Duration.ofSeconds(20);
        HttpClient client =
                HttpClient.builder().retries(new Retries(3, pause, pause)).build();
        try (RawServer server = RawServer.answeringOnce("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n")) {
            CompletableFuture<ClientResponse> call = client.send(ClientRequest.get(server.url("/")));
            Eventually.until("it pauses", () -> server.accepted.get() == 1 && client.connections() == 0);
            assertThat(call).isNotDone();
            client.close();
            isToldOfTheEnd(call);
        }
    }

    @Test
    void a_client_can_be_closed_by_what_follows_an_answer() throws Exception {
        CountDownLatch chained = new CountDownLatch(1);
        AtomicReference<Thread> loop = new AtomicReference<>();
        HttpClient client = HttpClient.builder().eventLoops(1).build();
        try (RawServer server = RawServer.running(peer -> {
            boolean answers = peer.request().startsWith("GET /answers ");
            chained.await();
            if (answers) peer.send(OK);
            peer.awaitEnd();
        })) {
            CompletableFuture<ClientResponse> other = client.send(ClientRequest.get(server.url("/waits")));
            CompletableFuture<Void> closed = client.send(ClientRequest.get(server.url("/answers")))
                    .thenAccept(_ -> {
                        loop.set(Thread.currentThread());
                        client.close();
                    });
            chained.countDown();
            closed.get(20, TimeUnit.SECONDS);
            isToldOfTheEnd(other);
            Eventually.until("its thread ends", () -> !loop.get().isAlive());
            assertThat(client.connections()).isZero();
            isToldOfTheEnd(client.send(ClientRequest.get(server.url("/late"))));
        }
    }

    @Test
    void who_closes_a_client_that_is_being_closed_on_its_own_thread_waits_for_the_end() throws Exception {
        // If a response arrived before this, the thread of the test would run the chained action.
        CountDownLatch chained = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        HttpClient client = HttpClient.builder().eventLoops(1).build();
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            chained.await();
            peer.send(OK);
            peer.awaitEnd();
        })) {
            CompletableFuture<Void> first = client.send(ClientRequest.get(server.url("/")))
                    .thenAccept(_ -> {
                        client.close();
                        begun.countDown();
                        holdUntil(mayGoOn);
                    });
            chained.countDown();
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            Thread second = Thread.ofPlatform().start(client::close);
            Eventually.until("it waits", () -> second.getState() == Thread.State.WAITING);
            mayGoOn.countDown();
            second.join(20_000);
            assertThat(second.isAlive()).isFalse();
            first.get(20, TimeUnit.SECONDS);
            client.close();
        }
    }

    private static void holdUntil(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void meet(AtomicInteger ready) {
        ready.incrementAndGet();
        while (ready.get() < 2) Thread.onSpinWait();
    }

    @Test
    void calls_that_are_made_while_it_closes_are_told() throws Exception {
        try (RawServer server = RawServer.running(RawServer.Peer::awaitEnd)) {
            for (int round = 0; round < 1000; round++) {
                HttpClient client = HttpClient.builder().eventLoops(1).build();
                ClientRequest request = ClientRequest.get(server.url("/"));
                // Every second client was used before.
                CompletableFuture<?> earlier = round % 2 == 0 ? null : client.send(request);
                // Two threads that spin start closer together than two that are woken.
                AtomicInteger ready = new AtomicInteger();
                int lead = round / 2 % 50;
                CompletableFuture<CompletableFuture<ClientResponse>> made = new CompletableFuture<>();
                Thread caller = Thread.ofPlatform().start(() -> {
                    meet(ready);
                    made.complete(client.send(request));
                });
                meet(ready);
                for (int i = 0; i < lead; i++) Thread.onSpinWait();
                client.close();
                isToldOfTheEnd(made.get(20, TimeUnit.SECONDS));
                if (earlier != null) isToldOfTheEnd(earlier);
                caller.join();
                Eventually.until("nothing is open", () -> client.connections() == 0);
            }
        }
    }
}
