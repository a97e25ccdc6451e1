package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoSamplesTest {
    @Test
    void the_factor_is_the_ratio_of_geometric_means() {
        Effect effect = TwoSamples.compare(List.of(2.0, 8.0, 4.0), List.of(1.0, 4.0, 2.0));
        assertThat(effect.factor()).isEqualTo(2, within(1e-12));
        assertThat(effect.low()).isLessThan(1);
        assertThat(effect.p()).isBetween(0.2, 0.6);
    }

    @Test
    void samples_of_the_same_are_told_apart_once_in_twenty_whatever_their_scatter() {
        Random random = new Random(20261123);
        int alarms = 0;
        for (int i = 0; i < 10_000; i++) {
            if (TwoSamples.compare(sample(random, 5, 0.01), sample(random, 8, 0.05))
                            .p()
                    <= 0.05) alarms++;
        }
        assertThat(alarms / 10_000.0).isBetween(0.03, 0.07);
    }

    @Test
    void too_few_figures_say_nothing() {
        assertThat(TwoSamples.compare(List.of(), List.of(1.0))).isEqualTo(Effect.UNKNOWN);
        assertThat(TwoSamples.compare(List.of(2.0), List.of(1.0)).p()).isEqualTo(1);
        assertThat(TwoSamples.compare(List.of(2.0, 2.0), List.of(1.0, 1.0)).p()).isZero();
    }

    private static List<Double> sample(Random random, int count, double noise) {
        List<Double> sample = new ArrayList<>();
        for (int i = 0; i < count; i++) sample.add(1000 * Math.exp(noise * random.nextGaussian()));
        return sample;
    }
}
