package vesper.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LargeWritesTest {
    private static final byte[] PIECE = new byte[LargeWrites.PIECE_BYTES];

    private final LargeWrites turns = new LargeWrites(1);
    private final WriteMemory room = new WriteMemory(new Bound(20 * PIECE.length, "held"));
    private final OutputBuffer text = new OutputBuffer(new Bound(10 * PIECE.length, "bytes"), turns, room);

    @Test
    void a_large_text_takes_one_turn_and_gives_it_back_at_its_end() throws Exception {
        onVirtualThread(() -> {
            text.write(PIECE, 0, PIECE.length - 1);
            assertThat(turns.available()).isEqualTo(1);
            text.write(PIECE);
            assertThat(turns.available()).isZero();
            text.write(PIECE);
            text.releaseResources();
            return null;
        });
        assertThat(turns.available()).isEqualTo(1);
        assertThat(text.toArrayAndReset()).hasSize(3 * PIECE.length - 1);
    }

    @Test
    void who_gets_no_turn_for_a_while_goes_on_without() throws Exception {
        assertThat(turns.tryAcquire()).isTrue();
        onVirtualThread(() -> {
            text.write(PIECE);
            text.releaseResources();
            return null;
        });
        assertThat(turns.available()).isZero();
    }

    @Test
    void a_thread_of_the_platform_does_not_pause() throws Exception {
        text.write(PIECE);
        text.write(PIECE);
        assertThat(turns.available()).isEqualTo(1);
    }

    @Test
    void who_is_interrupted_while_it_waits_is_told() throws Exception {
        turns.tryAcquire();
        onVirtualThread(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> text.write(PIECE)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            return null;
        });
    }

    @Test
    void a_text_that_becomes_too_large_or_cannot_be_written_gives_its_turn_back() throws Exception {
        LargeWrites few = new LargeWrites(1);
        Codec codec = new Codec(
                false,
                new TextBounds(
                        new Bound(1_000, "tokens"),
                        new Bound(4 * PIECE.length, "bytes"),
                        new Bound(8 * PIECE.length, "held")),
                few,
                room);
        Map<String, Object> fails = Map.of("large", "x".repeat(3 * PIECE.length), "small", new Object() {
            @SuppressWarnings("unused")
            public int getFault() {
                throw new IllegalStateException("on purpose");
            }
        });
        onVirtualThread(() -> {
            for (MediaFormat format : MediaFormat.values()) {
                assertThatThrownBy(() -> codec.write(format, "x".repeat(5 * PIECE.length)))
                        .isInstanceOf(TextTooLargeException.class);
                assertThat(few.available()).isEqualTo(1);
                assertThatThrownBy(() -> codec.write(format, fails)).isInstanceOf(UnwritableValueException.class);
                assertThat(few.available()).isEqualTo(1);
            }
            return null;
        });
    }

    private static void onVirtualThread(Callable<?> task) throws Exception {
        FutureTask<?> done = new FutureTask<>(task);
        Thread.ofVirtual().start(done);
        done.get(20, TimeUnit.SECONDS);
    }
}
