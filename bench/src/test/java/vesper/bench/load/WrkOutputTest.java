package vesper.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WrkOutputTest {
    private static final String QUIET = """
            Running 2s test @ http://127.0.0.1:40001/api/test/sayHello
              1 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     1.35ms    8.30ms 112.66ms   98.39%
                Req/Sec   138.79k    36.02k  190.83k    66.67%
              Latency Distribution
                 50%  233.00us
                 75%  292.00us
                 90%    0.92ms
                 99%   44.44ms
              275413 requests in 2.10s, 42.02MB read
            Requests/sec: 131149.05
            Transfer/sec:     20.01MB
            """;

    @Test
    void rate_and_latencies_are_read_in_their_units() {
        LoadResult result = WrkOutput.parse(QUIET).orElseThrow();
        assertThat(result.requests()).isEqualTo(275_413);
        assertThat(result.seconds()).isEqualTo(2.1);
        assertThat(result.latency()).isEqualTo(new LatencyMicros(233, 920, 44_440, 112_660));
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void errors_are_read_by_kind() {
        String noisy = QUIET.replace(
                "Requests/sec",
                "  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 5\nRequests/sec");
        assertThat(WrkOutput.parse(noisy).orElseThrow().errors())
                .isEqualTo(Map.of(
                        LoadError.CONNECT, 1L, LoadError.CUT_OFF, 5L, LoadError.TIMEOUT, 4L, LoadError.STATUS, 5L));
    }

    @Test
    void long_runs_are_told_in_minutes() {
        String minutes = QUIET.replace("in 2.10s", "in 1.50m").replace("44.44ms", "1.20s");
        LoadResult result = WrkOutput.parse(minutes).orElseThrow();
        assertThat(result.seconds()).isEqualTo(90);
        assertThat(result.latency().p99()).isEqualTo(1_200_000);
    }

    @Test
    void latencies_that_are_missing_are_not_known() {
        LoadResult result =
                WrkOutput.parse("  0 requests in 2.00s, 0.00B read\n").orElseThrow();
        assertThat(result.requests()).isZero();
        assertThat(result.latency()).isEqualTo(LatencyMicros.NONE);
    }

    @Test
    void other_text_is_no_result() {
        assertThat(WrkOutput.parse("unable to connect to 127.0.0.1:1 Connection refused\n"))
                .isEmpty();
        assertThat(WrkOutput.parse("")).isEmpty();
    }
}
