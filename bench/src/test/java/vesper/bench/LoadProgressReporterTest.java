package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.load.Arrivals;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadPlan;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LoadProgressReporterTest {
    private static final HttpTarget TARGET = new HttpTarget("127.0.0.1", 8080, "/");
    private static final LoadPlan MINUTES = LoadPlan.closedLoop(TARGET, 1, Duration.ofSeconds(130));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void on_a_terminal_one_line_tells_the_rate_of_late_and_the_time_that_is_left() {
        LoadProgressReporter watch = watch(true, MINUTES);
        watch.onProgress(1, 1000, 0);
        watch.onProgress(2, 4000, 3);
        watch.end();
        assertThat(text())
                .isEqualTo("\r\u001b[K1 s: 1,000 answered, 1,000 per second, 0 errors, 2:09 left"
                        + "\r\u001b[K2 s: 4,000 answered, 3,000 per second, 3 errors, 2:08 left\r\u001b[K");
    }

    @Test
    void elsewhere_a_line_comes_every_five_seconds() {
        LoadProgressReporter watch = watch(false, MINUTES);
        for (int second = 1; second <= 11; second++) watch.onProgress(second, 100L * second * second, 0);
        watch.end();
        assertThat(text().lines())
                .containsExactly(
                        "5 s: 2,500 answered, 900 per second, 0 errors, 2:05 left",
                        "10 s: 10,000 answered, 1,900 per second, 0 errors, 2:00 left");
    }

    @Test
    void a_number_of_requests_is_over_when_they_are() {
        watch(true, LoadPlan.count(TARGET, 1, 10_000)).onProgress(2, 3_000, 1_000);
        assertThat(text()).endsWith("0:03 left");
        err.reset();
        LoadPlan visits = LoadPlan.count(TARGET, 1, 100)
                .withArrivals(Arrivals.constant(10))
                .withCalls(100);
        watch(true, visits).onProgress(2, 1_000, 0);
        assertThat(text()).endsWith("0:18 left");
        err.reset();
        watch(true, LoadPlan.count(TARGET, 1, 10_000)).onProgress(2, 0, 0);
        assertThat(text()).endsWith("an unknown time left");
    }

    private LoadProgressReporter watch(boolean isLive, LoadPlan plan) {
        return new LoadProgressReporter(new PrintStream(err, true, StandardCharsets.UTF_8), isLive, plan);
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
