package vesper.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.bench.statistics.StabilityRule.Window;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StabilityRuleTest {
    private static final StabilityRule RULE = new StabilityRule(0.01, 0.05, 9);

    private static Window calm(double rate) {
        return new Window(rate, 10, 0, 0, 0);
    }

    private static List<Window> windows(int count, IntToDoubleFunction rate) {
        return IntStream.range(0, count)
                .mapToObj(i -> calm(rate.applyAsDouble(i)))
                .toList();
    }

    @Test
    void what_stays_as_it_is_for_nine_windows_is_warm() {
        assertThat(RULE.objection(windows(8, _ -> 1000))).contains("too few windows");
        assertThat(RULE.objection(windows(9, _ -> 1000))).isEmpty();
    }

    @Test
    void what_still_gets_faster_is_not() {
        assertThat(RULE.objection(windows(20, i -> 1000 * Math.pow(1.005, i))))
                .hasValueSatisfying(why -> assertThat(why).startsWith("the rate still changes by 2.0 %"));
    }

    @Test
    void nor_what_still_costs_less() {
        List<Window> cheaper = IntStream.range(0, 20)
                .mapToObj(i -> new Window(1000, 20 - 0.2 * i, 0, 0, 0))
                .toList();
        assertThat(RULE.objection(cheaper))
                .hasValueSatisfying(why -> assertThat(why).startsWith("CPU per request still changes"));
    }

    @Test
    void nor_what_scatters() {
        assertThat(RULE.objection(windows(20, i -> i % 2 == 0 ? 900 : 1100)))
                .hasValueSatisfying(why -> assertThat(why).startsWith("the rate scatters by 10."));
    }

    @Test
    void nor_what_costs_now_more_and_now_less() {
        List<Window> uneven = IntStream.range(0, 20)
                .mapToObj(i -> new Window(1000, i % 2 == 0 ? 9 : 11, 0, 0, 0))
                .toList();
        assertThat(RULE.objection(uneven))
                .hasValueSatisfying(why -> assertThat(why).startsWith("CPU per request scatters by 10."));
    }

    @Test
    void nor_what_is_being_compiled() {
        List<Window> compiled = IntStream.range(0, 12)
                .mapToObj(_ -> new Window(1000, 10, 0.4, 0, 0))
                .toList();
        assertThat(RULE.objection(compiled)).contains("the compiler is busy for 40.0 %");
    }

    @Test
    void nor_what_is_collected_more_and_more() {
        List<Window> collected = IntStream.range(0, 12)
                .mapToObj(i -> new Window(1000, 10, 0, 0.02 * i, 0))
                .toList();
        assertThat(RULE.objection(collected))
                .hasValueSatisfying(
                        why -> assertThat(why).startsWith("the share of collection pauses still changes by 8.0 %"));
    }

    @Test
    void nor_what_piles_up() {
        List<Window> piling = IntStream.range(0, 12)
                .mapToObj(i -> new Window(1000, 10, 0, 0, 5000 * i))
                .toList();
        assertThat(RULE.objection(piling)).contains("the backlog has grown to 50,000");
    }

    @Test
    void meeting_it_once_by_luck_is_not_enough() {
        List<Window> once = new ArrayList<>(windows(8, _ -> 1000));
        once.addFirst(calm(500));
        assertThat(RULE.objection(once)).isPresent();
        once.add(calm(1000));
        assertThat(RULE.objection(once)).isEmpty();
    }

    /**
     * Simulates a server that gets a third faster while it warms up, in windows that scatter. The speed at which it
     * counts as warm is compared with its final speed.
     *
     * @param lasting number of windows after which 1/e of the missing speed is left
     */
    @ParameterizedTest
    @CsvSource({"1,0.01", "3,0.01", "6,0.01", "3,0.02", "6,0.02", "6,0.03"})
    void what_is_called_warm_is_within_two_hundredths_of_what_it_comes_to(double lasting, double noise) {
        Random random = new Random(20261123);
        double missing = 0;
        int called = 0;
        for (int n = 0; n < 2000; n++) {
            List<Window> seen = new ArrayList<>();
            while (seen.size() < 60 && RULE.objection(seen).isPresent()) {
                double left = Math.exp(-seen.size() / lasting);
                // The compiler is busy until nothing is left to gain.
                seen.add(new Window(
                        1000 * (1 - left / 4) * (1 + noise * random.nextGaussian()),
                        10 * (1 + left / 4) * (1 + noise * random.nextGaussian()),
                        left,
                        0,
                        0));
            }
            if (RULE.objection(seen).isPresent()) continue;
            called++;
            missing += Math.exp(-seen.size() / lasting) / 4;
        }
        assertThat(called).isGreaterThan(1000);
        assertThat(missing / called).isLessThan(0.02);
    }

    /**
     * Simulates a server that gets a third faster in six steps, one for each part that is compiled. Between them are
     * pauses of random length in which the compiler is idle. The rule is that of a full experiment for a JVM.
     */
    @ParameterizedTest
    @CsvSource({"1,0.01", "2,0.01", "3,0.02"})
    void so_is_what_gets_faster_in_steps(double between, double noise) {
        var rule = new StabilityRule(0.01, 0.05, 15);
        Random random = new Random(20261124);
        double missing = 0;
        int called = 0;
        for (int n = 0; n < 2000; n++) {
            List<Window> seen = new ArrayList<>();
            int left = 6;
            double next = between * random.nextExponential();
            while (seen.size() < 60 && rule.objection(seen).isPresent()) {
                boolean isStep = left > 0 && seen.size() >= next;
                if (isStep) {
                    left--;
                    next += 1 + between * random.nextExponential();
                }
                seen.add(new Window(
                        1000 * (1 - left / 24.0) * (1 + noise * random.nextGaussian()),
                        10 * (1 + left / 24.0) * (1 + noise * random.nextGaussian()),
                        isStep ? 0.3 : 0,
                        0,
                        0));
            }
            if (rule.objection(seen).isPresent()) continue;
            called++;
            missing += left / 24.0;
        }
        assertThat(called).isGreaterThan(1000);
        assertThat(missing / called).isLessThan(0.02);
    }
}
