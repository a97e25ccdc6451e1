package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.bind.annotation.RequestBody;
import vesper.documents.DocumentId;
import vesper.documents.Storage;
import vesper.documents.Version;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.services.DocumentAction;
import vesper.services.DocumentService;
import vesper.services.OnCreate;
import vesper.services.OnDelete;
import vesper.services.OnReplace;
import vesper.services.OnTimer;
import vesper.services.Timers;
import vesper.services.collections.BadDeclarationException;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceTest {
    @TempDir
    Path folder;

    private ServedCollections serving(Object service) throws Exception {
        return new ServedCollections(folder, InstantSource.system()).with(service);
    }

    public record Account(String owner, long balance) {}

    public record Amount(long cents) {}

    @DocumentService(collection = "wrong", state = Account.class)
    public static class Wrong {
        @DocumentAction
        public @Nullable Account forget(Account current) {
            return null;
        }

        @DocumentAction
        public Account later(Account current, Timers timers) {
            timers.after("remnd", Duration.ofMinutes(1));
            return current;
        }

        @DocumentAction
        public Account before(Account current, Timers timers) {
            timers.after("remind", Duration.ofMinutes(-1));
            return current;
        }

        @OnTimer
        public void remind(Account current) {}
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forget | Wrong.forget returned null, not a",
                "later | Wrong.later: there is no timer remnd; known timers: remind",
                "before | Wrong.before: a timer cannot be set for PT-1M; the time must be from PT0S to PT876000H",
            })
    void the_log_names_the_method_that_is_wrong(String action, String why) throws Exception {
        try (var server = serving(new Wrong());
                var log = new LoggedErrors()) {
            server.put("/api/wrong/a", "{\"owner\":\"me\",\"balance\":1}");
            assertThat(server.post("/api/wrong/a/" + action, "").status()).isEqualTo(500);
            assertThat(log.messages()).anyMatch(message -> message.startsWith(why));
        }
    }

    @DocumentService(collection = "tallies", state = Account.class)
    public static class Tallies {
        @DocumentAction
        public Account count(Account current, @RequestBody(required = false) @Nullable Amount amount) {
            return new Account(current.owner(), current.balance() + (amount == null ? 1 : amount.cents()));
        }
    }

    @Test
    void an_action_may_do_without_a_body() throws Exception {
        try (var server = serving(new Tallies())) {
            server.put("/api/tallies/a", "{\"owner\":\"me\",\"balance\":1}");
            assertThat(server.post("/api/tallies/a/count", "").compact()).contains("\"balance\":2");
            assertThat(server.post("/api/tallies/a/count", "{\"cents\":5}").compact())
                    .contains("\"balance\":7");
        }
    }

    @Test
    void an_action_with_an_idempotency_key_is_done_once() throws Exception {
        try (var server = serving(new Tallies())) {
            server.put("/api/tallies/a", "{\"owner\":\"me\",\"balance\":1}");
            var first = server.post("/api/tallies/a/count", "{\"cents\":5}", "Idempotency-Key", "k");
            var again = server.post("/api/tallies/a/count", "{\"cents\":5}", "Idempotency-Key", "k");
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.tag()).isEqualTo(first.tag());
            assertThat(again.compact()).contains("\"balance\":6");
            assertThat(server.post("/api/tallies/a/count", "{\"cents\":6}", "Idempotency-Key", "k")
                            .status())
                    .isEqualTo(422);
            assertThat(server.get("/api/tallies/a").compact()).contains("\"balance\":6");
        }
    }

    @DocumentService(collection = "seals", state = Account.class, strict = true)
    public static class Seals {
        @DocumentAction
        public Account empty(Account current) {
            return new Account(current.owner(), 0);
        }
    }

    @Test
    void an_action_on_what_is_strict_names_its_version() throws Exception {
        try (var server = serving(new Seals())) {
            server.put("/api/seals/a", "{\"owner\":\"me\",\"balance\":1}");
            assertThat(server.post("/api/seals/a/empty", "").status()).isEqualTo(428);
            assertThat(server.post("/api/seals/a/empty", "", "If-Match", "*").status())
                    .isEqualTo(428);
            assertThat(server.post("/api/seals/a/empty", "", "If-Match", "\"1\"")
                            .status())
                    .isEqualTo(200);
        }
    }

    @DocumentService(collection = "accounts", state = Account.class)
    public static class Accounts {
        @OnCreate
        public Account open(Account given) {
            return new Account(given.owner(), 0);
        }

        @OnReplace
        public Account change(Account current, Account given) {
            if (!given.owner().equals(current.owner())) {
                throw ProblemType.ofStatus(409)
                        .because("An account keeps its owner")
                        .exception();
            }
            return given;
        }

        @OnDelete
        public void close(Account current) throws Exception {
            if (current.balance() != 0) throw new java.io.IOException("it is not empty");
        }

        @DocumentAction
        public Account deposit(Amount amount, Account current, DocumentId id, Version version) {
            assertThat(id.text()).isEqualTo("a");
            return new Account(
                    current.owner(), current.balance() + amount.cents() + version.number() - version.number());
        }

        @DocumentAction("pay-out")
        public Account empty(Account current) {
            return new Account(current.owner(), 0);
        }
    }

    @Test
    void a_service_has_a_say_in_what_is_stored() throws Exception {
        try (var server = serving(new Accounts())) {
            assertThat(server.put("/api/accounts/a", "{\"owner\":\"ann\",\"balance\":9}")
                            .body())
                    .isEqualTo("{\"owner\":\"ann\",\"balance\":0}");
            assertThat(server.put("/api/accounts/a", "{\"owner\":\"bob\",\"balance\":9}")
                            .status())
                    .isEqualTo(409);
            assertThat(server.put("/api/accounts/a", "{\"owner\":\"ann\",\"balance\":9}")
                            .tag())
                    .isEqualTo("\"2\"");
            assertThat(server.post("/api/accounts", "{\"owner\":\"cid\",\"balance\":5}")
                            .body())
                    .isEqualTo("{\"owner\":\"cid\",\"balance\":0}");
        }
    }

    @DocumentService(collection = "tickets", state = Account.class)
    public static class Tickets {
        private int sold;

        @OnCreate
        public Account sell(Account given) {
            return new Account(given.owner(), ++sold);
        }
    }

    @Test
    void what_was_made_once_is_not_made_again_for_the_same_idempotency_key() throws Exception {
        try (var server = serving(new Tickets())) {
            var first = server.post("/api/tickets", "{\"owner\":\"ann\"}", "Idempotency-Key", "k");
            var again = server.post("/api/tickets", "{\"owner\":\"ann\"}", "Idempotency-Key", "k");
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            assertThat(again.body()).isEqualTo("{\"owner\":\"ann\",\"balance\":1}");
            assertThat(server.post("/api/tickets", "{\"owner\":\"bob\"}", "Idempotency-Key", "l")
                            .body())
                    .isEqualTo("{\"owner\":\"bob\",\"balance\":2}");
        }
    }

    @DocumentService(collection = "ovens", state = Account.class, storage = Storage.DURABLE)
    public static class Ovens {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch done = new CountDownLatch(1);

        @DocumentAction
        public Account bake(Account current) throws InterruptedException {
            begun.countDown();
            done.await();
            return current;
        }
    }

    @Test
    void writes_that_wait_for_a_slow_service_keep_nobody_from_the_disk() throws Exception {
        Ovens ovens = new Ovens();
        try (var server = serving(ovens);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            server.put("/api/ovens/hot", "{}");
            server.put("/api/ovens/cold", "{}");
            var baked = callers.submit(() -> server.post("/api/ovens/hot/bake", ""));
            ovens.begun.await();
            List<Thread> waiting = new ArrayList<>();
            List<Future<ServedCollections.Answer>> written = new ArrayList<>();
            for (int i = 0; i < 2 * ServedCollections.DISK_THREADS; i++) {
                written.add(callers.submit(() -> {
                    synchronized (waiting) {
                        waiting.add(Thread.currentThread());
                    }
                    return server.put("/api/ovens/hot", "{\"balance\":1}");
                }));
            }
            Eventually.until("all wait", () -> {
                synchronized (waiting) {
                    return waiting.size() == written.size()
                            && waiting.stream().allMatch(it -> it.getState() == Thread.State.TIMED_WAITING);
                }
            });
            var other = callers.submit(() -> server.put("/api/ovens/cold", "{\"balance\":2}"));
            assertThat(other.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
            ovens.done.countDown();
            assertThat(baked.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
            for (var each : written)
                assertThat(each.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
    }

    @Test
    void what_a_service_throws_changes_nothing() throws Exception {
        try (var server = serving(new Accounts())) {
            server.put("/api/accounts/a", "{\"owner\":\"ann\"}");
            server.post("/api/accounts/a/deposit", "{\"cents\":5}");
            assertThat(server.delete("/api/accounts/a").status()).isEqualTo(500);
            assertThat(server.get("/api/accounts/a").body()).isEqualTo("{\"owner\":\"ann\",\"balance\":5}");
            server.post("/api/accounts/a/pay-out", "");
            assertThat(server.delete("/api/accounts/a").status()).isEqualTo(204);
        }
    }

    @Test
    void actions_make_the_next_version_of_a_document_that_is_there() throws Exception {
        try (var server = serving(new Accounts())) {
            server.put("/api/accounts/a", "{\"owner\":\"ann\"}");
            var done = server.post("/api/accounts/a/deposit", "{\"cents\":5}");
            assertThat(done.body()).isEqualTo("{\"owner\":\"ann\",\"balance\":5}");
            assertThat(done.tag()).isEqualTo("\"2\"");
            assertThat(server.post("/api/accounts/a/deposit", "{\"cents\":5}", "If-Match", "\"1\"")
                            .status())
                    .isEqualTo(412);
            assertThat(server.post("/api/accounts/a/deposit", "{\"cents\":\"x\"}")
                            .status())
                    .isEqualTo(422);
            assertThat(server.post("/api/accounts/a/deposit", "").status()).isEqualTo(400);
            assertThat(server.post("/api/accounts/b/deposit", "{\"cents\":5}").status())
                    .isEqualTo(404);
            var unknown = server.post("/api/accounts/a/withdraw", "{}");
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(unknown.body()).contains("known actions: deposit, pay-out");
        }
    }

    @Test
    void lines_of_many_writes_pass_the_service_too() throws Exception {
        try (var server = serving(new Accounts())) {
            String lines = """
                    {"op":"create","id":"a","document":{"owner":"ann","balance":9}}
                    {"op":"put","id":"a","document":{"owner":"bob","balance":9}}
                    {"op":"put","id":"a","document":{"owner":"ann","balance":9}}
                    {"op":"delete","id":"a"}
                    """;
            assertThat(server.post("/api/accounts/bulk", lines, "Content-Type", "application/x-ndjson")
                            .body()
                            .lines()
                            .map(line -> line.replaceAll(".*\"status\":(\\d+).*", "$1")))
                    .containsExactly("201", "409", "200", "500");
            assertThat(server.get("/api/accounts/a").body()).isEqualTo("{\"owner\":\"ann\",\"balance\":9}");
        }
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class ReturnsOther {
        @DocumentAction
        public String say(Account current) {
            return current.owner();
        }
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class TakesTooMuch {
        @OnReplace
        public Account change(Account current, Account given, Amount amount) {
            return given;
        }
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class HasTwo {
        @OnCreate
        public Account one(Account given) {
            return given;
        }

        @OnCreate
        public Account two(Account given) {
            return given;
        }
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class IsHidden {
        @OnCreate
        Account open(Account given) {
            return given;
        }
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class RingsTwice {
        @OnTimer(after = "1s", every = "1s")
        public void ring(Account current) {}
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class RingsTooOften {
        @OnTimer(every = "10ms")
        public void ring(Account current) {}
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class RingsOnRequest {
        @OnTimer(after = "1s")
        public void ring(Account current, Request request) {}
    }

    @DocumentService(collection = "x", state = Account.class, storage = Storage.MEMORY)
    public static class HasNoTimers {
        @OnCreate
        public Account open(Account given, Timers timers) {
            return given;
        }
    }

    @DocumentService(collection = "vesper.x")
    public static class IsOfThePlatform {}

    @DocumentService(collection = "x", timeToLive = "soon")
    public static class SaysNoTime {}

    @DocumentService(collection = "x y")
    public static class HasNoName {}

    @DocumentService(collection = "x", state = Account.class)
    public static class ActsUnderItsVersions {
        @DocumentAction
        public Account versions(Account current) {
            return current;
        }
    }

    @DocumentService(collection = "x", state = Account.class)
    public static class ActsUnderNoName {
        @DocumentAction("a/b")
        public Account act(Account current) {
            return current;
        }
    }

    static Object[][] wrong() {
        return new Object[][] {
            {new ReturnsOther(), "ReturnsOther.say (ReturnsOther (Test.java)) returns String, not Account"},
            {new TakesTooMuch(), "has a parameter of the unsupported type Amount"},
            {new HasTwo(), "duplicates another method's annotation"},
            {new IsHidden(), "IsHidden.open (IsHidden (Test.java)) is not public"},
            {new RingsTwice(), "RingsTwice.ring (RingsTwice (Test.java)) has both after and every"},
            {
                new RingsTooOften(),
                "RingsTooOften.ring (RingsTooOften (Test.java)) has an invalid time: a timer cannot be set for"
            },
            {new RingsOnRequest(), "takes a request, but timers have none"},
            {new HasNoTimers(), "takes timers, but no method has @OnTimer"},
            {new IsOfThePlatform(), "names that start with vesper. are reserved"},
            {new SaysNoTime(), "SaysNoTime (Test.java): timeToLive \"soon\": expected a time like 30d"},
            {new ActsUnderItsVersions(), "has the reserved action name versions"},
            {new ActsUnderNoName(), "is an action \"a/b\"; expected 1 to 100 letters"},
            {new HasNoName(), "invalid collection name \"x y\""},
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void what_cannot_be_carried_out_is_refused_by_name(Object service, String said) {
        assertThatThrownBy(() -> serving(service))
                .isInstanceOf(BadDeclarationException.class)
                .hasMessageContaining(said);
    }
}
