package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitingLinesTest {
    private final WaitingLines lines = new WaitingLines();

    @Test
    void long_lines_wait_alone() throws Exception {
        assertThat(lines.offer(new byte[10 << 20], 0)).isTrue();
        assertThat(lines.offer(new byte[1], 1)).isFalse();
        assertThat(lines.take()).hasSize(10 << 20);
        assertThat(lines.offer(new byte[200 << 10], 0)).isTrue();
        assertThat(lines.offer(new byte[57 << 10], 1)).isFalse();
        assertThat(lines.offer(new byte[56 << 10], 0)).isTrue();
    }

    @Test
    void no_more_than_64_lines_wait() throws Exception {
        for (int i = 0; i < 64; i++) assertThat(lines.offer(new byte[1], 0)).isTrue();
        assertThat(lines.offer(new byte[1], 1)).isFalse();
    }

    @Test
    void what_was_found_is_taken_before_the_end() throws Exception {
        lines.offer(new byte[3], 0);
        lines.end("too slow");
        assertThat(lines.take()).hasSize(3);
        assertThat(lines.take()).isNull();
        assertThat(lines.reason()).isEqualTo("too slow");
    }

    @Test
    void whoever_waits_for_room_is_woken_when_nobody_takes_any_more() throws Exception {
        lines.offer(new byte[300 << 10], 0);
        Thread left = Thread.startVirtualThread(lines::markReaderGone);
        assertThat(lines.offer(new byte[300 << 10], 30_000)).isTrue();
        left.join();
        assertThat(lines.isLeft()).isTrue();
    }
}
