package vesper.http.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;

/** Behaviour when the maximum number of streams is being coded. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CodersTest {
    private static final String TEXT = "text that gets smaller ".repeat(1000);
    private static final ContentSettings SETTINGS = ContentSettings.DEFAULTS;

    /** Limited to two responses and two requests at a time. */
    private final Handler handler =
            new ContentFilter(new Inflation(SETTINGS, 2), new Compression(SETTINGS, 2)).before(CodersTest::handle);

    private static Response handle(Request request) throws IOException {
        Response response = Response.of(200).header("Content-Type", "text/plain");
        if (request.method() == Method.POST && request.path().equals("/read"))
            return response.body(request.body().bytes());
        if (request.method() == Method.POST)
            return response.body(out -> out.write(request.body().bytes()));
        return response.body(out -> out.write(TEXT.getBytes(UTF_8)));
    }

    private Response get() throws Exception {
        return handler.handle(
                Request.of(Method.GET, "/", Headers.of("Accept-Encoding", "gzip, identity;q=0.5"), new byte[0]));
    }

    private Response post(String path, byte[] content) throws Exception {
        return handler.handle(Request.of(Method.POST, path, Headers.of("Content-Encoding", "gzip"), content));
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static Response.BodyWriter writer(Response response) {
        return ((Response.Streamed) response.content()).writer();
    }

    private static byte[] sent(Response response) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writer(response).writeTo(bytes);
        return bytes.toByteArray();
    }

    private static boolean isCoded(Response response) {
        return response.header("Content-Encoding").isPresent();
    }

    @Test
    void an_answer_beyond_the_bound_is_sent_as_it_is() throws Exception {
        Response first = get();
        Response second = get();
        Response third = get();
        assertThat(List.of(isCoded(first), isCoded(second), isCoded(third))).containsExactly(true, true, false);
        assertThat(third.header("Vary")).hasValue("Accept-Encoding");
        assertThat(new String(sent(third), UTF_8)).isEqualTo(TEXT);

        assertThat(new GZIPInputStream(new ByteArrayInputStream(sent(first))).readAllBytes())
                .isEqualTo(TEXT.getBytes(UTF_8));
        assertThat(isCoded(get())).isTrue();
        assertThat(isCoded(get())).isFalse();
    }

    @Test
    void an_answer_that_is_not_sent_or_breaks_off_gives_its_place_back_once() throws Exception {
        Response discarded = get();
        Response broken = get();
        writer(discarded).discard();
        writer(discarded).discard();
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("the client has gone");
            }
        };
        assertThat(catchThrowable(() -> writer(broken).writeTo(gone))).hasMessage("the client has gone");
        writer(broken).discard();
        assertThat(List.of(isCoded(get()), isCoded(get()), isCoded(get()))).containsExactly(true, true, false);
    }

    @Test
    void a_request_beyond_the_bound_is_refused_until_another_is_over() throws Exception {
        Response first = post("/stream", zipped("one"));
        Response second = post("/stream", zipped("two"));
        Response third = post("/stream", zipped("three"));
        assertThat(third.status()).isEqualTo(503);
        assertThat(third.header("Retry-After")).hasValue("1");

        assertThat(sent(second)).asString(UTF_8).isEqualTo("two");
        assertThat(post("/read", zipped("four")).status()).isEqualTo(200);
        writer(first).discard();
        for (int i = 0; i < 5; i++)
            assertThat(post("/read", zipped("more")).status()).isEqualTo(200);
    }

    @Test
    void of_many_that_ask_at_the_same_moment_no_more_begin_than_may() throws Exception {
        Coders coders = new Coders(3);
        CyclicBarrier together = new CyclicBarrier(16);
        AtomicInteger begun = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (int round = 0; round < 200; round++) {
                begun.set(0);
                List<Future<?>> all = IntStream.range(0, 16)
                        .<Future<?>>mapToObj(i -> threads.submit(() -> {
                            together.await();
                            if (coders.tryAcquire()) begun.incrementAndGet();
                            return null;
                        }))
                        .toList();
                for (Future<?> each : all) each.get();
                assertThat(begun.get()).isBetween(1, 3);
                while (begun.getAndDecrement() > 0) coders.release();
            }
        }
    }
}
