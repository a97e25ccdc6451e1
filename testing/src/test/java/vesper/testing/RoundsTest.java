package vesper.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RoundsTest {
    private static int rounds(Map<String, String> environment) {
        return Rounds.of(environment, "VESPER_KILLS", 5, 100);
    }

    @Test
    void the_short_form_is_the_default_and_the_long_one_is_chosen_for_all() {
        assertThat(rounds(Map.of())).isEqualTo(5);
        assertThat(rounds(Map.of("VESPER_LONG", "1"))).isEqualTo(100);
        assertThat(rounds(Map.of("VESPER_LONG", "0"))).isEqualTo(5);
    }

    @Test
    void the_variable_of_a_test_overrides_both() {
        assertThat(rounds(Map.of("VESPER_KILLS", "7"))).isEqualTo(7);
        assertThat(rounds(Map.of("VESPER_KILLS", "7", "VESPER_LONG", "1"))).isEqualTo(7);
    }
}
