package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.documents.Storage;
import vesper.services.DocumentAction;
import vesper.services.DocumentService;
import vesper.services.OnCreate;
import vesper.services.OnTimer;
import vesper.services.Timers;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TimersTest {
    private static final String MERGE = "application/merge-patch+json";

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T12:00:00Z"));
    private final InstantSource clock = now::get;

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    private ServedCollections serving(Object service) throws Exception {
        return new ServedCollections(folder, clock).with(service);
    }

    private static void awaitBody(ServedCollections server, String target, String body) {
        Eventually.until(
                () -> server.get(target).body().equals(body),
                () -> server.get(target).body());
    }

    /** Waits long enough that a timer which fires by mistake would have fired. */
    private static void awaitTimerRound(ServedCollections server) {
        String id = "/api/carts/other" + System.nanoTime();
        server.put(id, "{\"state\":\"soon\"}");
        awaitBody(server, id, "{\"state\":\"rung\",\"rings\":1}");
    }

    public record Cart(String state, int rings) {
        Cart rung(String to) {
            return new Cart(to, rings + 1);
        }
    }

    public static class CartTimers {
        final AtomicInteger failures = new AtomicInteger();

        @OnCreate
        public Cart create(Cart given, Timers timers) {
            if (given.state().equals("soon")) timers.after("ring", Duration.ZERO);
            if (given.state().equals("kept")) timers.cancel("expire");
            return given;
        }

        @OnTimer(after = "30m")
        public Cart expire(Cart current) {
            return current.rung("expired");
        }

        @OnTimer
        public Cart ring(Cart current) {
            if (current.state().equals("bad") && failures.incrementAndGet() < 3) throw new IllegalStateException("no");
            return current.rung("rung");
        }

        @OnTimer("look")
        public void lookOnly(Cart current) {
            failures.incrementAndGet();
        }

        @DocumentAction
        public Cart hold(Cart current, Timers timers) {
            timers.after("expire", Duration.ofHours(2));
            return current;
        }

        @DocumentAction
        public Cart release(Cart current, Timers timers) {
            timers.cancel("expire");
            return current;
        }

        @DocumentAction
        public Cart repeat(Cart current, Timers timers) {
            timers.every("ring", Duration.ofMinutes(1));
            return current;
        }

        @DocumentAction
        public Cart look(Cart current, Timers timers) {
            timers.after("look", Duration.ZERO);
            return current;
        }

        @DocumentAction
        public Cart wrong(Cart current, Timers timers) {
            timers.after("rign", Duration.ZERO);
            return current;
        }
    }

    @DocumentService(collection = "carts", state = Cart.class, storage = Storage.MEMORY)
    public static final class CartsInMemory extends CartTimers {}

    @DocumentService(collection = "carts", state = Cart.class)
    public static final class Carts extends CartTimers {}

    private static CartTimers carts(String storage) {
        return storage.equals("memory") ? new CartsInMemory() : new Carts();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_timer_rings_once_when_its_time_has_come(String storage) throws Exception {
        try (var server = serving(carts(storage))) {
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            String posted = server.post("/api/carts", "{\"state\":\"new\"}").header("Location");
            pass(Duration.ofMinutes(29));
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/a").body()).isEqualTo("{\"state\":\"new\",\"rings\":0}");
            pass(Duration.ofMinutes(1));
            awaitBody(server, "/api/carts/a", "{\"state\":\"expired\",\"rings\":1}");
            awaitBody(server, posted, "{\"state\":\"expired\",\"rings\":1}");
            pass(Duration.ofDays(1));
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/a").tag()).isEqualTo("\"2\"");
        }
    }

    @Test
    void a_timer_of_a_durable_document_survives_a_restart() throws Exception {
        try (var server = serving(new Carts())) {
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            server.post("/api/carts/bulk", "{\"op\":\"create\",\"id\":\"b\",\"document\":{\"state\":\"new\"}}");
        }
        pass(Duration.ofMinutes(20));
        try (var server = serving(new Carts())) {
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/a").body()).isEqualTo("{\"state\":\"new\",\"rings\":0}");
        }
        pass(Duration.ofDays(20));
        try (var server = serving(new Carts())) {
            awaitBody(server, "/api/carts/a", "{\"state\":\"expired\",\"rings\":1}");
            awaitBody(server, "/api/carts/b", "{\"state\":\"expired\",\"rings\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void methods_set_timers_anew_and_cancel_them(String storage) throws Exception {
        try (var server = serving(carts(storage))) {
            for (String id : new String[] {"held", "released"}) server.put("/api/carts/" + id, "{\"state\":\"new\"}");
            server.put("/api/carts/kept", "{\"state\":\"kept\"}");
            server.post("/api/carts/held/hold", "");
            server.post("/api/carts/released/release", "");
            pass(Duration.ofHours(1));
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/held").body()).contains("\"new\"");
            pass(Duration.ofHours(1));
            awaitBody(server, "/api/carts/held", "{\"state\":\"expired\",\"rings\":1}");
            assertThat(server.get("/api/carts/released").body()).contains("\"new\"");
            assertThat(server.get("/api/carts/kept").body()).contains("\"kept\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void one_that_rings_again_and_again_does_not_make_up_for_what_was_missed(String storage) throws Exception {
        try (var server = serving(carts(storage))) {
            server.put("/api/carts/a", "{\"state\":\"kept\"}");
            server.post("/api/carts/a/repeat", "");
            for (int rings = 1; rings <= 3; rings++) {
                pass(Duration.ofMinutes(1));
                awaitBody(server, "/api/carts/a", "{\"state\":\"rung\",\"rings\":" + rings + "}");
            }
            pass(Duration.ofMinutes(600));
            awaitBody(server, "/api/carts/a", "{\"state\":\"rung\",\"rings\":4}");
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/a").body()).contains("\"rings\":4");
        }
    }

    @Test
    void a_method_that_throws_changes_nothing_and_is_called_again() throws Exception {
        var carts = new Carts();
        try (var server = serving(carts)) {
            server.put("/api/carts/a", "{\"state\":\"kept\"}");
            server.patch("/api/carts/a", MERGE, "{\"state\":\"bad\"}");
            server.post("/api/carts/a/repeat", "");
            pass(Duration.ofMinutes(1));
            Eventually.until(() -> carts.failures.get() == 1);
            assertThat(server.get("/api/carts/a").body()).contains("\"bad\"");
            Eventually.until(() -> {
                pass(Duration.ofMillis(500));
                return server.get("/api/carts/a").body().contains("\"rung\"");
            });
            assertThat(carts.failures).hasValue(3);
        }
    }

    @Test
    void a_method_without_a_result_leaves_the_document_as_it_is() throws Exception {
        var carts = new Carts();
        try (var server = serving(carts)) {
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            server.post("/api/carts/a/look", "");
            Eventually.until(() -> carts.failures.get() == 1);
            awaitTimerRound(server);
            assertThat(carts.failures).hasValue(1);
            assertThat(server.get("/api/carts/a").tag()).isEqualTo("\"2\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_document_that_is_created_again_has_timers_of_its_own(String storage) throws Exception {
        try (var server = serving(carts(storage))) {
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            server.post("/api/carts/a/repeat", "");
            server.delete("/api/carts/a");
            server.put("/api/carts/gone", "{\"state\":\"new\"}");
            server.delete("/api/carts/gone");
            pass(Duration.ofSeconds(30));
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            pass(Duration.ofMinutes(10));
            awaitTimerRound(server);
            assertThat(server.get("/api/carts/a").body()).isEqualTo("{\"state\":\"new\",\"rings\":0}");
            pass(Duration.ofMinutes(20));
            awaitBody(server, "/api/carts/a", "{\"state\":\"expired\",\"rings\":1}");
            assertThat(server.get("/api/carts/gone").status()).isEqualTo(404);
        }
    }

    @Test
    void many_timers_ring_at_the_same_time() throws Exception {
        try (var server = serving(new Carts())) {
            var lines = new StringBuilder();
            for (int n = 0; n < 1000; n++) {
                lines.append("{\"op\":\"create\",\"document\":{\"state\":\"new\"}}\n");
            }
            server.post("/api/carts/bulk", lines.toString());
            pass(Duration.ofMinutes(30));
            Eventually.until(() -> server.get("/api/carts?q=state:expired&count=true&limit=1&wait=true")
                    .body()
                    .contains("\"total\":1000"));
        }
    }

    @Test
    void a_timer_that_nobody_knows_is_refused_and_nothing_is_changed() throws Exception {
        try (var server = serving(new Carts())) {
            server.put("/api/carts/a", "{\"state\":\"new\"}");
            assertThat(server.post("/api/carts/a/wrong", "").status()).isEqualTo(500);
            assertThat(server.get("/api/carts/a").tag()).isEqualTo("\"1\"");
        }
    }
}
