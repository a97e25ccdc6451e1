package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ControlledDelayTest {
    private static final long MILLI = 1_000_000;
    private static final long TARGET = 20 * MILLI;

    private final ControlledDelay delay = new ControlledDelay(TARGET);
    private long now = Long.MAX_VALUE - 150 * MILLI;

    /** Returns whether requests are checked once they have waited longer than the target. */
    private boolean isOverloaded() {
        return delay.thresholdNanos() == TARGET;
    }

    @Test
    void a_burst_that_is_over_in_one_turn_is_only_late() {
        delay.startTurn(now);
        for (int waitedMillis = 0; waitedMillis < 400; waitedMillis += 2) {
            assertThat(isRefused(waitedMillis)).isFalse();
            passMillis(2);
        }
        delay.startTurn(now);
        assertThat(isOverloaded()).isFalse();
    }

    @Test
    void who_waits_too_long_in_every_turn_of_a_tenth_of_a_second_is_refused() {
        assertThat(turnWithWait(110)).isFalse();
        passMillis(60);
        assertThat(turnWithWait(110)).isFalse();
        passMillis(60);
        assertThat(turnWithWait(110)).isTrue();
    }

    @Test
    void a_turn_in_which_nobody_was_late_begins_the_count_anew() {
        for (int i = 0; i < 100; i++) {
            assertThat(turnWithWait(i % 2 == 0 ? 110 : 90)).isFalse();
            passMillis(60);
        }
    }

    @Test
    void a_wait_of_25_targets_is_too_long_at_once() {
        assertThat(turnWithWait(501)).isTrue();
    }

    @Test
    void once_there_is_too_much_to_do_the_target_itself_holds() {
        overload();
        assertThat(turnWithWait(21)).isTrue();
        assertThat(turnWithWait(20)).isFalse();
        assertThat(isOverloaded()).isTrue();
    }

    @Test
    void it_is_over_when_nobody_was_late_for_a_tenth_of_a_second() {
        overload();
        for (int i = 0; i < 10; i++) {
            assertThat(isOverloaded()).isTrue();
            passMillis(10);
            turnWithWait(15);
        }
        assertThat(turnWithWait(90)).isFalse();
    }

    @Test
    void it_is_over_too_when_nobody_comes_any_more() {
        overload();
        passMillis(100);
        delay.endIfCalm(now);
        assertThat(turnWithWait(90)).isFalse();
    }

    @Test
    void it_is_not_over_before() {
        overload();
        passMillis(99);
        delay.endIfCalm(now);
        assertThat(turnWithWait(21)).isTrue();
    }

    @Test
    void within_a_second_two_turns_of_late_requests_begin_it_again() {
        overload();
        passMillis(900);
        delay.endIfCalm(now);
        assertThat(turnWithWait(21)).isFalse();
        passMillis(5);
        assertThat(turnWithWait(21)).isTrue();
    }

    @Test
    void a_second_later_all_is_as_it_was() {
        overload();
        passMillis(1000);
        delay.endIfCalm(now);
        assertThat(isOverloaded()).isFalse();
        assertThat(turnWithWait(101)).isFalse();
        passMillis(5);
        assertThat(turnWithWait(101)).isFalse();
    }

    private void overload() {
        turnWithWait(501);
        assertThat(isOverloaded()).isTrue();
    }

    private boolean turnWithWait(long waitedMillis) {
        delay.startTurn(now);
        return isRefused(waitedMillis);
    }

    private boolean isRefused(long waitedMillis) {
        long waited = waitedMillis * MILLI;
        return waited > delay.thresholdNanos() && delay.isTooLate(now, waited);
    }

    private void passMillis(long millis) {
        now += millis * MILLI;
    }
}
