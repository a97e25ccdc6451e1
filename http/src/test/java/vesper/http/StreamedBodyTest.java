package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class StreamedBodyTest {
    private static final int BUDGET = 100_000;

    private final HeldBytes budget = new HeldBytes(BUDGET);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger drained = new AtomicInteger();
    private final StreamedBody body = new StreamedBody(-1, budget, begun::incrementAndGet, drained::incrementAndGet);

    @Test
    void content_that_came_is_read_and_then_the_end() throws IOException {
        give("hello ");
        give("world");
        body.finished();
        assertThat(begun).hasValue(0);
        assertThat(new String(body.bytes(), ISO_8859_1)).isEqualTo("hello world");
        assertThat(begun).hasValue(1);
    }

    @Test
    void content_that_came_before_a_failure_is_read_first() throws IOException {
        give("ab");
        body.failed(StreamedBody.cutOff());
        try (var in = body.stream()) {
            assertThat(in.read()).isEqualTo('a');
            assertThat(in.read()).isEqualTo('b');
            assertThatThrownBy(in::read).isInstanceOf(ClientGoneException.class);
            assertThatThrownBy(in::read).isInstanceOf(ClientGoneException.class);
        }
    }

    @Test
    void a_whole_body_stays_whole_when_the_client_goes_away_afterwards() throws IOException {
        give("hello");
        body.finished();
        body.failed(StreamedBody.cutOff());
        assertThat(new String(body.bytes(), ISO_8859_1)).isEqualTo("hello");
    }

    @Test
    void the_connection_is_told_once_when_a_full_body_has_room_again() throws IOException {
        for (int i = 0; i < 16; i++) body.content(new byte[4096], 0, 4096);
        assertThat(body.isFull()).isTrue();
        body.finished();
        try (var in = body.stream()) {
            byte[] part = new byte[4096];
            for (int i = 0; i < 8; i++) assertThat(in.read(part)).isEqualTo(4096);
            assertThat(drained).hasValue(0);
            assertThat(in.readAllBytes()).hasSize(8 * 4096);
            assertThat(drained).hasValue(1);
        }
    }

    @Test
    void what_is_held_whole_counts_until_it_is_released() throws IOException {
        give("x".repeat(60_000));
        body.finished();
        assertThat(body.bytes()).hasSize(60_000);
        assertThat(budget.take(BUDGET - 60_000 + 1)).isFalse();
        body.release();
        assertThat(budget.take(BUDGET)).isTrue();
    }

    @Test
    void a_body_beyond_the_budget_is_refused_and_gives_back_what_it_took() {
        give("x".repeat(60_000));
        give("x".repeat(60_000));
        body.finished();
        assertThatThrownBy(body::bytes).isInstanceOf(RefusedException.class).hasMessageStartingWith("503");
        body.release();
        assertThat(budget.take(BUDGET)).isTrue();
    }

    @Test
    void what_is_read_after_the_exchange_is_over_is_given_back_as_well() throws IOException {
        give("x".repeat(60_000));
        body.finished();
        body.release();
        assertThat(body.bytes()).hasSize(60_000);
        assertThat(budget.take(BUDGET)).isTrue();
    }

    @Test
    void who_reads_when_the_exchange_is_over_is_told() throws Exception {
        give("ab");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                InputStream in = body.stream()) {
            assertThat(in.readNBytes(2)).hasSize(2);
            Future<Integer> rest = threads.submit(() -> in.read());
            body.release();
            assertThatThrownBy(() -> rest.get(20, TimeUnit.SECONDS)).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void chunks_of_a_byte_fill_it_with_what_they_cost() {
        int chunks = 0;
        for (; !body.isFull(); chunks++) body.content(new byte[1], 0, 1);
        assertThat(chunks).isLessThan(1100);
    }

    private void give(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        body.content(bytes, 0, bytes.length);
    }
}
