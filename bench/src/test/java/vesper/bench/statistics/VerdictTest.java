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
    @ParameterizedTest
    @CsvSource({
        "1.10, 1.05, 1.15, 0.001, FASTER",
        "0.90, 0.85, 0.95, 0.001, SLOWER",
        "1.10, 1.05, 1.15, 0.060, INCONCLUSIVE",
        "1.00, 0.95, 1.05, 0.900, INCONCLUSIVE",
        "1.001, 0.995, 1.007, 0.700, SAME",
        "1.005, 1.004, 1.006, 0.001, SAME",
        // Surely there, and perhaps smaller than the floor, perhaps not.
        "1.007, 1.002, 1.012, 0.001, INCONCLUSIVE",
        "0.993, 0.988, 0.998, 0.001, INCONCLUSIVE",
        "1.011, 1.009, 1.013, 0.001, FASTER",
    })
    void what_differs_is_told_from_what_does_not_and_from_what_is_not_known(
            double factor, double low, double high, double p, Verdict verdict) {
        assertThat(Verdict.of(new Effect(factor, low, high, p, 5), p, 0.01)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1.011,1.009,1.013", "1.0099,1.0098,1.01", "1.02,0.99,1.05"})
    void the_inverse_of_an_effect_is_judged_alike(double factor, double low, double high) {
        Effect effect = new Effect(factor, low, high, 0.001, 5);
        Verdict verdict = Verdict.of(effect, 0.001, 0.01);
        assertThat(Verdict.of(effect.inverse(), 0.001, 0.01))
                .isEqualTo(verdict == Verdict.FASTER ? Verdict.SLOWER : verdict);
    }

    @Test
    void nothing_is_said_without_a_measure() {
        assertThat(Verdict.of(Effect.UNKNOWN, 1, 0.01)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThatThrownBy(() -> Verdict.of(Effect.UNKNOWN, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
