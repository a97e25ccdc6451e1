package vesper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TextTableTest {
    @Test
    void names_are_flush_left_and_figures_flush_right() {
        String text = new TextTable("arm", "req/s")
                .row("vesper", "9")
                .row("vert.x", "10,000")
                .text();
        assertThat(text).isEqualTo("""
                        arm      req/s
                        --------------
                        vesper       9
                        vert.x  10,000
                        """);
    }

    @Test
    void a_row_needs_a_cell_for_every_heading() {
        var table = new TextTable("arm", "req/s");
        assertThatThrownBy(() -> table.row("vesper")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void figures_have_the_digits_that_mean_something() {
        assertThat(Figure.of(7.456)).isEqualTo("7.46");
        assertThat(Figure.of(74.56)).isEqualTo("74.6");
        assertThat(Figure.of(131_072.4)).isEqualTo("131,072");
        assertThat(Figure.of(Double.NaN)).isEqualTo("–");
    }
}
