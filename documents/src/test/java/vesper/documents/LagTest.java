package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LagTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
    private final Lag lag = new Lag(nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void a_copy_that_never_was_current_is_catching_up() {
        assertThat(lag.time()).isEmpty();
        assertThat(lag.isCatchingUp(0)).isTrue();
        lag.markCurrent(nanos.get());
        assertThat(lag.time()).contains(Duration.ZERO);
        assertThat(lag.isCatchingUp(0)).isFalse();
    }

    @Test
    void one_that_was_away_for_long_is_catching_up_as_soon_as_the_log_says_that_there_is_more() {
        lag.markCurrent(nanos.get());
        lag.markAnswered(10, nanos.get());
        pass(Lag.LONG.plusSeconds(1));
        assertThat(lag.isCatchingUp(5)).isFalse();

        lag.markAnswered(20, nanos.get());
        assertThat(lag.isCatchingUp(5)).isTrue();
        assertThat(lag.isCatchingUp(20)).isFalse();
        pass(Duration.ofSeconds(2));
        lag.markCurrent(nanos.get());
        assertThat(lag.isCatchingUp(19)).isFalse();
    }

    @Test
    void one_whose_log_does_not_answer_is_as_good_as_it_can_be() {
        lag.markCurrent(nanos.get());
        lag.markAnswered(20, nanos.get());
        pass(Lag.LONG.plus(Lag.SILENT));
        assertThat(lag.isCatchingUp(5)).isFalse();
        assertThat(lag.time()).contains(Lag.LONG.plus(Lag.SILENT));
    }

    @Test
    void one_that_was_away_for_a_moment_is_not_catching_up() {
        lag.markCurrent(nanos.get());
        pass(Duration.ofSeconds(10));
        lag.markAnswered(20, nanos.get());
        assertThat(lag.isCatchingUp(5)).isFalse();
    }

    @Test
    void it_is_current_as_of_the_newest_end_that_it_was_told() {
        lag.markAnswered(10, nanos.get());
        pass(Duration.ofSeconds(1));
        lag.markAnswered(20, nanos.get());
        pass(Duration.ofSeconds(1));
        lag.markDelivered(9);
        assertThat(lag.time()).isEmpty();
        lag.markDelivered(15);
        assertThat(lag.time()).contains(Duration.ofSeconds(2));
        lag.markDelivered(20);
        assertThat(lag.time()).contains(Duration.ofSeconds(1));
    }

    @Test
    void however_often_a_log_says_where_it_ends_while_it_tells_nothing_the_last_counts_when_it_does() {
        for (int i = 1; i <= 1000; i++) {
            lag.markAnswered(i, nanos.get());
            pass(Duration.ofSeconds(1));
        }
        lag.markDelivered(1);
        assertThat(lag.time()).contains(Duration.ofSeconds(1000));
        lag.markDelivered(999);
        assertThat(lag.time().orElseThrow()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(1000));
        lag.markDelivered(1000);
        assertThat(lag.time()).contains(Duration.ofSeconds(1));
    }
}
