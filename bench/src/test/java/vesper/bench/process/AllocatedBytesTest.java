package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AllocatedBytesTest {
    @Test
    void what_threads_allocated_meanwhile_is_the_sum_of_their_differences() {
        assertThat(allocated("1 500B", "2 920K").since(allocated("1 100B", "2 10K")))
                .hasValue(400 + (910 << 10));
        assertThat(allocated("1 300M").since(allocated("1 100M"))).hasValue(200L << 20);
    }

    @Test
    void what_is_cut_off_is_expected_to_be_half_a_unit() {
        assertThat(allocated("1 30M").since(allocated("1 9216K")))
                .hasValue((30L << 20) - (9216L << 10) + ((1 << 20) - (1 << 10)) / 2);
    }

    @Test
    void a_thread_that_is_new_has_allocated_all_of_its_own_meanwhile() {
        assertThat(allocated("1 5000K", "2 3000K").since(allocated("1 5000K"))).hasValue((3000L << 10) + 512);
        // A thread without allocations, such as those of the compiler, may end.
        assertThat(allocated("1 5000K").since(allocated("1 4000K", "2 0B"))).hasValue(1000L << 10);
    }

    @Test
    void
            what_a_thread_had_allocated_when_it_ended_is_not_known_and_nothing_negative_or_nothing_at_all_is_told_instead() {
        assertThat(allocated("1 5000K").since(allocated("1 4000K", "2 9M"))).isEmpty();
        assertThat(allocated("1 5000K", "3 70M").since(allocated("1 4000K", "2 9M")))
                .isEmpty();
    }

    @Test
    void nothing_is_told_where_the_units_are_too_coarse_for_so_little() {
        // Two seconds of a busy server, in units of 1 GiB.
        assertThat(allocated("1 12G").since(allocated("1 12G"))).isEmpty();
        assertThat(allocated("1 13G").since(allocated("1 12G"))).isEmpty();
        assertThat(allocated("1 112G").since(allocated("1 12G"))).hasValue(100L << 30);
        // Many threads, whose units of 1 MiB add up.
        assertThat(many(40, 11).since(many(40, 10))).isEmpty();
        assertThat(many(40, 12).since(many(40, 10))).hasValue(40L * 2 << 20);
    }

    private static AllocatedBytes many(int threads, int mebibytes) {
        return allocated(Stream.iterate(1, id -> id + 1)
                .limit(threads)
                .map(id -> id + " " + mebibytes + "M")
                .toArray(String[]::new));
    }

    /** @param threads id of each thread, and its allocation in the format of jcmd */
    private static AllocatedBytes allocated(String... threads) {
        return AllocatedBytes.of(ThreadUse.in(Stream.of(threads)
                .map(thread -> thread.split(" ", -1))
                .map(parts -> "\"http-" + parts[0] + "\" #" + parts[0]
                        + " [7] prio=5 os_prio=0 cpu=1.00ms elapsed=9.10s allocated=" + parts[1]
                        + " defined_classes=0 tid=0x1 nid=7 runnable")
                .collect(Collectors.joining("\n"))));
    }
}
