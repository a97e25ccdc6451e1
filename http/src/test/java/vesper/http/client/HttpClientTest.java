package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Headers;
import vesper.http.HttpVersion;
import vesper.testing.Eventually;

/** A client over HTTP/1.1, and behaviour that is independent of the protocol. */
class HttpClientTest extends ClientContract {
    @Override
    HttpClient.Builder builder() {
        return HttpClient.builder();
    }

    @Override
    HttpVersion version() {
        return HttpVersion.HTTP_1_1;
    }

    @Test
    void an_answer_that_ends_with_its_connection_is_whole() throws Exception {
        try (RawServer server = RawServer.answeringOnce("HTTP/1.0 200 OK\r\n\r\nuntil the end")) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("until the end");
        }
    }

    @Test
    void a_stream_that_is_closed_early_ends_its_connection() throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab");
            peer.awaitEnd();
        })) {
            try (StreamedResponse response = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(response.stream().read()).isEqualTo('a');
            }
            Eventually.until("it is closed", () -> client.connections() == 0 && server.open() == 0);
        }
    }

    @Test
    void a_file_is_replaced_as_a_whole_or_not_at_all(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("kept"), "before");
        try (RawServer server = RawServer.running(peer -> {
            String request = peer.request();
            if (request.contains("/whole")) peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nafter");
            else if (request.contains("/missing")) peer.send("HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno");
            else peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\naf");
        })) {
            assertThatThrownBy(() -> client.exchangeForFile(ClientRequest.get(server.url("/cut")), file))
                    .isInstanceOf(ConnectionLostException.class);
            assertThat(client.exchangeForFile(ClientRequest.get(server.url("/missing")), file)
                            .file())
                    .isEmpty();
            assertThat(file).hasContent("before");
            assertThat(client.exchangeForFile(ClientRequest.get(server.url("/whole")), file)
                            .bytes())
                    .isEqualTo(5);
            assertThat(file).hasContent("after");
            try (var left = Files.list(folder)) {
                assertThat(left).containsExactly(file);
            }
        }
    }

    @Test
    void requests_that_would_not_be_one_request_cannot_be_made() {
        ClientRequest request = ClientRequest.get("http://localhost/");
        assertThatThrownBy(() -> request.header("X", "a\r\nY: b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> request.header("X\r\n", "a")).isInstanceOf(IllegalArgumentException.class);
        for (String own : List.of("Host", "content-length", "Transfer-Encoding", "Connection"))
            assertThatThrownBy(() -> request.header(own, "1")).hasMessageContaining("set by the client itself");
        for (String uri : List.of("ftp://a/", "http:///a", "/a", "http://u:p@a/", "http://a:0/", "http://a:70000/"))
            assertThatThrownBy(() -> ClientRequest.get(uri)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void pauses_grow_differ_and_are_bounded() {
        Retries retries = new Retries(10, Duration.ofMillis(100), Duration.ofSeconds(1));
        var random = new java.util.Random(7);
        for (int n = 1; n <= 10; n++) {
            long most = Math.min(100_000_000L << (n - 1), 1_000_000_000L);
            assertThat(retries.pauseNanos(n, random)).isBetween(most / 2, most);
        }
    }

    @Test
    void trailers_come_with_the_answer() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nok\r\n0\r\nDigest:  a b \r\nX:\r\nx: 2\r\n\r\n")) {
            Headers expected = Headers.of("Digest", "a b", "X", "", "x", "2");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).trailers())
                    .isEqualTo(expected);
            try (StreamedResponse streamed = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(streamed.stream().readAllBytes()).asString().isEqualTo("ok");
                assertThat(streamed.trailers()).isEqualTo(expected);
            }
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_says_nothing_to_the_question_is_sent_the_content() throws Exception {
        try (RawServer server = RawServer.running(peer -> {
            String request = peer.request();
            String length = String.valueOf(request.length() - request.indexOf("\r\n\r\n") - 4);
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + length.length() + "\r\n\r\n" + length);
        })) {
            ClientRequest request = ClientRequest.post(server.url("/")).askingFirst();
            assertThat(client.exchange(request.body(new byte[3000])).text()).isEqualTo("3000");
        }
    }

    private static long directBytes() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    @Test
    void a_large_upload_is_copied_off_the_heap_no_faster_than_the_server_takes_it() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        byte[] large = new byte[64 << 20];
        try (RawServer server = RawServer.running(peer -> {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) head.append((char) peer.read());
            asked.countDown();
            mayRead.await();
            for (int i = 0; i < large.length; i++) if (peer.read() != 0) return;
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        })) {
            long before = directBytes();
            var call = client.send(ClientRequest.post(server.url("/")).body(large));
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(directBytes() - before).isLessThan(16 << 20);
            mayRead.countDown();
            assertThat(call.get(20, TimeUnit.SECONDS).text()).isEqualTo("ok");
        } finally {
            mayRead.countDown();
        }
    }

    @Test
    void content_is_written_by_one_writer_at_a_time_wherever_its_call_goes_on() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger writing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch wentOn = new CountDownLatch(1);
        AtomicReference<String> refusal = new AtomicReference<>();
        HttpClient following = HttpClient.builder().redirects(Redirects.upTo(1)).build();
        try (following;
                RawServer server = RawServer.running(peer -> {
                    peer.request();
                    // The first digit of a chunk's size, or of the last chunk.
                    int first = peer.read();
                    // The redirect response stays incomplete, so that its connection stays open.
                    if (peer.number == 1) peer.send("HTTP/1.1 307 Go\r\nLocation: /to\r\nContent-Length: 9\r\n\r\n");
                    else if (first == '0') peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    else peer.send("HTTP/1.1 400 Not empty\r\nContent-Length: 2\r\n\r\nno");
                    peer.awaitEnd();
                })) {
            ClientRequest request = ClientRequest.put(server.url("/")).writing(out -> {
                most.accumulateAndGet(writing.incrementAndGet(), Math::max);
                try {
                    if (runs.incrementAndGet() == 1) refusal.set(writeUntilRefused(out));
                    else wentOn.countDown();
                } finally {
                    // Leaves time for a second writer to start concurrently, if it does not wait for this one.
                    if (runs.get() == 1) linger(wentOn);
                    writing.decrementAndGet();
                }
            });
            assertThat(following.exchange(request).text()).isEqualTo("ok");
            assertThat(runs).hasValue(2);
            assertThat(most).hasValue(1);
            assertThat(refusal.get()).matches("the server takes no more.*|interrupted.*");
        }
    }

    /** Returns the message of the exception when writing fails. */
    private static String writeUntilRefused(OutputStream out) {
        try {
            while (true) {
                out.write(new byte[4 << 10]);
                out.flush();
            }
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Waits 200 ms or until the latch is open, despite interrupts. */
    private static void linger(CountDownLatch latch) {
        for (int i = 0; i < 20; i++) {
            try {
                if (latch.await(10, TimeUnit.MILLISECONDS)) return;
            } catch (InterruptedException e) {
                // Simulates a writer that ends slowly after an interrupt.
            }
        }
    }

    @Test
    void a_call_that_is_not_repeated_after_all_is_still_cancelled_with_its_connection() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        Retries patient = new Retries(3, Duration.ofMinutes(1), Duration.ofMinutes(1));
        HttpClient repeating =
                HttpClient.builder().retries(patient).eventLoops(1).build();
        try (repeating;
                RawServer other = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                RawServer server = RawServer.running(peer -> {
                    peer.request();
                    peer.send("HTTP/1.1 503 Later\r\nContent-Length: 9\r\n\r\nla");
                    answered.countDown();
                    peer.awaitEnd();
                })) {
            // There is no time for the pause, so the caller gets this response.
            var call = repeating.send(ClientRequest.get(server.url("/")).timeout(Duration.ofSeconds(20)));
            assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
            // By then the client's only loop has read the earlier response.
            assertThat(repeating.exchange(ClientRequest.get(other.url("/"))).text())
                    .isEqualTo("ok");
            call.cancel(true);
            Eventually.until("it is closed", () -> server.open() == 0);
        }
    }
}
