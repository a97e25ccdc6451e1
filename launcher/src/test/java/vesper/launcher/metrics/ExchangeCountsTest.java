package vesper.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExchangeCountsTest {
    private final RequestMetrics metrics = new RequestMetrics();
    private final ExchangeListener loop = metrics.onEventLoop();

    @Test
    void exchanges_are_told_apart_by_route_and_of_all_event_loops_together() {
        ExchangeListener other = metrics.onEventLoop();
        answered(loop, "GET /a", 200, 1000);
        answered(other, "GET /a", 503, 1000);
        answered(loop, "GET /b", 200, 1000);

        assertThat(metrics.byRoute().get("GET /a").calls()).isEqualTo(2);
        assertThat(metrics.byRoute().get("GET /a").errors()).isEqualTo(1);
        assertThat(metrics.totals().calls()).isEqualTo(3);
        assertThat(metrics.totals().errors()).isEqualTo(1);
    }

    /** The parameters are a duration and the bounds of its bucket. */
    @ParameterizedTest
    @CsvSource({
        "7, 0, 10",
        "60, 50, 75",
        "180, 150, 200",
        "501, 500, 700",
        "40000, 35000, 50000",
        "900000, 700000, 1000000"
    })
    void a_percentile_is_within_the_bucket_of_the_time(long micros, long from, long to) {
        for (int i = 0; i < 100; i++) answered(loop, "GET /a", 200, micros);

        assertThat(metrics.totals().percentileMicros(0.5)).isBetween(from, to);
        assertThat(metrics.totals().percentileMicros(0.99)).isBetween(from, to);
    }

    @Test
    void the_99th_percentile_is_that_of_the_slowest_where_they_are_more_than_one_of_a_hundred() {
        for (int i = 0; i < 98; i++) answered(loop, "GET /a", 200, 30);
        for (int i = 0; i < 2; i++) answered(loop, "GET /a", 200, 30_000);

        assertThat(metrics.totals().percentileMicros(0.5)).isBetween(25L, 50L);
        assertThat(metrics.totals().percentileMicros(0.99)).isBetween(25_000L, 35_000L);
    }

    @Test
    void beyond_the_highest_bound_a_time_is_that_bound() {
        answered(loop, "GET /a", 200, Duration.ofMinutes(1).toMillis() * 1000);

        assertThat(metrics.totals().percentileMicros(0.99)).isEqualTo(10_000_000);
    }

    @Test
    void what_came_before_does_not_count_since_then() {
        answered(loop, "GET /a", 500, 100_000);
        ExchangeCounts before = metrics.totals();
        answered(loop, "GET /a", 200, 30);

        ExchangeCounts since = metrics.totals().since(before);

        assertThat(since.calls()).isEqualTo(1);
        assertThat(since.errors()).isZero();
        assertThat(since.percentileMicros(0.99)).isLessThanOrEqualTo(50);
    }

    private static void answered(ExchangeListener loop, String route, int status, long micros) {
        Request request = Request.of(Method.GET, "/a");
        request.route(route);
        loop.finished(new Exchange(request, new InetSocketAddress(0), status, 0, 0, 0, micros * 1000));
    }
}
