package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VerdictTest {
    /** Returns an effect with so many degrees of freedom that a 95 % interval is the mean and 1.96 errors. */
    private static Effect effect(double factor, double error) {
        return new Effect(factor, error, 1e6, 5);
    }

    @ParameterizedTest
    @CsvSource({
        "1.10, 0.02, FASTER",
        "0.90, 0.02, SLOWER",
        "1.10, 0.06, INCONCLUSIVE",
        "1.00, 0.02, INCONCLUSIVE",
        "1.001, 0.003, SAME",
        "1.005, 0.0005, SAME",
        // Certain differences that may be smaller or larger than the floor.
        "1.007, 0.0025, INCONCLUSIVE",
        "0.993, 0.0025, INCONCLUSIVE",
        "1.012, 0.001, FASTER",
    })
    void what_differs_is_told_from_what_does_not_and_from_what_is_not_known(
            double factor, double error, Verdict verdict) {
        Effect effect = effect(factor, error);
        assertThat(Verdict.of(effect, effect.p(), 1, 0.01)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1.011,0.001", "1.0099,0.00005", "1.02,0.015"})
    void the_inverse_of_an_effect_is_judged_alike(double factor, double error) {
        Effect effect = effect(factor, error);
        Verdict verdict = Verdict.of(effect, 0.001, 1, 0.01);
        assertThat(Verdict.of(effect.inverse(), 0.001, 1, 0.01))
                .isEqualTo(verdict == Verdict.FASTER ? Verdict.SLOWER : verdict);
    }

    @Test
    void of_many_comparisons_each_has_to_be_surer_to_be_the_same() {
        Effect effect = effect(1.001, 0.003);
        assertThat(Verdict.of(effect, 1, 1, 0.01)).isEqualTo(Verdict.SAME);
        assertThat(Verdict.of(effect, 1, 60, 0.01)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void nothing_is_said_without_a_measure() {
        assertThat(Verdict.of(Effect.UNKNOWN, 1, 1, 0.01)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThatThrownBy(() -> Verdict.of(Effect.UNKNOWN, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
