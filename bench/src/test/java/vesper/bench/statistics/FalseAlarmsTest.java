package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.testing.Rounds;

/**
 * Counts how often identical arms are reported as different, on a machine that gets slower, and sometimes much slower.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FalseAlarmsTest {
    private static final int EXPERIMENTS = Rounds.of("VESPER_FALSE_ALARMS_EXPERIMENTS", 2500, 10_000);
    private static final double NOMINAL = 0.05;

    private final Random random = new Random(20261123);

    /** A machine whose speed varies from run to run, and drifts. */
    private final class Machine {
        private final double drift = random.nextGaussian() * 0.01;
        private double speed;

        /** Returns the figure of one run of any arm. */
        double run(double noise) {
            speed += drift + random.nextGaussian() * 0.01;
            return 1000 * Math.exp(speed + random.nextGaussian() * noise);
        }
    }

    @ParameterizedTest
    @CsvSource({"5,0.01", "5,0.05", "3,0.02", "40,0.02"})
    void arms_that_are_the_same_are_told_to_differ_once_in_twenty(int rounds, double noise) {
        int alarms = 0;
        for (int i = 0; i < EXPERIMENTS; i++) if (compared(rounds, noise).p() <= NOMINAL) alarms++;

        assertThat(alarms / (double) EXPERIMENTS).isBetween(0.03, 0.07);
    }

    @Test
    void among_eight_arms_one_false_alarm_is_as_rare() {
        int alarms = 0;
        for (int i = 0; i < EXPERIMENTS / 8; i++) {
            List<Double> probabilities = new ArrayList<>();
            for (int arm = 0; arm < 8; arm++)
                probabilities.add(compared(5, 0.02).p());
            if (Holm.adjusted(probabilities).stream().anyMatch(p -> p <= NOMINAL)) alarms++;
        }

        assertThat(alarms / (EXPERIMENTS / 8.0)).isLessThan(0.07);
    }

    /**
     * All rounds of a start share the code that the compiler produced, so rounds are not independent pairs. Treating
     * them as independent would report identical arms as different.
     */
    @Test
    void where_starts_differ_the_means_of_starts_are_compared() {
        int alarms = 0;
        int alarmsOfRounds = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Double> starts = new ArrayList<>();
            List<Double> rounds = new ArrayList<>();
            for (int start = 0; start < 3; start++) {
                double apart = 0.02 * random.nextGaussian();
                double sum = 0;
                for (int round = 0; round < 5; round++) {
                    double ratio = apart + 0.02 * random.nextGaussian();
                    sum += ratio;
                    rounds.add(ratio);
                }
                starts.add(sum / 5);
            }
            if (p(starts) <= NOMINAL) alarms++;
            if (p(rounds) <= NOMINAL) alarmsOfRounds++;
        }

        assertThat(alarms / (double) EXPERIMENTS).isBetween(0.03, 0.07);
        assertThat(alarmsOfRounds / (double) EXPERIMENTS).isGreaterThan(0.2);
    }

    private static double p(List<Double> logarithms) {
        return Effect.ofLogarithms(
                        logarithms.stream().mapToDouble(Double::doubleValue).toArray())
                .p();
    }

    private Effect compared(int rounds, double noise) {
        var machine = new Machine();
        List<Double> ones = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            boolean isOneFirst = random.nextBoolean();
            double first = machine.run(noise);
            double second = machine.run(noise);
            ones.add(isOneFirst ? first : second);
            others.add(isOneFirst ? second : first);
        }
        return Effect.ofRatios(ones, others);
    }
}
