package vesper.launcher.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;

/** Counts exchanges by route and status: their number, durations and bytes. */
public final class RequestMetrics implements ExchangeListener {
    private final Queue<LoopTallies> loops = new ConcurrentLinkedQueue<>();

    @Override
    public ExchangeListener onEventLoop() {
        LoopTallies loop = new LoopTallies();
        loops.add(loop);
        return loop;
    }

    @Override
    public void finished(Exchange exchange) {
        throw new IllegalStateException("exchanges are counted per event loop");
    }

    /** Returns the counts of all exchanges. */
    public ExchangeCounts totals() {
        ExchangeCounts.Sum sum = new ExchangeCounts.Sum();
        for (LoopTallies loop : loops) loop.forEach((_, tally) -> sum.add(tally));
        return sum.counts();
    }

    /**
     * Returns the counts by route, for example {@code GET /api/orders/{id}}. Exchanges without a route are counted by
     * their method.
     */
    public Map<String, ExchangeCounts> byRoute() {
        Map<String, ExchangeCounts.Sum> sums = new HashMap<>();
        for (LoopTallies loop : loops) {
            loop.forEach((route, tally) ->
                    sums.computeIfAbsent(route, _ -> new ExchangeCounts.Sum()).add(tally));
        }
        Map<String, ExchangeCounts> counts = new HashMap<>();
        sums.forEach((route, sum) -> counts.put(route, sum.counts()));
        return counts;
    }

    /** A route and status, summed over all event loops. */
    private record Series(String route, int status) implements Comparable<Series> {
        Labels labels() {
            int blank = route.indexOf(' ');
            String method = blank < 0 ? route : route.substring(0, blank);
            String path = blank < 0 ? "" : route.substring(blank + 1);
            return Labels.of(
                    "http_request_method",
                    method,
                    "http_response_status_code",
                    Integer.toString(status),
                    "http_route",
                    path);
        }

        @Override
        public int compareTo(Series other) {
            int byRoute = route.compareTo(other.route);
            return byRoute != 0 ? byRoute : Integer.compare(status, other.status);
        }
    }

    /** Returns {@code http_server_request_duration_seconds} and the bytes of request and response bodies. */
    List<MetricSnapshot> snapshots() {
        Map<Series, List<RouteTally>> all = new TreeMap<>();
        for (LoopTallies loop : loops) {
            loop.forEach((route, tally) -> all.computeIfAbsent(new Series(route, tally.status), _ -> new ArrayList<>())
                    .add(tally));
        }
        var durations = HistogramSnapshot.builder()
                .name("http_server_request_duration_seconds")
                .unit(Unit.SECONDS)
                .help("Time from the end of a request's head until its response was written to the socket.");
        var received = CounterSnapshot.builder()
                .name("http_server_request_body_bytes")
                .unit(Unit.BYTES)
                .help("Bytes of request content, without heads.");
        var sent = CounterSnapshot.builder()
                .name("http_server_response_body_bytes")
                .unit(Unit.BYTES)
                .help("Bytes of response content, without heads.");
        all.forEach((series, tallies) -> {
            durations.dataPoint(durationsOf(series, tallies));
            received.dataPoint(bytes(
                    series,
                    tallies.stream().mapToLong(RouteTally::bytesReceived).sum()));
            sent.dataPoint(bytes(
                    series, tallies.stream().mapToLong(RouteTally::bytesSent).sum()));
        });
        return List.of(durations.build(), received.build(), sent.build());
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot durationsOf(Series series, List<RouteTally> tallies) {
        long[] counts = new long[RouteTally.bounds().length];
        for (RouteTally tally : tallies) tally.addToBuckets(counts);
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(series.labels())
                .classicHistogramBuckets(ClassicHistogramBuckets.of(RouteTally.bounds(), counts))
                .sum(tallies.stream().mapToDouble(RouteTally::seconds).sum())
                .build();
    }

    private static CounterSnapshot.CounterDataPointSnapshot bytes(Series series, long bytes) {
        return CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(series.labels())
                .value((double) bytes)
                .build();
    }
}
