package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CpuTimeTest {
    private static final String FIELDS = " S 1 4242 4242 0 -1 4194304 100 0 0 0 1234 567 8 9 20 0 12 0 100 1 1";

    @Test
    void user_and_system_time_are_read_apart() {
        assertThat(CpuTime.parse("4242 (java)" + FIELDS)).isEqualTo(new CpuTime(18_010_000, 12_340_000, 5_670_000));
    }

    @Test
    void that_of_ended_children_stands_behind() throws Exception {
        assertThat(CpuTime.parse("4242 (java)" + FIELDS, 13, 14)).isEqualTo(new CpuTime(170_000, 80_000, 90_000));
        long before = ownEndedChildren();
        Process busy = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").start();
        assertThat(busy.waitFor()).isZero();
        assertThat(ownEndedChildren()).isGreaterThan(before);
    }

    private static long ownEndedChildren() throws IOException {
        return CpuTime.ofEndedChildren(ProcessHandle.current().pid()).totalMicros();
    }

    @Test
    void a_name_may_hold_blanks_and_parentheses() {
        for (String name : new String[] {"a b", "tricky) S 1 2 3 (", ")", "(()", ""}) {
            assertThat(CpuTime.parse("4242 (" + name + ")" + FIELDS).totalMicros())
                    .isEqualTo(18_010_000);
        }
    }

    @Test
    void text_that_is_no_stat_line_is_refused() {
        assertThatThrownBy(() -> CpuTime.parse("4242 java")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CpuTime.parse("4242 (java) S 1 2")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void this_very_process_has_used_some() throws Exception {
        assertThat(CpuTime.of(ProcessHandle.current().pid()).totalMicros()).isPositive();
        assertThat(ResidentMemory.of(ProcessHandle.current().pid()).mebibytes()).isGreaterThan(1);
    }

    @Test
    void the_total_is_told_more_finely_than_in_ticks() throws Exception {
        long pid = ProcessHandle.current().pid();
        long before = CpuTime.of(pid).totalMicros();
        long now = before;
        while (now == before) now = CpuTime.of(pid).totalMicros();
        assertThat(now - before).isLessThan(10_000);
        CpuTime all = CpuTime.of(pid);
        assertThat(all.totalMicros() - all.userMicros() - all.systemMicros()).isNotNegative();
    }

    @Test
    void a_process_that_is_not_there_has_none() {
        assertThatThrownBy(() -> CpuTime.of(Integer.MAX_VALUE)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void resident_memory_is_read_from_the_status() {
        assertThat(ResidentMemory.parse("Name:\tjava\nVmRSS:\t  2048 kB\nThreads:\t3\n")
                        .mebibytes())
                .isEqualTo(2);
        assertThat(ResidentMemory.parse("Name:\tjava\nState:\tZ (zombie)\n").bytes())
                .isZero();
    }
}
