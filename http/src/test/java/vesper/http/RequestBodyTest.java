package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestBodyTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final long MOST_THAT_BUFFERS_TAKE = 24L << 20;
    private static final Handler CHECKSUM =
            request -> EchoHandler.text(200, checksum(request.body().bytes()));

    @ParameterizedTest
    @EnumSource
    void content_of_any_size_arrives_whole(Mode mode) throws IOException {
        try (HttpServer server = mode.start(CHECKSUM);
                Client client = Client.connect(server)) {
            for (int size : new int[] {0, 1, 511, 8191, 8193, 65_535, 65_536, 65_537, 131_072, 300_001, MIB}) {
                byte[] content = noise(size);
                client.send(head("/", size)).send(content);
                assertThat(client.read().text()).as("%d bytes", size).isEqualTo(checksum(content));
                client.send(chunkedHead("/")).send(chunked(content));
                assertThat(client.read().text()).as("%d bytes in chunks", size).isEqualTo(checksum(content));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void content_may_be_as_large_as_the_limit_and_no_larger(Mode mode) throws IOException {
        byte[] content = noise(10 * MIB);
        try (HttpServer server = mode.start(CHECKSUM);
                Client client = Client.connect(server)) {
            client.send(head("/", content.length)).send(content);
            assertThat(client.read().text()).isEqualTo(checksum(content));
            client.send(chunkedHead("/")).send(chunked(content));
            assertThat(client.read().text()).isEqualTo(checksum(content));

            byte[] larger = chunked(noise(10 * MIB + 1));
            client.send(chunkedHead("/")).send(larger, 0, larger.length - 7);
            Answer refusal = client.read();
            assertThat(refusal.status()).isEqualTo(413);
            assertThat(refusal.closes()).isTrue();
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void a_handler_that_reads_until_a_refusal_passes_it_on_or_answers_by_itself() throws IOException {
        Handler handler = request -> {
            try {
                return EchoHandler.text(200, checksum(request.body().bytes()));
            } catch (RefusedException e) {
                return EchoHandler.text(400, "handled " + e.refusal().status());
            }
        };
        try (HttpServer server =
                        Mode.VIRTUAL.start(new TestSettings().bodyBytes(10).build(), handler);
                Client client = Client.connect(server)) {
            Answer answer = client.send(chunkedHead("/")).send("b\r\n").read();
            assertThat(answer.text()).isEqualTo("handled 413");
            assertThat(answer.closes()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void content_can_be_answered_while_it_arrives(Mode mode) throws IOException {
        Handler echo =
                request -> Response.of(200).body(out -> request.body().stream().transferTo(out));
        try (HttpServer server = mode.start(echo);
                Client client = Client.connect(server)) {
            for (int size : new int[] {100, 70_000, 200 * KIB, 250 * KIB}) {
                byte[] content = noise(size);
                client.send(head("/", size)).send(content);
                assertThat(checksum(client.read().content()))
                        .as("%d bytes", size)
                        .isEqualTo(checksum(content));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void content_that_is_answered_while_it_arrives_may_be_large(Mode mode) throws Exception {
        Handler echo =
                request -> Response.of(200).body(out -> request.body().stream().transferTo(out));
        byte[] content = noise(4 * MIB);
        try (HttpServer server = mode.start(echo)) {
            for (String head : new String[] {head("/", content.length), chunkedHead("/")}) {
                try (Client client = Client.connect(server)) {
                    byte[] sent = head.contains("chunked") ? chunked(content) : content;
                    client.send(head);
                    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendAll(client, sent));
                    assertThat(checksum(client.read().content())).isEqualTo(checksum(content));
                    sending.get(10, TimeUnit.SECONDS);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void a_client_is_held_back_while_the_handler_does_not_read(Mode mode) throws Exception {
        int size = 64 * MIB;
        CountDownLatch mayRead = new CountDownLatch(1);
        Handler handler = request -> {
            mayRead.await();
            long count = 0;
            try (InputStream in = request.body().stream()) {
                byte[] part = new byte[64 * KIB];
                for (int n = in.read(part); n >= 0; n = in.read(part)) count += n;
            }
            return EchoHandler.text(200, "" + count);
        };
        HttpSettings settings = new TestSettings().bodyBytes(size).build();
        try (HttpServer server = mode.start(settings, handler);
                SocketChannel channel = SocketChannel.open(server.address())) {
            channel.write(ByteBuffer.wrap(head("/", size).getBytes(ISO_8859_1)));
            channel.configureBlocking(false);
            long held = sendUntilHeldBack(channel, size);
            assertThat(held).isLessThan(MOST_THAT_BUFFERS_TAKE);

            mayRead.countDown();
            channel.configureBlocking(true);
            ByteBuffer rest = ByteBuffer.allocate((int) (size - held));
            while (rest.hasRemaining()) channel.write(rest);
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (!text(answer).endsWith("" + size) && channel.read(answer) >= 0) continue;
            assertThat(text(answer)).endsWith("" + size);
        }
    }

    private static String text(ByteBuffer written) {
        return new String(written.array(), 0, written.position(), ISO_8859_1);
    }

    /** Sends until there was no progress for a time that is long on loopback. */
    private static long sendUntilHeldBack(SocketChannel channel, int size) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(64 * KIB);
        long sent = 0;
        long lastProgress = System.nanoTime();
        while (sent < size && System.nanoTime() - lastProgress < 400_000_000) {
            part.clear().limit((int) Math.min(part.capacity(), size - sent));
            int count = channel.write(part);
            sent += count;
            if (count > 0) lastProgress = System.nanoTime();
            else Thread.onSpinWait();
        }
        return sent;
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void content_that_is_not_read_is_dropped_and_the_connection_goes_on(Mode mode) throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        Handler handler = request -> {
            if (request.method() == Method.POST) mayAnswer.await();
            return EchoHandler.text(200, request.path());
        };
        try (HttpServer server = mode.start(handler);
                Client client = Client.connect(server)) {
            client.send(head("/unread", 250 * KIB));
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendAll(client, noise(250 * KIB)));
            sending.get(10, TimeUnit.SECONDS);
            mayAnswer.countDown();

            Answer answer = client.read();
            assertThat(answer.text()).isEqualTo("/unread");
            assertThat(answer.closes()).isFalse();
            assertThat(client.get("/next").text()).isEqualTo("/next");
        }
    }

    @Test
    void a_little_rest_of_much_content_is_dropped_and_the_connection_goes_on() throws IOException {
        Handler handler = request -> {
            int size = (int) request.body().length() - KIB;
            return EchoHandler.text(200, "" + request.body().stream().readNBytes(size).length);
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client client = Client.connect(server)) {
            byte[] content = noise(MIB);
            client.send(head("/", MIB)).send(content, 0, MIB - 100);
            Answer answer = client.read();
            assertThat(answer.text()).isEqualTo("" + (MIB - KIB));
            assertThat(answer.closes()).isFalse();
            client.send(content, MIB - 100, MIB);
            client.send(head("/", MIB)).send(content);
            assertThat(client.read().text()).isEqualTo("" + (MIB - KIB));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void an_early_answer_to_large_content_is_read_before_the_connection_ends(Mode mode) throws IOException {
        try (HttpServer server = mode.start(request -> EchoHandler.text(403, "no"));
                Client client = Client.connect(server)) {
            client.send(head("/", 8 * MIB)).send(noise(2 * MIB));
            Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.closes()).isTrue();
            assertThat(client.isAtEnd()).isTrue();
            Eventually.until("no exchange is left", () -> server.exchanges() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void a_handler_is_told_when_the_client_goes_away_in_the_middle(Mode mode) throws Exception {
        for (boolean byReset : new boolean[] {false, true}) {
            CompletableFuture<Throwable> told = new CompletableFuture<>();
            CountDownLatch reading = new CountDownLatch(1);
            try (HttpServer server = mode.start(request -> {
                try (InputStream in = request.body().stream()) {
                    reading.countDown();
                    in.readAllBytes();
                    told.complete(new AssertionError("the body was whole"));
                } catch (IOException e) {
                    told.complete(e);
                }
                return Response.of(204);
            })) {
                Client client = Client.connect(server).send(head("/", 1000)).send("some");
                assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
                if (byReset) client.reset();
                else client.close();
                assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(ClientGoneException.class);
                Eventually.until("no exchange is left", () -> server.exchanges() == 0);
                Eventually.until("no connection is left", () -> server.connections() == 0);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EVENT_LOOP", "PLATFORM"})
    void a_handler_that_wants_whole_bodies_is_not_called_for_half_of_one(Mode mode) throws IOException {
        try (HttpServer server = mode.start(request -> {
            throw new AssertionError("called with " + request.body().length());
        })) {
            for (String rest : new String[] {"", "some"}) {
                Client client = Client.connect(server).send(head("/", 1000)).send(rest);
                Eventually.until("the request was begun", () -> server.exchanges() == 1);
                client.close();
                Eventually.until("no exchange is left", () -> server.exchanges() == 0);
                Eventually.until("no connection is left", () -> server.connections() == 0);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL", "VIRTUAL_ON_JDK_SCHEDULER"})
    void a_handler_that_already_answers_is_told_as_well_when_content_breaks_off(Mode mode) throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Handler echo = request -> Response.of(200).body(out -> {
            try {
                request.body().stream().transferTo(out);
            } catch (IOException e) {
                told.complete(e);
                throw e;
            }
        });
        try (HttpServer server = mode.start(echo);
                Client client = Client.connect(server)) {
            client.send(head("/", 200 * KIB)).send(noise(100 * KIB));
            assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
            client.endOutput();
            assertThat(told.get(4, TimeUnit.SECONDS)).isInstanceOf(ClientGoneException.class);
        }
    }

    /** The client's end of input must not make the server read content for which there is no room. */
    @ParameterizedTest
    @ValueSource(ints = {100 * KIB, MIB})
    void a_client_that_has_sent_all_and_closed_its_side_is_read_only_as_fast_as_the_handler_reads(int size)
            throws Exception {
        CountDownLatch mayRead = new CountDownLatch(1);
        byte[] content = noise(size);
        Handler handler = request -> {
            if (request.method() == Method.POST) mayRead.await();
            return EchoHandler.text(200, checksum(request.body().bytes()));
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client probe = Client.connect(server);
                Client client = Client.connect(server)) {
            client.send(head("/", content.length));
            CompletableFuture.runAsync(() -> sendAll(client, content)).get(10, TimeUnit.SECONDS);
            client.endOutput();
            // Each round trip of another connection takes an iteration of the loop, in which it reads all input that is
            // due.
            for (int turn = 0; turn < 100; turn++) probe.get("/");
            mayRead.countDown();
            assertThat(client.read().text()).isEqualTo(checksum(content));
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_was_held_of_a_body_is_given_back_with_its_answer(Mode mode) throws IOException {
        HttpSettings settings = new TestSettings().heldBodyBytes(MIB).build();
        byte[] content = noise(400 * KIB);
        try (HttpServer server = mode.start(settings, CHECKSUM);
                Client client = Client.connect(server)) {
            for (int i = 0; i < 10; i++) {
                client.send(head("/", content.length)).send(content);
                assertThat(client.read().text()).isEqualTo(checksum(content));
            }
        }
    }

    @Test
    void a_body_can_be_read_once_and_says_so() throws IOException {
        Handler handler = request -> {
            try (InputStream in = request.body().stream()) {
                assertThat(in.read()).isEqualTo('a');
                assertThat(in.readAllBytes()).hasSize(99);
                assertThat(in.read()).isEqualTo(-1);
                assertThat(in.read(new byte[1])).isEqualTo(-1);
            }
            assertThatThrownBy(() -> request.body().stream()).isInstanceOf(IOException.class);
            return EchoHandler.text(200, "" + request.body().length());
        };
        try (HttpServer server = Mode.VIRTUAL.start(handler);
                Client client = Client.connect(server)) {
            assertThat(client.send(chunkedHead("/"))
                            .send("64\r\na" + "b".repeat(99) + "\r\n0\r\n\r\n")
                            .read()
                            .text())
                    .isEqualTo("-1");
        }
    }

    static String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
    }

    static String chunkedHead(String path) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    }

    static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** Returns the content in chunks of growing size. */
    private static byte[] chunked(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int size = 1;
        for (int from = 0; from < content.length; size = size * 3 + 1) {
            int length = Math.min(size, content.length - from);
            out.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1));
            out.write(content, from, length);
            out.writeBytes(new byte[] {'\r', '\n'});
            from += length;
        }
        out.writeBytes("0\r\n\r\n".getBytes(ISO_8859_1));
        return out.toByteArray();
    }

    private static void sendAll(Client client, byte[] bytes) {
        try {
            client.send(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return bytes.length + ":" + Long.toHexString(crc.getValue());
    }
}
