package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.statistics.Effect;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ContrastsTest {
    /** The first factor halves the rate, the second takes a tenth, and together they cost another fifth. */
    @Test
    void effects_on_average_and_between_factors_come_out_of_four_arms() {
        RecordsBuilder of =
                new RecordsBuilder().arm("none").arm("first").arm("second").arm("both");
        for (int round = 1; round <= 5; round++) {
            // A slow round is slow for all four arms.
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
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("b");
        of.run(1, "a", 200, 1).run(1, "b", 100, 1).run(2, "a", 900, 1);
        assertThat(new Pairing(of.records, "a", "b").ratios(Metric.RATE).count())
                .isEqualTo(1);
        assertThat(new Pair("a", "b").isRecorded(of.records)).isTrue();
        assertThat(new Pair("a", "c").isRecorded(of.records)).isFalse();
    }

    @Test
    void the_floor_is_what_the_interval_of_an_arm_that_was_measured_twice_allows() {
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("a-again").arm("b");
        for (int start = 1; start <= 3; start++) {
            of.run(start, 1, "a", 100_000, 5, Map.of())
                    .run(start, 1, "a-again", 96_000 + 2000L * start, 5, Map.of())
                    .run(start, 1, "b", 110_000, 5, Map.of());
        }
        Contrasts contrasts = of.contrasts(List.of(new Pair("b", "a")), new Pair("a-again", "a"));
        Effect again = contrasts.repeats().getFirst().effect();
        assertThat(again.factor()).isCloseTo(1, within(0.001));
        assertThat(contrasts.floors().getFirst().rate())
                .isEqualTo(again.high() - 1, within(0.001))
                .isGreaterThan(0.02);
        assertThat(contrasts.floors().getFirst().cpu()).isEqualTo(NoiseFloor.MIN_FLOOR);
    }

    /**
     * The other servers show how much starts differ, so that three starts suffice to detect a difference of a tenth.
     */
    @Test
    void how_much_starts_differ_is_told_by_all_arms_of_a_kind_together() {
        RecordsBuilder of = new RecordsBuilder();
        List<String> names = List.of("a", "b", "c", "d", "e", "f", "g");
        for (int start = 1; start <= 3; start++) {
            for (int i = 0; i < names.size(); i++) {
                long own = Math.floorMod(start * (i + 2), 3) * 1000L;
                of.run(start, 1, names.get(i), (i == 0 ? 110_000 : 100_000) + own, 5, Map.of());
            }
        }
        List<Pair> all = names.stream().skip(1).map(name -> new Pair("a", name)).toList();
        Contrast alone = of.contrasts(List.of(new Pair("a", "b"))).all().getFirst();
        assertThat(alone.effect().freedom()).isEqualTo(2);
        assertThat(of.contrasts(all).all().getFirst().effect().freedom()).isEqualTo(12);
        assertThat(of.contrasts(all).all().getFirst().effect().factor())
                .isEqualTo(alone.effect().factor());
        assertThat(of.contrasts(all).all().getFirst().words()).isEqualTo("faster");
    }

    @Test
    void an_arm_with_fewer_starts_than_the_others_is_not_compared_by_its_rounds() {
        RecordsBuilder of = new RecordsBuilder().arm("a").arm("b").arm("c");
        for (int round = 1; round <= 5; round++) {
            for (int start = 1; start <= 3; start++) {
                of.run(start, round, "a", 1000 + start, 5, Map.of()).run(start, round, "b", 1100 + round, 5, Map.of());
            }
            of.run(1, round, "c", 1200 + round, 5, Map.of());
        }
        Contrasts contrasts = of.contrasts(List.of(new Pair("b", "a"), new Pair("c", "a")));
        assertThat(contrasts.all().get(0).words()).isEqualTo("faster");
        assertThat(contrasts.all().get(1).effect().pairs()).isEqualTo(1);
        assertThat(contrasts.all().get(1).words()).isEqualTo("inconclusive");
    }
}
