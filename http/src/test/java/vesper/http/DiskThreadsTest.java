package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.http.files.DiskThreads;
import vesper.testing.Eventually;

/** Handlers that wait for a slow disk. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class DiskThreadsTest {
    private static final int MOST_WAITING = 1024;

    private final DiskThreads disk = DiskThreads.start(1);
    private final CountDownLatch disksAnswer = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();

    @AfterEach
    void close() {
        disksAnswer.countDown();
        disk.close();
    }

    private String slow() throws IOException {
        begun.incrementAndGet();
        try {
            disksAnswer.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return "read";
    }

    private Response handle(Request request) throws IOException {
        return request.path().equals("/slow")
                ? EchoHandler.text(200, disk.call(this::slow))
                : EchoHandler.text(200, request.path());
    }

    @Test
    void a_slow_disk_holds_up_nobody_who_asks_for_something_else() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(this::handle);
                Client waiting = Client.connect(server);
                Client other = Client.connect(server)) {
            waiting.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            Eventually.until("it reads", () -> begun.get() == 1);
            for (int i = 0; i < 10; i++) assertThat(other.get("/other").text()).isEqualTo("/other");
            disksAnswer.countDown();
            assertThat(waiting.read().text()).isEqualTo("read");
        }
    }

    @Test
    void where_too_much_waits_one_more_is_refused_with_503_and_told_when_to_come_again() throws Exception {
        List<CompletableFuture<String>> all = new ArrayList<>();
        all.add(onVirtualThread(() -> disk.call(this::slow)));
        Eventually.until("the only thread is busy", () -> begun.get() == 1);
        AtomicInteger refused = new AtomicInteger();
        // One too many; any of them may be the one refused.
        for (int i = 0; i <= MOST_WAITING; i++) {
            all.add(onVirtualThread(() -> disk.call(this::slow)).whenComplete((_, thrown) -> {
                if (thrown != null && begun.get() == 1) refused.incrementAndGet();
            }));
        }
        Eventually.until("one is refused", () -> refused.get() == 1);
        try (HttpServer server = Mode.VIRTUAL.start(this::handle);
                Client client = Client.connect(server)) {
            Answer answer = client.get("/slow");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            disksAnswer.countDown();
            Eventually.until("all are over", () -> all.stream().allMatch(CompletableFuture::isDone));
            assertThat(refused).hasValue(1);
            assertThat(client.get("/slow").text()).isEqualTo("read");
        }
    }

    private static <T> CompletableFuture<T> onVirtualThread(DiskThreads.Work<T> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                outcome.complete(work.run());
            } catch (IOException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome;
    }

    @Test
    void what_goes_wrong_is_told_to_who_asked_as_it_was_thrown() {
        IOException broken = new IOException("broken");
        IllegalStateException fault = new IllegalStateException("ours");
        assertThatThrownBy(() -> onVirtualThread(() -> disk.call(() -> {
                            throw broken;
                        }))
                        .get())
                .hasCause(broken);
        assertThatThrownBy(() -> onVirtualThread(() -> disk.call(() -> {
                            throw fault;
                        }))
                        .get())
                .hasCause(fault);
    }

    @Test
    void who_is_interrupted_before_its_turn_leaves_and_what_has_begun_is_finished() throws Exception {
        AtomicBoolean stayed = new AtomicBoolean();
        AtomicInteger second = new AtomicInteger();
        CompletableFuture<String> first = new CompletableFuture<>();
        Thread reading = Thread.startVirtualThread(() -> {
            try {
                first.complete(disk.call(this::slow));
            } catch (IOException e) {
                first.completeExceptionally(e);
            }
            stayed.set(Thread.currentThread().isInterrupted());
        });
        Eventually.until("it reads", () -> begun.get() == 1);
        CompletableFuture<Throwable> left = new CompletableFuture<>();
        Thread waiting = Thread.startVirtualThread(
                () -> left.complete(catchThrowable(() -> disk.call(second::incrementAndGet))));
        waiting.interrupt();
        assertThat(left.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
        reading.interrupt();
        assertThat(first).isNotDone();
        disksAnswer.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("read");
        reading.join();
        assertThat(stayed).isTrue();
        assertThat(onVirtualThread(() -> disk.call(() -> "next")).get()).isEqualTo("next");
        assertThat(second).hasValue(0);
    }

    @Test
    void who_is_interrupted_already_begins_nothing() throws Exception {
        CompletableFuture<Throwable> left = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            Thread.currentThread().interrupt();
            left.complete(catchThrowable(() -> disk.call(begun::incrementAndGet)));
        });
        assertThat(left.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
        assertThat(onVirtualThread(() -> disk.call(() -> "next")).get()).isEqualTo("next");
        assertThat(begun).hasValue(0);
    }

    @Test
    void a_platform_thread_does_it_itself() throws IOException {
        assertThat(disk.call(Thread::currentThread)).isEqualTo(Thread.currentThread());
    }
}
