package vesper.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutputBufferTest {
    private static final int PIECE = OutputBuffer.PIECE_BYTES;
    private static final Bound MOST = new Bound(100L * PIECE, "most");

    private final WriteMemory room = new WriteMemory(new Bound(20L * PIECE, "held"));
    private final OutputBuffer text = new OutputBuffer(MOST, new LargeWrites(1), room);

    @Test
    void a_text_is_what_was_written_however_it_came() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int texts = 0; texts < 200; texts++) {
            byte[] whole = new byte[random.nextInt(5 * PIECE)];
            random.nextBytes(whole);
            int done = 0;
            while (done < whole.length) {
                int count = Math.min(whole.length - done, random.nextInt(random.nextBoolean() ? 9_000 : 2 * PIECE));
                text.write(whole, done, count);
                done += count;
            }
            byte[] taken = text.toArrayAndReset();
            text.releaseResources();
            assertThat(Arrays.equals(taken, whole))
                    .as("seed %d, text %d", seed, texts)
                    .isTrue();
        }
        assertThat(room.reservedBytes()).isZero();
    }

    @Test
    void a_small_text_takes_no_room() throws IOException {
        text.write(new byte[PIECE / 2]);
        text.write(new byte[PIECE / 2]);
        assertThat(room.reservedBytes()).isZero();
        text.write(1);
        assertThat(room.reservedBytes()).isEqualTo(4L * PIECE);
        text.toArrayAndReset();
        text.releaseResources();
        assertThat(room.reservedBytes()).isZero();
    }

    @Test
    void a_large_text_takes_room_for_its_pieces_and_for_the_whole_until_it_has_ended() throws IOException {
        text.write(new byte[10 * PIECE]);
        assertThat(room.reservedBytes()).isEqualTo(20L * PIECE);
        text.toArrayAndReset();
        assertThat(room.reservedBytes()).isEqualTo(20L * PIECE);
        text.releaseResources();
        assertThat(room.reservedBytes()).isZero();
    }

    @Test
    void the_largest_text_that_may_be_written_has_room_for_itself_and_a_larger_one_is_too_large() throws IOException {
        int most = 10 * PIECE - 7;
        OutputBuffer alone = new OutputBuffer(new Bound(most, "most"), new LargeWrites(1), room);
        for (int i = 0; i < 10; i++) alone.write(new byte[PIECE - 1]);
        alone.write(new byte[3]);
        assertThat(room.reservedBytes()).isEqualTo(2L * most);
        assertThatThrownBy(() -> alone.write(1)).isInstanceOf(TextTooLargeException.class);
        alone.releaseResources();
        assertThat(room.reservedBytes()).isZero();
    }

    @Test
    void a_text_without_room_beside_another_is_refused_and_gives_back_what_it_had() throws IOException {
        text.write(new byte[6 * PIECE]);
        OutputBuffer other = new OutputBuffer(MOST, new LargeWrites(1), room);
        assertThatThrownBy(() -> other.write(new byte[6 * PIECE]))
                .isInstanceOf(WriteMemoryExhaustedException.class)
                .hasMessage("the texts that are being written would together exceed " + 20 * PIECE + " bytes (held)");
        other.releaseResources();
        assertThat(room.reservedBytes()).isEqualTo(12L * PIECE);
        text.releaseResources();
        assertThat(room.reservedBytes()).isZero();
    }

    @Test
    void codecs_made_of_one_share_its_room_and_leave_nothing_taken() throws IOException {
        WriteMemory shared = new WriteMemory(new Bound(8L * PIECE, "held"));
        TextBounds bounds = new TextBounds(new Bound(1_000, "tokens"), MOST, new Bound(1, "not asked"));
        Codec codec = new Codec(false, bounds, new LargeWrites(1), shared);
        String large = "x".repeat(3 * PIECE);
        Map<String, Object> fails = Map.of("large", large, "small", new Object() {
            @SuppressWarnings("unused")
            public int getFault() {
                throw new IllegalStateException("on purpose");
            }
        });
        shared.reserve(PIECE);
        for (MediaFormat format : MediaFormat.values()) {
            for (Codec one : new Codec[] {codec, codec.unindented(), codec.forOtherClasses()}) {
                assertThatThrownBy(() -> one.write(format, large)).isInstanceOf(WriteMemoryExhaustedException.class);
                assertThatThrownBy(() -> one.write(format, fails)).isInstanceOf(RuntimeException.class);
                assertThat(one.write(format, "x".repeat(PIECE / 2))).hasSizeGreaterThan(PIECE / 2);
                assertThat(shared.reservedBytes()).isEqualTo(PIECE);
            }
        }
        shared.release(PIECE);
        assertThat(codec.write(MediaFormat.JSON, large)).hasSize(large.length() + 2);
        assertThat(shared.reservedBytes()).isZero();
    }
}
