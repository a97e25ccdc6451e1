package vesper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.report.LineChart.Point;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ChartsTest {
    /** A locale whose digits browsers do not accept as numbers in attributes. */
    private static final Locale OTHER_DIGITS = Locale.forLanguageTag("ar-EG-u-nu-arab");

    @Test
    void charts_are_drawn_alike_whatever_language_the_machine_speaks() {
        Supplier<String> bars = () -> new BarChart("a", "b")
                .add(new BarChart.Bar("vesper", 1234.5, 1000, 1200, 1300, true))
                .svg();
        Supplier<String> lines = () -> new LineChart("a", "b", "c")
                .add("vesper", List.of(Point.of(1, 1234.5), Point.of(2, 7)))
                .svg();
        Supplier<String> traces = () -> new Traces("a", "b")
                .add(new Traces.Panel(
                        "vesper", "stable", false, List.of(new Traces.Line("rate", List.of(1.0, 2.5), true))))
                .svg();
        for (Supplier<String> chart : List.of(bars, lines, traces)) {
            assertThat(withOtherDigits(chart)).isEqualTo(chart.get());
        }
    }

    @Test
    void one_outlier_does_not_press_all_lines_to_the_ground() {
        String chart = new LineChart("a", "b", "c")
                .add("vesper", List.of(Point.of(1, 8), new Point(2, 10, 9, 5000)))
                .svg();
        assertThat(chart)
                .contains("\u2191 5,000", "the largest measurement is beyond the chart")
                .contains(">30</text>")
                .doesNotContain(">5,000</text>", ">4,000</text>");
        assertThat(new LineChart("a", "b", "c")
                        .add("vesper", List.of(new Point(2, 10, 9, 29)))
                        .svg())
                .doesNotContain("\u2191");
    }

    private static String withOtherDigits(Supplier<String> text) {
        Locale before = Locale.getDefault();
        Locale.setDefault(OTHER_DIGITS);
        try {
            return text.get();
        } finally {
            Locale.setDefault(before);
        }
    }
}
