package vesper.bench.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DesignTest {
    private record Setup(int threads, boolean log) {}

    private static final Setup BASE = new Setup(10, true);
    private static final Factor<Setup> THREADS =
            Factor.of("threads", (setup, threads) -> new Setup(threads, setup.log()), 10, 1, 50);
    private static final Factor<Setup> LOG =
            Factor.of("log", (setup, log) -> new Setup(setup.threads(), log), true, false);

    @Test
    void a_full_design_has_each_choice_with_each_other() {
        List<Variant<Setup>> variants = Design.full(BASE, List.of(LOG, THREADS));

        assertThat(variants)
                .extracting(Variant::name)
                .containsExactly(
                        "log=true threads=10",
                        "log=true threads=1",
                        "log=true threads=50",
                        "log=false threads=10",
                        "log=false threads=1",
                        "log=false threads=50");
        assertThat(variants.getLast().setup()).isEqualTo(new Setup(50, false));
        assertThat(variants).filteredOn(Variant::isBase).containsExactly(variants.getFirst());
    }

    @Test
    void a_star_changes_one_factor_at_a_time_and_begins_with_the_base() {
        List<Variant<Setup>> variants = Design.star(BASE, List.of(THREADS, LOG));

        assertThat(variants)
                .extracting(Variant::setup)
                .containsExactly(BASE, new Setup(1, true), new Setup(50, true), new Setup(10, false));
        assertThat(variants.getFirst().isBase()).isTrue();
        assertThat(variants.get(3).name()).isEqualTo("threads=10 log=false");
    }

    @Test
    void a_sweep_goes_through_one_factor() {
        assertThat(Design.full(BASE, List.of(THREADS)))
                .extracting(variant -> variant.setup().threads())
                .containsExactly(10, 1, 50);
    }

    @Test
    void a_list_has_the_first_of_all_then_the_second_of_all_and_one_choice_stands_in_every_line() {
        Factor<Setup> always = Factor.of("log", (setup, log) -> new Setup(setup.threads(), log), false);
        assertThat(Design.rows(BASE, List.of(THREADS, always)))
                .extracting(Variant::setup)
                .containsExactly(new Setup(10, false), new Setup(1, false), new Setup(50, false));
        assertThatThrownBy(() -> Design.rows(BASE, List.of(THREADS, LOG)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("log has 2, another has 3");
    }

    @Test
    void a_factor_whose_choices_look_alike_is_refused() {
        assertThatThrownBy(() -> Factor.<Setup, Integer>of("threads", (setup, _) -> setup, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threads");
    }
}
