package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoByTwoTest {
    @Test
    void switches_that_know_nothing_of_each_other_multiply() {
        TwoByTwo effects =
                TwoByTwo.of(List.of(new TwoByTwo.Round(100, 90, 80, 72), new TwoByTwo.Round(50, 45, 40, 36)));

        assertThat(effects.first().factor()).isCloseTo(0.9, within(1e-9));
        assertThat(effects.second().factor()).isCloseTo(0.8, within(1e-9));
        assertThat(effects.interaction().factor()).isCloseTo(1, within(1e-9));
    }

    @Test
    void what_both_cost_together_beyond_that_is_their_interaction() {
        TwoByTwo effects =
                TwoByTwo.of(List.of(new TwoByTwo.Round(100, 100, 100, 50), new TwoByTwo.Round(80, 80, 80, 40)));

        assertThat(effects.interaction().factor()).isCloseTo(0.5, within(1e-9));
        assertThat(effects.first().factor()).isCloseTo(Math.sqrt(0.5), within(1e-9));
    }
}
