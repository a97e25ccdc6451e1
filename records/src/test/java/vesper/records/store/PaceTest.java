package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long WAITED_LONG = SealingPace.PATIENCE.toMillis();

    @Test
    void with_half_a_processor_it_rests_as_long_as_it_worked() {
        assertThat(restAfterWork(new SealingPace(0.5, () -> true, () -> false), false, 0))
                .isGreaterThanOrEqualTo(WORK_NANOS);
    }

    @Test
    void while_processors_are_short_a_fifth_of_the_share_is_left() {
        assertThat(restAfterWork(new SealingPace(0.5, () -> true, () -> true), false, 0))
                .isGreaterThanOrEqualTo(9 * WORK_NANOS);
    }

    @Test
    void what_has_waited_for_long_gets_the_whole_share() {
        SealingPace never = new SealingPace(0.01, () -> true, () -> true);
        assertThat(restAfterWork(never, false, WAITED_LONG)).isBetween(99 * WORK_NANOS, 495 * WORK_NANOS);
    }

    @Test
    void a_moment_between_two_requests_is_no_pause() {
        AtomicBoolean busy = new AtomicBoolean(true);
        SealingPace half = new SealingPace(0.5, busy::get, () -> false);
        restAfterWork(half, false, 0);
        busy.set(false);
        assertThat(restAfterWork(half, false, 0)).isGreaterThanOrEqualTo(WORK_NANOS);
    }

    @Test
    void no_rest_outlasts_the_patience() {
        SealingPace never = new SealingPace(0.01, () -> true, () -> true);
        assertThat(restAfterWork(never, false, WAITED_LONG - 1)).isBetween(99 * WORK_NANOS, 495 * WORK_NANOS);
    }

    @Test
    void nothing_rests_while_nobody_asks_or_somebody_waits() {
        assertThat(restAfterWork(new SealingPace(0.0001, () -> false, () -> true), false, 0))
                .isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(restAfterWork(new SealingPace(0.0001, () -> true, () -> true), true, 0))
                .isLessThan(TimeUnit.SECONDS.toNanos(20));
    }

    private static long restAfterWork(SealingPace pace, boolean hurries, long waitsMillis) {
        pace.rest(true, 0);
        long until = THREADS.getCurrentThreadCpuTime() + WORK_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < until) Thread.onSpinWait();
        long before = System.nanoTime();
        pace.rest(hurries, waitsMillis);
        return System.nanoTime() - before;
    }
}
