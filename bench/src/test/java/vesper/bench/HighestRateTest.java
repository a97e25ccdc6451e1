package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HighestRateTest {
    private final List<Double> tried = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 40, 999, 1000, 1001, 7_777, 123_456, 2_500_000})
    void it_is_found_within_five_percent_wherever_it_is(double limit) throws Exception {
        double found = HighestRate.find(1000, rate -> {
                    tried.add(rate);
                    return rate <= limit;
                })
                .orElseThrow();
        assertThat(found).isBetween(limit / 1.05, limit);
        assertThat(tried).hasSizeLessThan(40);
    }

    @Test
    void a_rate_that_misses_once_is_tried_again() throws Exception {
        double found = HighestRate.find(1000, rate -> {
                    tried.add(rate);
                    return rate <= 8000 && tried.size() != 2;
                })
                .orElseThrow();
        assertThat(found).isBetween(8000 / 1.05, 8000.0);
        assertThat(tried).startsWith(1000.0, 2000.0, 2000.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 9e9})
    void it_is_looked_for_from_the_ends_of_what_can_be_tried(double first) throws Exception {
        assertThat(HighestRate.find(first, rate -> rate <= 50).orElseThrow()).isBetween(47.0, 50.0);
    }

    @Test
    void where_nothing_holds_nothing_is_found() throws Exception {
        assertThat(HighestRate.find(1000, rate -> false)).isEmpty();
    }

    @Test
    void where_everything_holds_it_ends_too() throws Exception {
        assertThat(HighestRate.find(1000, rate -> true).orElseThrow()).isGreaterThan(2_000_000);
    }
}
