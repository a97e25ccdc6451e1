package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Eventually;

/** Lists unanswered requests and interrupts their handlers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RunningRequestsTest {
    private static final int MANY = 1000;

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    private Response waits(Request request) {
        request.route("GET /orders/{id}");
        entered.countDown();
        try {
            never.await();
            return EchoHandler.text(200, "released");
        } catch (InterruptedException e) {
            return EchoHandler.text(200, "interrupted");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EVENT_LOOP")
    void a_request_whose_handler_waits_is_told_and_can_be_interrupted(Mode mode) throws Exception {
        try (HttpServer server = mode.start(this::waits);
                Client client = Client.connect(server)) {
            assertThat(server.requests(0, MANY)).isEmpty();
            client.send("GET /orders/7?secret=1 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            RunningRequest told = only(server, RunningRequest.State.WAITING);
            assertThat(told.method()).isEqualTo(Method.GET);
            assertThat(told.path()).isEqualTo("/orders/7");
            assertThat(told.route()).isEqualTo("GET /orders/{id}");
            assertThat(told.client().getAddress().isLoopbackAddress()).isTrue();
            assertThat(told.startedAtMillis()).isLessThanOrEqualTo(System.currentTimeMillis());

            assertThat(server.interrupt(told.id())).isEqualTo(Interruption.DONE);
            assertThat(client.read().text()).isEqualTo("interrupted");
            Eventually.until(() -> server.requests(0, MANY).isEmpty());
            assertThat(server.interrupt(told.id())).isEqualTo(Interruption.GONE);
        }
    }

    @Test
    void streams_of_one_connection_are_told_apart() throws Exception {
        try (HttpServer server = Mode.VIRTUAL.start(this::waits);
                Http2Client client = Http2Client.connect(server)) {
            int first = client.get("/orders/1");
            client.get("/orders/2");
            List<RunningRequest> both = Eventually.answer(
                    "both", () -> server.requests(0, MANY), told -> told.size() == 2 && allWait(told));
            assertThat(both).extracting(RunningRequest::id).doesNotHaveDuplicates();

            String wanted = both.stream()
                    .filter(told -> told.path().equals("/orders/1"))
                    .findFirst()
                    .orElseThrow()
                    .id();
            assertThat(server.interrupt(wanted)).isEqualTo(Interruption.DONE);

            assertThat(client.answer(first)).contains("interrupted");
            assertThat(server.requests(0, MANY)).hasSize(1);
            never.countDown();
        }
    }

    @Test
    void a_handler_that_holds_its_event_loop_is_told_and_interrupted_all_the_same() throws Exception {
        Handler spinning = request -> {
            entered.countDown();
            while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
            return EchoHandler.text(200, "interrupted");
        };
        try (HttpServer server = Mode.VIRTUAL.start(spinning);
                Client client = Client.connect(server)) {
            client.send("GET /spin HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            RunningRequest told = only(server, RunningRequest.State.RUNNING);
            assertThat(told.path()).isEqualTo("/spin");
            assertThat(server.interrupt(told.id())).isEqualTo(Interruption.DONE);
            assertThat(client.read().text()).isEqualTo("interrupted");
        }
    }

    @Test
    void one_that_waits_for_an_answer_which_comes_later_is_answered_with_503() throws Exception {
        CompletableFuture<Response> later = new CompletableFuture<>();
        try (HttpServer server = Mode.VIRTUAL.start(_ -> Response.later(later));
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            String id = only(server, RunningRequest.State.WAITING).id();
            Eventually.until(() -> server.interrupt(id) == Interruption.DONE);
            assertThat(client.read().status()).isEqualTo(503);
        }
    }

    @Test
    void without_a_thread_there_is_nothing_to_interrupt() throws Exception {
        CompletableFuture<Response> later = new CompletableFuture<>();
        try (HttpServer server = Mode.EVENT_LOOP.start(_ -> Response.later(later));
                Client client = Client.connect(server)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            String id = only(server, RunningRequest.State.WAITING).id();
            assertThat(server.interrupt(id)).isEqualTo(Interruption.NO_THREAD);
            later.complete(EchoHandler.text(200, "answered"));
            assertThat(client.read().text()).isEqualTo("answered");
        }
    }

    @Test
    void content_that_comes_and_an_answer_that_goes_are_told() throws Exception {
        Handler echo = request -> {
            request.body().bytes();
            return Response.of(200).body(out -> {
                out.write('a');
                out.flush();
                entered.countDown();
                awaitEnd();
            });
        };
        try (HttpServer server = Mode.VIRTUAL.start(echo);
                Client client = Client.connect(server)) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na");
            only(server, RunningRequest.State.RECEIVING);
            client.send("b");
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
            String id = only(server, RunningRequest.State.SENDING).id();
            assertThat(server.interrupt(id)).isEqualTo(Interruption.DONE);
            Eventually.until(interrupted::get);
        }
    }

    @Test
    void only_the_oldest_and_only_those_that_last_are_told_if_asked_so() throws Exception {
        try (HttpServer server = Mode.VIRTUAL.start(this::waits);
                Client first = Client.connect(server);
                Client second = Client.connect(server)) {
            first.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n");
            only(server, RunningRequest.State.WAITING);
            second.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until(() -> server.requests(0, MANY).size() == 2);

            assertThat(server.requests(0, 1)).extracting(RunningRequest::path).containsExactly("/first");
            assertThat(server.requests(TimeUnit.HOURS.toMillis(1), MANY)).isEmpty();
            never.countDown();
        }
    }

    private void awaitEnd() {
        try {
            never.await();
        } catch (InterruptedException e) {
            interrupted.set(true);
        }
    }

    private static boolean allWait(List<RunningRequest> requests) {
        return requests.stream().allMatch(request -> request.state() == RunningRequest.State.WAITING);
    }

    private static RunningRequest only(HttpServer server, RunningRequest.State state) {
        return Eventually.answer(
                        "the request that is " + state,
                        () -> server.requests(0, MANY),
                        told -> told.size() == 1 && told.getFirst().state() == state)
                .getFirst();
    }
}
