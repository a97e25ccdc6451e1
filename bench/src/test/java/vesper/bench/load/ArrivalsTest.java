package vesper.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ArrivalsTest {
    private static double[] gaps(Arrivals arrivals, int count) {
        Arrivals.DueTimes times = arrivals.times(Share.ALL);
        double[] gaps = new double[count];
        double before = times.next();
        for (int i = 0; i < count; i++) {
            times.advance();
            gaps[i] = times.next() - before;
            before = times.next();
        }
        return gaps;
    }

    @Test
    void constant_ones_are_as_far_apart_as_the_rate_says_and_the_first_is_due_at_once() {
        Arrivals arrivals = Arrivals.constant(4);
        assertThat(arrivals.times(Share.ALL).next()).isZero();
        for (double gap : gaps(arrivals, 100)) assertThat(gap).isEqualTo(250_000_000, within(1e-3));
    }

    @Test
    void drawn_ones_have_the_mean_and_the_scatter_of_an_exponential_distribution() {
        double[] gaps = gaps(Arrivals.poisson(1000, 7), 200_000);
        double mean = 0;
        for (double gap : gaps) mean += gap / gaps.length;
        double squares = 0;
        int longerThanMean = 0;
        for (double gap : gaps) {
            squares += (gap - mean) * (gap - mean) / gaps.length;
            if (gap > mean) longerThanMean++;
        }
        assertThat(mean).isEqualTo(1_000_000, within(10_000.0));
        assertThat(Math.sqrt(squares) / mean).isEqualTo(1, within(0.02));
        assertThat((double) longerThanMean / gaps.length).isEqualTo(Math.exp(-1), within(0.01));
    }

    @Test
    void what_is_drawn_is_the_same_for_the_same_seed() {
        assertThat(gaps(Arrivals.poisson(10, 1), 10)).isEqualTo(gaps(Arrivals.poisson(10, 1), 10));
        assertThat(gaps(Arrivals.poisson(10, 1), 10)).isNotEqualTo(gaps(Arrivals.poisson(10, 2), 10));
    }

    @Test
    void a_rate_that_cannot_be_is_refused() {
        for (double rate : new double[] {0, -1, Double.NaN, 1e8}) {
            assertThatThrownBy(() -> Arrivals.constant(rate)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
