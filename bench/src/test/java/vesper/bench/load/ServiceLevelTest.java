package vesper.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceLevelTest {
    private static final LoadResult RUN =
            new LoadResult(990, 2, Map.of(LoadError.TIMEOUT, 10L), new LatencyMicros(100, 200, 9_000, 9_900, 20_000));

    @Test
    void every_bound_has_to_be_kept() {
        assertThat(missed("p99<10ms, errors<=10, rate>=495, p50=100us, max<=20ms, p99.9<0.01s"))
                .isEmpty();
        assertThat(missed("p99<9ms,errors=0,p90<=200")).containsExactly("p99<9ms", "errors=0");
        assertThat(missed("errors<=1%")).isEmpty();
        assertThat(missed("errors<1%")).containsExactly("errors<1%");
    }

    @Test
    void what_is_not_known_is_not_kept() {
        var nothing = new LoadResult(0, 1, Map.of(), LatencyMicros.NONE);
        assertThat(ServiceLevel.parse("p99<10ms,errors<1%,errors=0").violationsOf(nothing))
                .containsExactly("p99<10ms", "errors<1%");
    }

    @Test
    void what_is_no_bound_is_refused_in_words() {
        assertRefused("p99", "objective \"p99\" is not like p99<10ms");
        assertRefused("", "objective \"\" is not like");
        assertRefused("p98<1ms", "unknown figure p98; known are p50, p90, p99, p99.9, max, rate, errors");
        assertRefused("rate>=5ms", "unit ms is not allowed here");
        assertRefused("p99<5%", "unit % is not allowed here");
        assertRefused("p99<1.2.3ms", "1.2.3 is not a number");
    }

    private static void assertRefused(String text, String words) {
        assertThatThrownBy(() -> ServiceLevel.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    private static Iterable<String> missed(String bounds) {
        return ServiceLevel.parse(bounds).violationsOf(RUN);
    }
}
