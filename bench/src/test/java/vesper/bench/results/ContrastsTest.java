package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.results.Contrasts.Pair;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ContrastsTest {
    /** The first factor halves the rate, the second takes a tenth, and together they cost another fifth. */
    @Test
    void effects_on_average_and_between_factors_come_out_of_four_arms() {
        RecordsOf of = new RecordsOf().arm("none").arm("first").arm("second").arm("both");
        for (int round = 1; round <= 5; round++) {
            // What slows a whole round is in all four.
            long rate = 100_000 - 9_000L * round;
            of.run(round, "none", rate, 5);
            of.run(round, "first", rate / 2, 10);
            of.run(round, "second", rate * 9 / 10, 5);
            of.run(round, "both", rate * 9 / 10 / 2 * 4 / 5, 10);
        }
        Pair first =
                new Pair("first on average", "off", Map.of("first", 0.5, "both", 0.5, "none", -0.5, "second", -0.5));
        Pair interaction = new Pair(
                "first where second", "where not", Map.of("both", 1.0, "second", -1.0, "first", -1.0, "none", 1.0));
        Contrasts contrasts = of.contrasts(List.of(first, interaction, new Pair("none", "none")));
        assertThat(contrasts.all().get(0).effect().factor()).isCloseTo(0.5 * Math.sqrt(0.8), within(0.001));
        assertThat(contrasts.all().get(0).words()).isEqualTo("slower");
        assertThat(contrasts.all().get(1).effect().factor()).isCloseTo(0.8, within(0.001));
        assertThat(contrasts.all().get(2).effect().factor()).isEqualTo(1);
        assertThat(contrasts.all().get(3).metric()).isEqualTo(Metric.CPU);
        assertThat(contrasts.all().get(3).effect().factor()).isCloseTo(2, within(0.001));
    }

    @Test
    void a_round_without_one_of_the_arms_does_not_count() {
        RecordsOf of = new RecordsOf().arm("a").arm("b");
        of.run(1, "a", 200, 1).run(1, "b", 100, 1).run(2, "a", 900, 1);
        assertThat(new Pairing(of.records, "a", "b").ratios(Metric.RATE).count())
                .isEqualTo(1);
        assertThat(new Pair("a", "b").isRecorded(of.records)).isTrue();
        assertThat(new Pair("a", "c").isRecorded(of.records)).isFalse();
    }
}
