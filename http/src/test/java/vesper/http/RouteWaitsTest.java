package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * A simulated database that answers one request after the other, in steps of a millisecond, and the handlers that wait
 * for it.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RouteWaitsTest {
    private static final long MILLI = 1_000_000;
    private static final int ROUND_MILLIS = 250;

    private final RouteWaits waits = new RouteWaits();
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private long nowMillis;
    private double demand;
    private double supply;
    private long refused;
    private long served;

    @Test
    void as_many_wait_as_come_while_they_end_as_fast_as_they_begin() {
        seconds(60, 0.8, 1, 5);

        assertThat(refused).isZero();
        assertThat(waits.isLimited()).isFalse();
    }

    @Test
    void twice_what_is_possible_is_limited_within_a_second_and_all_that_is_possible_is_done() {
        seconds(5, 0.8, 1, 5);
        seconds(1, 2, 1, 5);
        assertThat(waits.isLimited()).isTrue();

        served = 0;
        refused = 0;
        seconds(60, 2, 1, 5);

        assertThat(served).isGreaterThan(59_000);
        assertThat(refused).isBetween(59_000L, 61_000L);
        assertThat(waiting).hasSizeLessThanOrEqualTo(2 * RouteWaits.FLOOR);
    }

    @Test
    void the_limit_falls_away_when_less_is_asked() {
        seconds(5, 0.8, 1, 5);
        seconds(10, 2, 1, 5);
        seconds(3, 0.5, 1, 5);
        refused = 0;

        seconds(2, 0.5, 1, 5);

        assertThat(waits.isLimited()).isFalse();
        assertThat(refused).isZero();
    }

    @Test
    void the_limit_grows_when_more_becomes_possible() {
        seconds(5, 8, 10, 10);
        seconds(10, 2, 1, 10);
        assertThat(waits.isLimited()).isTrue();

        served = 0;
        seconds(10, 8, 10, 10);

        // The floor alone would let 64,000 through, each of which takes 10 ms.
        assertThat(served).isGreaterThan(75_000);
    }

    @Test
    void a_database_that_answers_nobody_is_waited_for_by_few() {
        seconds(5, 0.8, 1, 5);
        seconds(2, 0.8, 0, 5);

        assertThat(waits.isLimited()).isTrue();
        refused = 0;
        seconds(10, 0.8, 0, 5);
        assertThat(refused).isEqualTo(8_000);
    }

    @Test
    void thousands_who_wait_for_news_are_not_refused_when_there_is_none_for_long() {
        for (int i = 0; i < 5_000; i++) begin();
        for (int second = 0; second < 120; second++) {
            int newsPerRound = second < 30 ? 500 : 40;
            for (int round = 0; round < 4; round++) {
                nowMillis += ROUND_MILLIS;
                for (int i = 0; i < newsPerRound; i++) {
                    end();
                    begin();
                }
                waits.round(ROUND_MILLIS * MILLI);
            }
        }
        assertThat(refused).isZero();
        assertThat(waits.isLimited()).isFalse();
    }

    /**
     * Simulates some seconds.
     *
     * @param askedPerMilli requests that arrive per millisecond
     * @param answeredPerMilli requests that can be answered per millisecond
     * @param leastMillis shortest duration of a request
     */
    private void seconds(int seconds, double askedPerMilli, double answeredPerMilli, long leastMillis) {
        for (int i = 0; i < seconds * 1000; i++) {
            nowMillis++;
            for (demand += askedPerMilli; demand >= 1; demand--) ask();
            supply = Math.min(supply + answeredPerMilli, 2 * answeredPerMilli + 1);
            while (supply >= 1 && !waiting.isEmpty() && nowMillis - waiting.peek() >= leastMillis) {
                supply--;
                end();
            }
            if (nowMillis % ROUND_MILLIS == 0) waits.round(ROUND_MILLIS * MILLI);
        }
    }

    private void ask() {
        if (!waits.isFull()) {
            begin();
            return;
        }
        waits.refusedOne();
        refused++;
    }

    private void begin() {
        waits.began();
        waiting.add(nowMillis);
    }

    private void end() {
        waits.ended((nowMillis - waiting.remove()) * MILLI);
        served++;
    }
}
