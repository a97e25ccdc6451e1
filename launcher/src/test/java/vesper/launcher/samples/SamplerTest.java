package vesper.launcher.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Method;
import vesper.http.Request;
import vesper.launcher.metrics.RequestMetrics;
import vesper.rest.ProblemException;

/** Tests the sampler with a simulated clock, which the tests advance. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SamplerTest {
    private static final long MEGABYTE = 1 << 20;

    private final RequestMetrics metrics = new RequestMetrics();
    private final ExchangeListener loop = metrics.onEventLoop();
    private long millis = 1_000_000;
    private ProcessReading process = new ProcessReading(0, 2, 5 * MEGABYTE, 9 * MEGABYTE, 0);
    private boolean counts = true;

    private final Sampler sampler = new Sampler(() -> new MetricReading(
            millis, Duration.ofMillis(millis).toNanos(), counts ? metrics.totals() : null, process, 7, 3, 11, 120));

    @Test
    void a_sample_is_the_difference_of_two_readings() {
        sampler.sample();
        for (int i = 0; i < 98; i++) answered(200, Duration.ofNanos(40_000));
        answered(404, Duration.ofNanos(40_000));
        answered(500, Duration.ofMillis(8));
        process = new ProcessReading(Duration.ofMillis(1500).toNanos(), 2, 6 * MEGABYTE, 10 * MEGABYTE, 12);
        passes(2000);

        List<Sample> samples = sampler.history(15);

        assertThat(samples).hasSize(1);
        Sample sample = samples.getFirst();
        assertThat(sample.at()).isEqualTo(Instant.ofEpochMilli(1_002_000));
        assertThat(sample.requestsPerSecond()).hasValue(50);
        assertThat(sample.errorsPerSecond()).hasValue(0.5);
        assertThat(sample.p50Micros().orElseThrow()).isBetween(25L, 50L);
        assertThat(sample.p99Micros().orElseThrow()).isBetween(25L, 50L);
        assertThat(sample.cpuPercent()).isEqualTo(37.5);
        assertThat(sample.heapBytes()).isEqualTo(6 * MEGABYTE);
        assertThat(sample.rssBytes()).hasValue(10 * MEGABYTE);
        assertThat(sample.gcMillis()).isEqualTo(12);
        assertThat(sample.connections()).isEqualTo(7);
        assertThat(sample.running()).isEqualTo(3);
        assertThat(sample.pending()).isEqualTo(11);
        assertThat(sample.lagMillis()).isEqualTo(120);
    }

    @Test
    void a_second_without_requests_has_no_times_of_those_before() {
        answered(200, Duration.ofMillis(8));
        sampler.sample();
        passes(1000);

        Sample sample = sampler.history(1).getFirst();

        assertThat(sample.requestsPerSecond()).hasValue(0);
        assertThat(sample.p99Micros()).hasValue(0);
    }

    @Test
    void what_is_not_counted_is_not_told() {
        counts = false;
        process = new ProcessReading(0, 2, MEGABYTE, -1, 0);
        sampler.sample();
        passes(1000);

        Sample sample = sampler.history(1).getFirst();

        assertThat(sample.requestsPerSecond()).isEmpty();
        assertThat(sample.p50Micros()).isEmpty();
        assertThat(sample.rssBytes()).isEmpty();
    }

    @Test
    void the_last_quarter_of_an_hour_is_kept() {
        IntStream.range(0, 1000).forEach(_ -> passes(1000));

        List<Sample> all = sampler.history(15);

        assertThat(all).hasSize(900);
        assertThat(all.getLast().at()).isEqualTo(Instant.ofEpochMilli(millis));
        assertThat(all.getFirst().at()).isEqualTo(Instant.ofEpochMilli(millis - 899_000));
        assertThat(sampler.history(1)).hasSize(60).containsExactlyElementsOf(all.subList(840, 900));
    }

    @Test
    void two_looks_at_once_make_one_sample() {
        sampler.sample();
        passes(5000);
        passes(1);

        assertThat(sampler.history(15)).hasSize(1);
    }

    @Test
    void one_more_than_may_follow_is_refused_until_another_leaves() {
        List<Request> following = IntStream.range(0, LiveSamples.MOST)
                .mapToObj(_ -> Request.of(Method.GET, "/admin/status/live"))
                .toList();
        following.forEach(sampler::follow);

        assertThatThrownBy(() -> sampler.follow(Request.of(Method.GET, "/admin/status/live")))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().type().status()).isEqualTo(503));

        following.getFirst().over();
        assertThat(sampler.follow(Request.of(Method.GET, "/admin/status/live")).isOpen())
                .isTrue();
    }

    private void passes(long more) {
        millis += more;
        sampler.sample();
    }

    private void answered(int status, Duration duration) {
        Request request = Request.of(Method.GET, "/api/orders/7");
        request.route("GET /api/orders/{id}");
        loop.finished(new Exchange(request, new InetSocketAddress(0), status, 0, 0, 0, duration.toNanos()));
    }
}
