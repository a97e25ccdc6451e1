package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RunningHandlerTest {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final AtomicBoolean released = new AtomicBoolean();

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VIRTUAL_ON_JDK_SCHEDULER")
    void a_handler_that_runs_is_told_with_its_place_until_it_ends(Mode mode) throws Exception {
        Handler handler = request -> {
            request.route("GET /orders/{id}");
            spin();
            return EchoHandler.text(200, "");
        };
        try (HttpServer server = mode.start(new TestSettings().build(), handler);
                Client client = Client.connect(server)) {
            assertThat(spinningIn(server)).isEmpty();
            CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> ask(client));
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(spinningIn(server)).hasSize(1);
            String name = spinningIn(server).getFirst().name();
            if (mode == Mode.PLATFORM) assertThat(name).startsWith("a handler on the thread \"handler ");
            else assertThat(name).isEqualTo("GET /orders/{id}");

            released.set(true);
            asked.get(20, TimeUnit.SECONDS);
            assertThat(spinningIn(server)).isEmpty();
        } finally {
            released.set(true);
        }
    }

    private void spin() {
        entered.countDown();
        while (!released.get()) Thread.onSpinWait();
    }

    private static List<RunningHandler> spinningIn(HttpServer server) {
        return server.running().stream()
                .filter(running -> running.place().contains("RunningHandlerTest.spin"))
                .toList();
    }

    private static void ask(Client client) {
        try {
            client.get("/orders/1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
