package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HolmTest {
    @Test
    void the_least_is_multiplied_by_all_and_none_overtakes_another() {
        List<Double> adjusted = Holm.adjusted(List.of(0.01, 0.04, 0.03, 0.005));

        assertThat(adjusted)
                .usingElementComparator((one, other) -> Math.abs(one - other) < 1e-12 ? 0 : Double.compare(one, other))
                .containsExactly(0.03, 0.06, 0.06, 0.02);
    }

    @Test
    void no_probability_is_above_1_and_one_comparison_stays_as_it_is() {
        assertThat(Holm.adjusted(List.of(0.6, 0.9))).containsExactly(1.0, 1.0);
        assertThat(Holm.adjusted(List.of(0.02)).getFirst()).isCloseTo(0.02, Offset.offset(1e-12));
        assertThat(Holm.adjusted(List.of())).isEmpty();
    }
}
