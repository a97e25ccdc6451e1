package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopCountTest {
    private static final double LITTLE_IDLE = 0.1;
    private static final double MUCH_IDLE = 1.5;

    private final LoopCount two = new LoopCount(2, 2);
    private long now = 1;

    @Test
    void while_processors_are_free_all_loops_serve() {
        assertThat(after(60, two, quick(0.3, MUCH_IDLE))).isEqualTo(2);
    }

    @Test
    void where_processors_are_short_one_loop_serves_that_can_carry_all() {
        assertThat(after(60, two, quick(0.85, LITTLE_IDLE))).isEqualTo(1);
    }

    @Test
    void a_moment_without_free_processors_changes_nothing() {
        assertThat(after(0.5, two, quick(0.85, LITTLE_IDLE))).isEqualTo(2);
        after(0.25, two, quick(0.85, MUCH_IDLE));
        assertThat(after(0.5, two, quick(0.85, LITTLE_IDLE))).isEqualTo(2);
    }

    @Test
    void what_one_loop_cannot_carry_stays_with_two() {
        assertThat(after(60, two, quick(1.3, LITTLE_IDLE))).isEqualTo(2);
    }

    @Test
    void handlers_that_compute_or_wait_have_all_loops() {
        assertThat(after(60, two, slow(0.85, LITTLE_IDLE))).isEqualTo(2);
    }

    @Test
    void one_loop_goes_on_alone_while_it_has_no_time_left_and_nobody_else_has() {
        after(60, two, quick(0.85, LITTLE_IDLE));
        assertThat(after(600, two, quick(1.0, 0.05))).isEqualTo(1);
    }

    @Test
    void all_serve_again_at_once_when_processors_become_free() {
        after(60, two, quick(0.85, LITTLE_IDLE));
        assertThat(after(0.25, two, quick(0.5, MUCH_IDLE))).isEqualTo(2);
    }

    @Test
    void a_load_that_comes_again_finds_one_loop_soon_however_often_it_went() {
        for (int times = 0; times < 10; times++) {
            assertThat(after(1, two, quick(0.85, LITTLE_IDLE))).isEqualTo(1);
            assertThat(after(1, two, quick(0.1, MUCH_IDLE))).isEqualTo(2);
        }
    }

    @Test
    void one_loop_that_needs_less_than_two_did_is_no_reason_for_two() {
        after(60, two, quick(0.85, 0.5));
        assertThat(after(60, two, quick(0.7, 0.7))).isEqualTo(1);
    }

    @Test
    void all_serve_again_at_once_when_a_handler_is_slow() {
        after(60, two, quick(0.85, LITTLE_IDLE));
        assertThat(after(0.25, two, slow(0.85, LITTLE_IDLE))).isEqualTo(2);
    }

    @Test
    void a_loop_that_has_no_time_left_gets_help_when_a_third_of_a_processor_is_free() {
        after(60, two, quick(0.85, LITTLE_IDLE));
        assertThat(after(0.25, two, quick(0.7, 0.35))).as("it has time left").isEqualTo(1);
        assertThat(after(0.25, two, quick(0.97, 0.35))).isEqualTo(2);
    }

    @Test
    void what_did_not_last_is_tried_again_ever_more_rarely() {
        int changes = 0;
        int count = 2;
        for (int looks = 0; looks < 4 * 600; looks++) {
            // Gathered on one loop, the load is always higher than it seemed.
            LoopCount.LoopMeasurement measured = count == 2 ? quick(0.9, 0.5) : quick(0.99, 0.5);
            int next = after(0.25, two, measured);
            if (next != count) changes++;
            count = next;
        }
        assertThat(changes).as("in ten minutes").isBetween(6, 14);
    }

    @Test
    void what_one_load_could_not_have_another_may_after_a_pause() {
        after(1, two, quick(1.0, 0.5));
        assertThat(after(1, two, quick(0.99, 0.5))).as("one loop is too few").isEqualTo(2);
        assertThat(after(5, two, quick(0.85, 0.4))).as("tried again later").isEqualTo(2);
        after(0.25, two, quick(0.1, MUCH_IDLE));
        assertThat(after(1, two, quick(0.85, 0.4))).isEqualTo(1);
    }

    @Test
    void of_many_loops_as_few_serve_as_carry_the_load() {
        LoopCount sixteen = new LoopCount(16, 16);
        assertThat(after(60, sixteen, quick(4.5, 1))).isEqualTo(5);
        assertThat(after(1, sixteen, quick(4.5, 8))).isEqualTo(16);
    }

    private int after(double seconds, LoopCount counting, LoopCount.LoopMeasurement measured) {
        int count = 0;
        for (double passed = 0; passed < seconds; passed += 0.25) {
            now += TimeUnit.MILLISECONDS.toNanos(250);
            count = counting.next(measured, now);
        }
        return count;
    }

    private static LoopCount.LoopMeasurement quick(double all, double idle) {
        return new LoopCount.LoopMeasurement(all, Math.min(1, all), idle, true);
    }

    private static LoopCount.LoopMeasurement slow(double all, double idle) {
        return new LoopCount.LoopMeasurement(all, Math.min(1, all), idle, false);
    }
}
