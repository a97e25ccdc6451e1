package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SteadinessTest {
    private final Steadiness steadiness = new Steadiness(0.05);

    @Test
    void fewer_than_eight_windows_say_nothing() {
        assertThat(steadiness.isReachedBy(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)))
                .isFalse();
    }

    @Test
    void eight_equal_windows_are_steady_whatever_came_before() {
        assertThat(steadiness.isReachedBy(List.of(900.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0)))
                .isTrue();
    }

    @Test
    void a_rise_of_five_percent_is_steady_and_one_of_six_is_not() {
        assertThat(steadiness.isReachedBy(List.of(100.0, 100.0, 100.0, 100.0, 105.0, 105.0, 105.0, 105.0)))
                .isTrue();
        assertThat(steadiness.isReachedBy(List.of(100.0, 100.0, 100.0, 100.0, 106.0, 106.0, 106.0, 106.0)))
                .isFalse();
    }

    @Test
    void one_bad_window_among_good_ones_is_forgiven() {
        assertThat(steadiness.isReachedBy(List.of(100.0, 101.0, 99.0, 100.0, 100.0, 85.0, 100.0, 101.0)))
                .isTrue();
    }

    @Test
    void a_figure_that_could_not_be_measured_is_never_steady() {
        Double none = Double.NaN;
        assertThat(steadiness.isReachedBy(List.of(none, none, none, none, none, none, none, none)))
                .isFalse();
    }
}
