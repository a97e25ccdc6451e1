package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.JournalReader;
import vesper.journal.SyncPolicy;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InProcessTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final AtomicInteger over = new AtomicInteger();
    private Journal journal;
    private Capture capture;

    @BeforeEach
    void open() throws IOException {
        journal = Journal.open(folder.resolve("journal"), new JournalOptions(8 << 20, new SyncPolicy.None()));
        capture = new Capture(_ -> journal, Routes.NONE, Clock.systemUTC(), _ -> new byte[0], 1 << 20);
        capture.setRules(Exchanges.TRACKING);
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
    }

    /** Content that signals whether it was written or discarded. */
    private static final class Content implements Response.BodyWriter {
        private final Response.BodyWriter writer;
        final CountDownLatch written = new CountDownLatch(1);
        final CountDownLatch discarded = new CountDownLatch(1);

        Content(Response.BodyWriter writer) {
            this.writer = writer;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try {
                writer.writeTo(out);
            } finally {
                written.countDown();
            }
        }

        @Override
        public void discard() {
            discarded.countDown();
        }
    }

    @Test
    void an_answer_is_read_to_its_end_and_kept() throws Exception {
        Content hello = new Content(out -> out.write("hello".getBytes(UTF_8)));
        assertThat(carryOut(Method.GET, LONG, _ -> Response.of(201).body(hello)))
                .isEqualTo(201);
        assertThat(hello.written.getCount()).isZero();
        assertThat(row()).contains("GET", "/api/again").contains("hello");
        assertThat(over).hasValue(1);
    }

    @Test
    void an_answer_without_an_end_is_left() throws Exception {
        Content endless = new Content(out -> {
            while (true) out.write(0);
        });
        Content waiting = new Content(_ -> await(new CountDownLatch(1)));
        for (Content content : new Content[] {endless, waiting}) {
            assertThat(carryOut(Method.GET, SHORT, _ -> Response.of(200).body(content)))
                    .isEqualTo(200);
            await(content.written);
        }
        assertThat(capture.keptCount()).isEqualTo(2);
        assertThat(over).hasValue(2);
    }

    @Test
    void an_answer_that_comes_too_late_is_let_go_of() throws Exception {
        Content late = new Content(_ -> {});
        CompletableFuture<Response> later = new CompletableFuture<>();
        assertThat(carryOut(Method.GET, SHORT, _ -> Response.later(later))).isZero();
        later.complete(Response.later(
                CompletableFuture.completedFuture(Response.of(200).body(late))));
        await(late.discarded);
        assertThat(late.written.getCount()).isEqualTo(1);
    }

    @Test
    void a_handler_that_takes_too_long_goes_on_and_nobody_reads_what_it_gives() throws Exception {
        Content late = new Content(_ -> {});
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Handler slow = _ -> {
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return Response.of(200).body(late);
        };
        assertThat(carryOut(Method.GET, SHORT, slow)).isZero();
        assertThat(over).hasValue(1);
        goesOn.countDown();
        await(late.discarded);
        assertThat(interrupted).isFalse();
    }

    @Test
    void content_that_a_server_would_not_send_is_neither_made_nor_counted() throws Exception {
        for (int status : new int[] {200, 304}) {
            Content content = new Content(out -> out.write(new byte[10]));
            Method method = status == 200 ? Method.HEAD : Method.GET;
            assertThat(carryOut(method, LONG, _ -> Response.of(status).body(content)))
                    .isEqualTo(status);
            assertThat(content.discarded.getCount()).isZero();
            assertThat(content.written.getCount()).isEqualTo(1);
        }
        Content events = new Content(_ -> await(new CountDownLatch(1)));
        carryOut(
                Method.GET,
                LONG,
                _ -> Response.of(200)
                        .header("Content-Type", "text/event-stream")
                        .body(events));
        assertThat(events.discarded.getCount()).isZero();

        Request head = Request.of(Method.HEAD, "/api/again");
        InProcessCall call = InProcessCall.reading(_ -> Response.of(200).body(new byte[10]), head);
        assertThat(call.await(LONG)).isTrue();
        assertThat(call.bytes()).isZero();
    }

    @Test
    void what_fails_is_answered_as_by_the_server() throws Exception {
        assertThat(carryOut(Method.GET, LONG, _ -> {
                    throw new StackOverflowError();
                }))
                .isEqualTo(500);
        assertThat(carryOut(Method.GET, LONG, _ -> Response.later(CompletableFuture.failedFuture(new IOException()))))
                .isEqualTo(500);
        Handler interrupts = _ -> {
            Thread.currentThread().interrupt();
            return Response.later(CompletableFuture.supplyAsync(() -> Response.of(204)));
        };
        assertThat(carryOut(Method.GET, LONG, interrupts)).isEqualTo(204);
    }

    private int carryOut(Method method, Duration longest, Handler handler) throws InterruptedException {
        Request request = Request.of(method, "/api/again", Headers.NONE, new byte[0]);
        request.whenOver(over::incrementAndGet);
        InProcess inProcess = new InProcess(new Recorder(capture).before(handler), capture, Clock.systemUTC(), longest);
        return inProcess.carryOut(request).status();
    }

    private String row() throws IOException {
        try (JournalReader entries = journal.read(0)) {
            assertThat(entries.next()).isTrue();
            return UTF_8.decode(entries.payload().duplicate()).toString();
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException().initCause(e);
        }
    }
}
