package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EffectTest {
    @Test
    void the_interval_is_that_of_students_t_over_logarithms() {
        Effect effect = Effect.ofLogarithms(0.1, 0.2, 0.3, 0.2, 0.2);

        // The mean is 0.2, its error 0.0316, and t for 4 degrees of freedom is 2.776.
        assertThat(Math.log(effect.factor())).isCloseTo(0.2, within(1e-12));
        assertThat(Math.log(effect.low())).isCloseTo(0.2 - 0.08779, within(1e-4));
        assertThat(Math.log(effect.high())).isCloseTo(0.2 + 0.08779, within(1e-4));
        assertThat(effect.p()).isCloseTo(0.00320, within(1e-4));
        assertThat(effect.pairs()).isEqualTo(5);
    }

    @Test
    void what_slows_a_whole_round_says_nothing() {
        List<Double> others = List.of(100.0, 50.0, 200.0, 10.0);
        List<Double> ones = List.of(110.0, 55.0, 220.0, 11.0);

        Effect effect = Effect.ofRatios(ones, others);
        assertThat(effect.factor()).isCloseTo(1.1, within(1e-9));
        assertThat(effect.high() - effect.low()).isLessThan(1e-9);
        assertThat(effect.p()).isLessThan(1e-9);
    }

    @Test
    void one_pair_is_no_proof_and_none_is_unknown() {
        Effect one = Effect.ofRatios(List.of(2.0), List.of(2.0));
        assertThat(one.interval(1)).isEqualTo(new Effect.Interval(0, Double.POSITIVE_INFINITY));
        assertThat(one.p()).isEqualTo(1);
        assertThat(Effect.ofRatios(List.of(), List.of())).isEqualTo(Effect.UNKNOWN);
        assertThat(Effect.ofRatios(List.of(0.0, Double.NaN), List.of(1.0, 1.0))).isEqualTo(Effect.UNKNOWN);
        assertThatThrownBy(() -> Effect.ofRatios(List.of(1.0), List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equal_figures_are_the_same() {
        List<Double> figures = List.of(5.0, 6.0, 7.0);

        Effect effect = Effect.ofRatios(figures, figures);
        assertThat(effect).isEqualTo(new Effect(1, 0, 2, 3));
        assertThat(Verdict.of(effect, effect.p(), 1, 0.01)).isEqualTo(Verdict.SAME);
    }

    @Test
    void an_interval_for_several_comparisons_is_wider() {
        Effect effect = Effect.ofLogarithms(0.1, 0.2, 0.3, 0.2, 0.2);

        // For five comparisons, the interval is that of one hundredth: t for 4 degrees of freedom is 4.604.
        assertThat(Math.log(effect.interval(5).low())).isCloseTo(0.2 - 0.14559, within(1e-4));
        assertThat(Math.log(effect.interval(5).high())).isCloseTo(0.2 + 0.14559, within(1e-4));
    }
}
