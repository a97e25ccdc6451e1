package vesper.rest.bodies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.RefusedException;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ParsedValueMemoryTest {
    private static final int ALL_KIB = 1 << 10;
    private static final byte[] HALF = objects(ALL_KIB << 9);
    private static final byte[] WHOLE = objects(ALL_KIB << 11);

    private final ParsedValueMemory room = new ParsedValueMemory(ALL_KIB << 10);

    @Test
    void what_objects_become_is_many_times_their_text_and_a_long_text_is_about_itself() {
        String member = "{\"id\":12345,\"name\":\"abc def\",\"tags\":[\"x\",\"y\"]},";
        byte[] objects = member.repeat(1_000).getBytes(UTF_8);
        assertThat(ParsedValueMemory.bytesOf(objects)).isBetween(10L * objects.length, 20L * objects.length);
        byte[] text = ("\"" + "x".repeat(100_000) + "\"").getBytes(UTF_8);
        assertThat(ParsedValueMemory.bytesOf(text)).isLessThan(101_000);
    }

    @Test
    void a_small_text_takes_nothing() throws Exception {
        assertThat(room.reserve(new byte[1_000])).isEmpty();
        assertThat(room.freeKib()).isEqualTo(ALL_KIB);
    }

    @Test
    void a_text_without_room_beside_others_is_refused_and_has_it_once_they_are_gone() throws Exception {
        Runnable first = room.reserve(HALF).orElseThrow();
        assertThatThrownBy(() -> room.reserve(WHOLE))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().status()).isEqualTo(503));
        first.run();
        Runnable second = room.reserve(WHOLE).orElseThrow();
        assertThat(room.freeKib()).isZero();
        second.run();
        assertThat(room.freeKib()).isEqualTo(ALL_KIB);
    }

    @Test
    void a_virtual_thread_waits_for_room_for_a_while() throws Exception {
        Runnable first = room.reserve(WHOLE).orElseThrow();
        CompletableFuture<Throwable> inVain = onVirtualThread();
        assertThat(inVain.get(20, TimeUnit.SECONDS)).isInstanceOf(RefusedException.class);
        CompletableFuture<Throwable> waiting = onVirtualThread();
        first.run();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isNull();
    }

    private CompletableFuture<Throwable> onVirtualThread() {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> outcome.complete(catchThrowable(() -> room.reserve(HALF))));
        return outcome;
    }

    /** Returns an array of objects that becomes at least this large when parsed. */
    private static byte[] objects(int bytes) {
        return ("[" + "{},".repeat(bytes / 84 + 1) + "{}]").getBytes(UTF_8);
    }
}
