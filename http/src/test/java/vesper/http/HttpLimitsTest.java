package vesper.http;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HttpLimitsTest {
    @Test
    void no_limit_is_so_small_that_nothing_works_or_so_large_that_it_cannot_be_counted() {
        for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(2))) {
            refused("headerTimeout", new TestSettings().headerTimeout(time));
            refused("bodyGrace", new TestSettings().bodyRate(1, time));
            refused("idleTimeout", new TestSettings().idleTimeout(time));
            refused("linger", new TestSettings().linger(time));
        }
        for (long bytes : new long[] {0, -1, HttpLimits.LARGEST_BODY + 1}) {
            refused("bodyBytes", new TestSettings().bodyBytes(bytes));
            refused("bodyBytesPerSecond", new TestSettings().bodyRate(bytes, Duration.ofSeconds(1)));
        }
        refused("requestLineBytes", new TestSettings().requestLineBytes(HttpLimits.LARGEST_REQUEST_LINE + 1));
        refused("headerBytes", new TestSettings().headerBytes(HttpLimits.LARGEST_HEADERS + 1));
        refused("headerLines", new TestSettings().headerLines(0));
        refused("connections", new TestSettings().connections(0));
        refused("pipelined", new TestSettings().pipelined(0));
    }

    @Test
    void the_bounds_themselves_are_limits() {
        assertThatNoException()
                .isThrownBy(() -> new TestSettings()
                        .idleTimeout(HttpLimits.SHORTEST_TIME)
                        .linger(HttpLimits.LONGEST_TIME)
                        .bodyBytes(HttpLimits.LARGEST_BODY)
                        .limits());
    }

    private static void refused(String name, TestSettings settings) {
        assertThatIllegalArgumentException().isThrownBy(settings::limits).withMessageStartingWith(name + " of ");
    }
}
