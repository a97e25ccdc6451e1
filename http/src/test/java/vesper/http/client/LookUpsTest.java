package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

/** Name servers that do not answer. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LookUpsTest {
    private static final int THREADS = 8;
    private static final int WAITING = 1024;

    private static CompletableFuture<ClientResponse> ask(HttpClient client, String host) {
        return client.send(ClientRequest.get("http://" + host + "/"));
    }

    @Test
    void few_threads_of_their_own_wait_for_name_servers_and_more_look_ups_than_may_wait_are_refused() throws Exception {
        List<CompletableFuture<ClientResponse>> asked = new ArrayList<>();
        try (HttpClient client = HttpClient.builder().build();
                HeldNames.Held held = HeldNames.hold("many")) {
            for (int i = 0; i < THREADS; i++) asked.add(ask(client, "name" + i + "." + held.suffix));
            Eventually.until("they are looked up", () -> held.threads.size() == THREADS);
            // Carriers of virtual threads must not block: there are only as many as processors.
            assertThat(held.threads).allMatch(Thread::isDaemon).noneMatch(Thread::isVirtual);
            assertThat(held.threads).allMatch(thread -> thread.getName().startsWith("name look-up "));

            for (int i = 0; i < WAITING; i++) asked.add(ask(client, "late" + i + "." + held.suffix));
            assertThat(held.threads).hasSize(THREADS);
            assertThat(asked).noneMatch(CompletableFuture::isDone);
            assertThatThrownBy(() -> ask(client, "last." + held.suffix).get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(TooManyWaitingException.class)
                    .hasMessageContaining("last." + held.suffix)
                    .hasMessageContaining(WAITING + " look-ups wait");

            held.answer();
            for (CompletableFuture<ClientResponse> each : asked)
                assertThatThrownBy(() -> each.get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(HostNotFoundException.class);
            assertThat(client.connections()).isZero();
        }
    }

    @Test
    void a_host_whose_name_server_does_not_answer_keeps_no_other_from_being_looked_up() throws Exception {
        List<CompletableFuture<ClientResponse>> asked = new ArrayList<>();
        try (HttpClient client = HttpClient.builder().build();
                HeldNames.Held dead = HeldNames.hold("dead");
                HeldNames.Held other = HeldNames.hold("other")) {
            for (int i = 0; i < 3 * THREADS; i++) asked.add(ask(client, "name." + dead.suffix));
            Eventually.until("all connect", () -> client.connections() == 3 * THREADS);
            Eventually.until("it is looked up", () -> dead.threads.size() == 1);
            asked.add(ask(client, "name." + other.suffix));
            Eventually.until("the other is looked up", () -> other.threads.size() == 1);
            assertThat(dead.threads).hasSize(1);
            other.answer();
            assertThatThrownBy(() -> asked.getLast().get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(HostNotFoundException.class);
            dead.answer();
            for (CompletableFuture<ClientResponse> each : asked)
                assertThatThrownBy(() -> each.get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(HostNotFoundException.class);
            assertThat(client.connections()).isZero();
        }
    }

    @Test
    void a_client_that_is_closed_does_not_wait_for_name_servers() throws Exception {
        List<CompletableFuture<ClientResponse>> asked = new ArrayList<>();
        try (HeldNames.Held held = HeldNames.hold("closed")) {
            HttpClient client = HttpClient.builder().build();
            for (int i = 0; i < 2 * THREADS; i++) asked.add(ask(client, "name" + i + "." + held.suffix));
            Eventually.until("some are looked up", () -> held.threads.size() == THREADS);
            client.close();
            for (CompletableFuture<ClientResponse> each : asked)
                assertThatThrownBy(() -> each.get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(ClientClosedException.class);
            // Neither connections whose lookup is running nor those waiting for a thread still count as being opened.
            assertThat(client.connections()).isZero();
        }
    }

    @Test
    void a_look_up_that_fails_for_a_fault_of_ours_is_told_to_who_asked() {
        try (HttpClient client = HttpClient.builder().build()) {
            for (int i = 0; i < 2; i++)
                assertThatThrownBy(() -> ask(client, "name.broken.test").get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(HostNotFoundException.class)
                        .hasMessageContaining("name.broken.test");
            assertThat(client.connections()).isZero();
        }
    }
}
