package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SpreadTest {
    @Test
    void the_median_of_an_odd_number_is_the_one_in_the_middle() {
        assertThat(Spread.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new Spread(1, 5, 9, 3));
    }

    @Test
    void the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0)).median()).isEqualTo(3);
    }

    @Test
    void what_is_not_a_number_is_left_out() {
        assertThat(Spread.of(List.of(Double.NaN, 2.0, Double.POSITIVE_INFINITY)))
                .isEqualTo(new Spread(2, 2, 2, 1));
        assertThat(Spread.of(List.of()).isMeasured()).isFalse();
    }
}
